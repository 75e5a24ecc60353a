import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { expectAccessibleInBothSchemes } from '../../../../web/test-support/accessible.ts';
import { expectText, seeIn, title } from '../../../../web/test-support/by-hand.ts';
import { answerRows, definition, givenDefinitions } from '../../../test-support/given-desk.ts';
import { openDesk } from '../../../test-support/open-desk.tsx';
import type { Ending } from './closing.screen.tsx';

const ASKED: Ending = {
  kind: 'closing',
  person: 'holder:9',
  name: 'Amelia Chen',
  account: '200100017',
  since: '2026-11-20T01:00:00.000Z',
  ended: '',
  balance: '12.34',
  interest: '0.02',
  held: '0.00',
  owes: '0.00',
  until: '',
  waitsFor: '',
  next: 'close-and-pay',
};
const ESTATE: Ending = {
  ...ASKED,
  kind: 'estate',
  account: '200100025',
  name: 'Jack Martin',
  until: '2026-12-20',
  waitsFor: 'disputes_open',
  next: '',
};

test('a case shows what it waits for, and the form of what comes next', async () => {
  answerRows('ending-cases', [ASKED, ESTATE]);
  givenDefinitions(
    definition('close-and-pay', { needsApproval: true }),
    definition('take-back-death', { needsApproval: true }),
  );
  await openDesk('/closing');
  await expectText(title, 'Closing and estates');
  await expect.element(page.getByText('Waits for a dispute')).toBeVisible();
  await page.getByRole('button', { name: /Amelia Chen/ }).click();
  await expect.element(page.getByRole('button', { name: 'Close and pay out' })).toBeVisible();
  await expectAccessibleInBothSchemes();
  await page.getByRole('button', { name: /Jack Martin/ }).click();
  await expect.element(page.getByRole('button', { name: 'Undo the death' })).toBeVisible();
  await expect.element(page.getByRole('button', { name: 'Close and pay out' })).not.toBeInTheDocument();
});

test('ended cases are found, from the request to the end', async () => {
  const ENDED: Ending = { ...ASKED, name: 'Ben Howe', ended: '2026-11-25T01:00:00.000Z', balance: '0.00', next: '' };
  answerRows('ending-cases', ({ input }) => (input.state === 'ended' ? [ENDED] : [ASKED]));
  await openDesk('/closing');
  await page.getByRole('link', { name: 'Ended cases' }).click();
  await page.getByRole('button', { name: /Ben Howe/ }).click();
  await expect.element(page.getByText('25 Nov 2026')).toBeVisible();
  await expect.element(page.getByRole('button', { name: 'Close and pay out' })).not.toBeInTheDocument();
  await expectAccessibleInBothSchemes();
});

test('in forced colours a line tells the place and the view that are current, and no other has one [4-C1]', async () => {
  answerRows('ending-cases', [ASKED]);
  await openDesk('/closing');
  const ended = page.getByRole('link', { name: 'Ended cases' });
  await expect.element(ended).toBeVisible();
  const current = [...document.querySelectorAll('[aria-current]')].filter((each) => each.getClientRects().length > 0);
  expect(current.length).toBeGreaterThan(1);
  await seeIn({ forcedColours: 'active' });
  expect(current.filter((each) => getComputedStyle(each).outlineStyle !== 'solid')).toEqual([]);
  // A border without a colour would be drawn as a line below every view.
  const { borderBottomColor, color, outlineStyle } = getComputedStyle(ended.element());
  expect(outlineStyle).toBe('none');
  expect(borderBottomColor).not.toBe(color);
  await seeIn({});
});
