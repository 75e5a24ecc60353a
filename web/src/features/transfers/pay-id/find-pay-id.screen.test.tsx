import { findPayId } from '@wattle/contract/transfers/pay-id.ts';
import { beforeEach, expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { expectText, field, press, title } from '../../../../test-support/by-hand.ts';
import { givenAccount } from '../../../../test-support/given-account.ts';
import { givenPayments } from '../../../../test-support/given-payments.ts';
import { answer, sent } from '../../../../test-support/given-server.ts';
import { openScreen } from '../../../../test-support/open-screen.tsx';
import { givenCard } from '../../../../test-support/signed-in.ts';

const CARD = givenCard();
const FOUND = {
  LookUpId: '5f7c2a4e-7d0b-4b0e-9a51-0f6a7e2c9d13',
  Name: 'Jordan Blake-Ross',
  Bank: 'Testbank Instant',
  IsNew: true,
  Moved: null,
};
const ANSWER = {
  Outcome: 'found',
  PayId: 'paid@instant.example',
  Kind: 'email',
  Found: FOUND,
  TryAfter: null,
} as const;

beforeEach(() => {
  givenAccount([{ ...CARD, value: { ...CARD.value, IsPayIdAllowed: true } }]);
  givenPayments();
  answer(findPayId, ANSWER);
});

const whom = page.getByRole('searchbox');
async function find(typed: string): Promise<void> {
  await openScreen('/fundsTransfer', { as: 'account' });
  await expectText(title, 'Who do you want to pay?');
  await whom.fill(typed);
  await page.getByRole('button', { name: /Find/ }).click();
}

test('a PayID is looked up by a press and not while it is typed, and its name leads to the form', async () => {
  await openScreen('/fundsTransfer', { as: 'account' });
  await whom.fill('paid@instant.example');
  await expect.element(page.getByText('PayID, email')).toBeVisible();
  expect(sent(findPayId)).toEqual([]);
  await page.getByRole('button', { name: /Find/ }).click();
  await expectText(title, 'Is this who you want to pay?');
  expect(sent(findPayId).map(({ body }) => body)).toEqual([
    { MemberNumber: CARD.value.AccountNumber, PayId: 'paid@instant.example' },
  ]);
  await press('Yes, pay Jordan');
  await expectText(title, 'Pay Jordan Blake-Ross');
  await field('Amount in dollars').fill('42');
  await expect.element(page.getByText('Testbank Instant').first()).toBeVisible();
});

test('a PayID that is changed is asked for with what was typed, and not looked up a second time', async () => {
  await find('paid@instant.example');
  await press('Yes, pay Jordan');
  await press('Change');
  await expectText(title, 'Pay a PayID');
  await expect.element(field('PayID')).toHaveValue('paid@instant.example');
  expect(sent(findPayId)).toHaveLength(1);
});

test('one that moved shows the name of then and of now', async () => {
  const Moved = { Name: 'Mia Wong', PaidAt: '2026-11-03T02:00:00Z' };
  answer(findPayId, { ...ANSWER, Found: { ...FOUND, Name: 'M Trading', IsNew: false, Moved } });
  await find('paid@instant.example');
  await expectText(title, 'This PayID now belongs to a different account');
  await expect.element(page.getByText('Mia Wong', { exact: true })).toBeVisible();
  await press('Don’t pay');
  await expectText(title, 'Who do you want to pay?');
});

test.each([
  ['unknown', 'We can’t find this PayID', 'Change the PayID'],
  ['limit', 'You’ve looked up too many PayIDs', 'Choose someone you’ve paid'],
  ['away', 'We can’t look up PayIDs right now', 'Try again'],
] as const)('where it is not found (%s) the page says why, and what helps', async (Outcome, heading, way) => {
  answer(findPayId, { ...ANSWER, Outcome, Found: null, TryAfter: Outcome === 'limit' ? '2026-12-01T04:20:00Z' : null });
  await find('0400 000 112');
  await expectText(title, heading);
  await expect.element(page.getByRole('button', { name: way })).toBeVisible();
  await press('Use a BSB and account');
  await expectText(title, 'Pay a bank account');
});

test('a mistyped ABN is not looked up', async () => {
  await openScreen('/fundsTransfer', { as: 'account' });
  await whom.fill('89 900 000 021');
  await expect.element(page.getByText('Check the ABN. One of its 11 digits isn’t right')).toBeVisible();
  expect(sent(findPayId)).toEqual([]);
});
