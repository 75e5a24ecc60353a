import { expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { expectAccessibleInBothSchemes } from '../../../web/test-support/accessible.ts';
import { expectAt, expectText, title } from '../../../web/test-support/by-hand.ts';
import {
  answerCall,
  answerCommand,
  answerRows,
  done,
  given,
  givenSession,
  noAnswer,
  SESSION,
} from '../../test-support/given-desk.ts';
import { LOAD_REQUEST } from '../../test-support/given-request.ts';
import { givenOverview } from '../../test-support/given-overview.ts';
import { openDesk } from '../../test-support/open-desk.tsx';

const BRAND = {
  brand: 'wattle',
  name: 'Wattle',
  site: 'https://wattle.example',
  timeZone: 'Australia/Melbourne',
  colours: '/assets/brands/wattle/tokens.css',
};

test('the shell says whose programme it is, who is signed in and what time it is there', async () => {
  givenOverview();
  answerRows('programme', [BRAND]);
  await openDesk('/');
  await expectText(title, /Kate$/);
  await expect.element(page.getByText('Harbour Mutual')).toBeVisible();
  await expect.element(page.getByText('Wattle', { exact: true })).toBeVisible();
  await expect.element(page.getByText('Kate Lowe')).toBeVisible();
  await expect.element(page.getByText(/^Live · .+ Melbourne$/)).toBeVisible();
  await expect.poll(() => document.documentElement.dataset['brand']).toBe('wattle');
  await expect.poll(() => document.title).toMatch(/ - Harbour Mutual$/);
  await expectAccessibleInBothSchemes();
});

test('arrow keys go from row to row of a list, and Enter opens one', async () => {
  answerRows('requests', ({ input: { today } }) =>
    today ? [] : ['43', '42', '41'].map((request) => ({ ...LOAD_REQUEST, request })),
  );
  for (const name of ['subjects', 'request-details', 'request-effect', 'request-history'] as const)
    answerRows(name, []);
  await openDesk('/approvals');
  const rows = page.getByRole('table', { name: 'Waiting' }).getByRole('link');
  await expect.poll(() => rows.elements().length).toBe(3);
  (rows.nth(0).element() as HTMLElement).focus();
  await userEvent.keyboard('{ArrowDown}{ArrowDown}{ArrowDown}{ArrowUp}');
  await expect.element(rows.nth(1)).toHaveFocus();
  await userEvent.keyboard('{End}{Home}{ArrowDown}{Enter}');
  await expectAt('/desk/approvals/42');
});

test('an address without a page leads to the overview', async () => {
  givenOverview();
  await openDesk('/nowhere');
  await expectText(title, 'There’s no such page');
  await page.getByRole('link', { name: 'Go to the overview' }).click();
  await expectText(title, /Kate$/);
});

test('a part that fails says so and is tried again, and the others stay', async () => {
  givenOverview();
  answerRows('disputes', []);
  let fails = true;
  answerCommand('declines', () => (fails ? noAnswer() : done()));
  await openDesk('/');
  const pane = page.getByRole('region', { name: 'Declines in the last hour' });
  await expect.element(pane.getByText('The server didn’t answer.')).toBeVisible();
  await expect.element(page.getByText('Nothing waits for you.')).toBeVisible();
  fails = false;
  await pane.getByRole('button', { name: 'Try again' }).click();
  await expect.element(pane.getByText('No purchase was declined.')).toBeVisible();
});

test('a desk that does not answer is asked again', async () => {
  givenOverview();
  let isAway = true;
  answerCall('session', () => {
    if (isAway) throw new TypeError('Failed to fetch');
    return Response.json(SESSION);
  });
  await openDesk('/');
  await expectText(title, 'The desk doesn’t answer');
  isAway = false;
  await page.getByRole('button', { name: 'Try again' }).click();
  await expectText(title, /Kate$/);
});

test('a person who does nothing is warned and then signed out, and what the page asks by itself prolongs nothing', async () => {
  givenOverview();
  givenSession({ ...SESSION, idleMs: 4_000 });
  await openDesk('/');
  await expectText(title, /Kate$/);
  const warning = page.getByRole('dialog', { name: 'Are you still there?' });
  await expect.element(warning).toBeVisible();
  await warning.getByRole('button', { name: 'Stay signed in' }).click();
  await expect.element(warning).not.toBeInTheDocument();
  await expect.element(page.getByRole('dialog', { name: 'Sign in again, Kate Lowe' })).toBeVisible();
  expect(given('requests').length).toBeGreaterThan(0);
});
