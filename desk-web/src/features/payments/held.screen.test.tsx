import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { expectAccessibleInBothSchemes } from '../../../../web/test-support/accessible.ts';
import { expectText, press, title } from '../../../../web/test-support/by-hand.ts';
import type { RowOf } from '../../calls/commands.ts';
import {
  answerCommand,
  answerRows,
  definition,
  given,
  givenDefinitions,
  waits,
} from '../../../test-support/given-desk.ts';
import { openDesk } from '../../../test-support/open-desk.tsx';

const FIRST: RowOf<'held-payments'> = {
  receipt: '263300000331',
  account: '200100017',
  by: 'external',
  amount: '310.00',
  waitsFor: 'time',
  made: '2026-11-26T01:00:00.000Z',
  until: '2026-11-27T01:00:00.000Z',
};
const AFTER_RESET: RowOf<'held-payments'> = { ...FIRST, receipt: '263300000349', waitsFor: 'holder', until: '' };

test('a first payment goes early by two people, and one that waits for its payer has no way round them', async () => {
  answerRows('held-payments', [FIRST, AFTER_RESET]);
  givenDefinitions(
    definition('release-held', {
      needsApproval: true,
      inputs: [{ name: 'receipt', isRequired: true, isSwitch: false, takes: 'a number' }],
    }),
  );
  answerCommand('release-held', () => waits('61', '2026-11-28T01:00:00.000Z'));
  await openDesk('/payments?view=held');
  await expectText(title, 'Payments');
  await expect.element(page.getByText('Waits for its payer')).toBeVisible();
  await page.getByRole('button', { name: AFTER_RESET.receipt }).click();
  await expect.element(page.getByText(/Only its payer can keep or cancel it/)).toBeVisible();
  await expect.element(page.getByRole('button', { name: 'Send now' })).not.toBeInTheDocument();
  await page.getByRole('button', { name: FIRST.receipt }).click();
  await page.getByLabelText('Reason').fill('The payer called from their number');
  await expectAccessibleInBothSchemes();
  await press('Send now');
  await expect.element(page.getByText(/^Request 61 waits for a second person/)).toBeVisible();
  expect(given('release-held').map(({ input }) => input)).toEqual([{ receipt: FIRST.receipt }]);
});
