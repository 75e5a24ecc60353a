import { beforeEach, expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { expectAccessibleInBothSchemes } from '../../../../web/test-support/accessible.ts';
import { press } from '../../../../web/test-support/by-hand.ts';
import {
  answerCommand,
  answerRows,
  definition,
  given,
  givenDefinitions,
  waits,
} from '../../../test-support/given-desk.ts';
import { openDesk } from '../../../test-support/open-desk.tsx';
import type { RowOf } from '../../calls/commands.ts';

const HIT: RowOf<'sanctions-hits'> = {
  hit: '7',
  kind: 'person',
  object: 'holder:48',
  name: 'Muhamad Rasheed',
  born: '1962',
  reference: '101',
  listedName: 'Mohammed al-Rashid',
  listedBorn: '1961',
  likeness: 95,
  threshold: 85,
  source: 'DFAT, 30 November 2026',
  state: 'Open',
  found: '2026-11-29T01:00:00.000Z',
  decided: '',
  decidedBy: '',
};

beforeEach(() => {
  const hit = { name: 'hit', isRequired: true, isSwitch: false, takes: 'a number' };
  givenDefinitions(
    definition('load-sanctions', { inputs: [{ name: 'source', isRequired: true, isSwitch: false, takes: 'a text' }] }),
    definition('clear-hit', { needsApproval: true, inputs: [hit] }),
    definition('confirm-hit', { needsApproval: true, inputs: [hit] }),
  );
  answerRows('sanctions-list', [
    {
      source: 'DFAT, 30 November 2026',
      entries: 2_841,
      threshold: 85,
      loadedBy: 'kate',
      loaded: '2026-11-29T01:00:00.000Z',
      due: 0,
    },
  ]);
});

test('a name is compared with that of the list, and cleared by a request for a second person', async () => {
  answerRows('sanctions-hits', [HIT]);
  answerCommand('clear-hit', () => waits('61', '2026-12-01T01:00:00.000Z'));
  await openDesk('/sanctions');
  await expect.element(page.getByText('2,841')).toBeVisible();
  await page.getByRole('button', { name: 'Muhamad Rasheed' }).click();
  await expect.element(page.getByText('Their money stays until this is decided')).toBeVisible();
  await expect.element(page.getByRole('link', { name: 'Muhamad Rasheed' })).toHaveAttribute('href', '/desk/people/48');
  await expectAccessibleInBothSchemes();
  await press('It’s another person');
  await page.getByLabelText('Reason').fill('Another date of birth, by passport');
  await press('It’s another person');
  await expect.element(page.getByText(/^Request 61 waits for a second person/)).toBeVisible();
  expect(given('clear-hit').map(({ input }) => input)).toEqual([{ hit: '7' }]);
});

test('a decided name says by whom, and can be decided the other way', async () => {
  answerRows('sanctions-hits', [{ ...HIT, state: 'Cleared', decided: '2026-11-29T03:00:00.000Z', decidedBy: 'omar' }]);
  await openDesk('/sanctions?view=decided');
  await page.getByRole('button', { name: 'Muhamad Rasheed' }).click();
  await expect.element(page.getByText(/, by omar$/)).toBeVisible();
  await expect.element(page.getByRole('button', { name: 'It’s another person' })).not.toBeInTheDocument();
  await expect.element(page.getByRole('button', { name: 'It’s the person on the list' })).toBeVisible();
});

test('a programme without a list compares no names, and says so', async () => {
  answerRows('sanctions-list', []);
  answerRows('sanctions-hits', []);
  await openDesk('/sanctions');
  await expect.element(page.getByText('No list is loaded, so no name is compared.')).toBeVisible();
  await press('Load a list');
  await expect.element(page.getByLabelText('Name of the list')).toBeVisible();
});
