import { getCardDetails } from '@wattle/contract/cards/home.ts';
import { deletePayday, setPayday } from '@wattle/contract/payday/payday.ts';
import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { expectAccessible } from '../../../test-support/accessible.ts';
import { expectAt, expectText, press } from '../../../test-support/by-hand.ts';
import { givenAccount, givenDetails } from '../../../test-support/given-account.ts';
import { answer, sent } from '../../../test-support/given-server.ts';
import { openScreen } from '../../../test-support/open-screen.tsx';
import { paths } from '../../paths.ts';

// The day of the server is Friday 20 November 2026.
const PAYDAY = { Frequency: 2, NextDate: '2026-12-03', ScheduledPayments: 2, Scheduled: 12.5, Left: 627.75 } as const;

test('a payday is set within one period from today', async () => {
  givenAccount();
  answer(setPayday, { IsSuccessful: true });
  await openScreen(paths.payday(), { as: 'account' });
  const day = page.getByRole('group', { name: 'Next payday' }).getByRole('textbox').first();
  await press('Weekly');
  await day.fill('2026-11-28');
  await press('Save payday');
  await expectText(page.getByRole('alert').filter({ hasText: 'payday' }), /one pay period from today at the latest/);
  await expectAccessible();
  await day.fill('2026-11-26');
  await press('Save payday');
  await expectAt(paths.cardHome());
  expect(sent(setPayday)).toMatchObject([
    { body: { accountNumber: '200100017', Frequency: 1, NextDate: '2026-11-26' } },
  ]);
});

test('what is left says what it is calculated from, and a payday can be removed', async () => {
  givenAccount();
  answer(getCardDetails, givenDetails({ Payday: PAYDAY }));
  answer(deletePayday, { IsSuccessful: true });
  await openScreen(paths.payday(), { as: 'account' });
  await expect.element(page.getByRole('heading', { name: 'Left until Thursday 3 December' })).toBeVisible();
  await expect.element(page.getByText('$627.75')).toBeVisible();
  await expect
    .element(page.getByRole('link', { name: 'After 2 scheduled payments, $12.50' }))
    .toHaveAttribute('href', paths.scheduledPayments());
  await expectAccessible();
  await press('Remove payday');
  await expectAt(paths.cardHome());
  expect(sent(deletePayday).length).toBe(1);
});
