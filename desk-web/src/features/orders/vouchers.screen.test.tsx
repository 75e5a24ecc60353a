import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { expectAccessibleInBothSchemes } from '../../../../web/test-support/accessible.ts';
import { expectText, press, title } from '../../../../web/test-support/by-hand.ts';
import {
  answerCommand,
  answerRows,
  definition,
  given,
  givenDefinitions,
  waits,
} from '../../../test-support/given-desk.ts';
import { openDesk } from '../../../test-support/open-desk.tsx';

const OF_TWO = ['make-vouchers', 'show-voucher-codes', 'cancel-vouchers', 'take-vouchers'];

test('vouchers are listed by what they were made for, cancelled by two people, and a file waits for its note', async () => {
  answerRows('voucher-batches', [
    {
      request: '116',
      reason: 'Fête, Fremantle Primary',
      brand: 'wattle',
      made: 5,
      used: 2,
      open: 3,
      amount: '25.00',
      left: '75.00',
      expires: '2027-11-26',
      at: '2026-11-25T23:38:00.000Z',
    },
  ]);
  answerRows('voucher-imports', [
    {
      import: '4',
      brand: 'wattle',
      vouchers: 1000,
      amount: '50000.00',
      state: 'Waiting',
      read: '2026-11-25T23:38:00.000Z',
    },
  ]);
  givenDefinitions(
    ...OF_TWO.map((name) => definition(name, { needsApproval: true })),
    definition('block-voucher'),
    definition('drop-vouchers'),
  );
  answerCommand('cancel-vouchers', () => waits('118', '2026-11-27T01:00:00.000Z'));
  await openDesk('/orders/vouchers');
  await expectText(title, 'Orders and vouchers');
  await page.getByRole('button', { name: /Fête/ }).click();
  await expect
    .element(page.getByText('3 vouchers of wattle can still be redeemed: $75.00 until 26 Nov 2027.'))
    .toBeVisible();
  await page.getByRole('button', { name: /1,000 vouchers/ }).click();
  await expect.element(page.getByRole('button', { name: 'Ask to take $50,000.00' })).toBeVisible();
  await expectAccessibleInBothSchemes();
  const cancel = page.getByRole('button', { name: 'Ask to cancel $75.00' });
  await page.getByLabelText('Reason').nth(2).fill('The list was lost');
  await press('Ask to cancel $75.00');
  await expect.element(page.getByText(/^Request 118 waits/)).toBeVisible();
  await expect.element(cancel).not.toBeInTheDocument();
  expect(given('cancel-vouchers').map(({ input }) => input)).toEqual([{ request: '116' }]);
});
