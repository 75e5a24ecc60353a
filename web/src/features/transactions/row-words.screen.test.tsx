import type { Transaction } from '@wattle/contract/transactions/transaction.ts';
import { getRecentTransactions } from '@wattle/contract/transactions/transactions.ts';
import { getPaymentCourse } from '@wattle/contract/settlement/payment-course.ts';
import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { expectAccessibleInBothSchemes } from '../../../test-support/accessible.ts';
import { expectAt, expectText, press } from '../../../test-support/by-hand.ts';
import { givenAccount, givenRow, givenTransactions } from '../../../test-support/given-account.ts';
import { answer, sent } from '../../../test-support/given-server.ts';
import { openScreen } from '../../../test-support/open-screen.tsx';
import { givenCard } from '../../../test-support/signed-in.ts';

const OPEN = { Sequence: null, BalanceAfter: null } as const;
const pendingRow = (other: Partial<Transaction>) => givenRow({ ...OPEN, IsPending: true, ...other });
const declinedRow = (other: Partial<Transaction>) => givenRow({ ...OPEN, IsDeclined: true, ...other });
const lapsedRow = (other: Partial<Transaction>) => givenRow({ ...OPEN, ...other });

const PART = pendingRow({ Description: 'Kurrajong Grocers', Category: 'groceries', Amount: -40, AskedAmount: 62.5 });
const FUEL = pendingRow({ Description: 'Redback Fuel', Category: 'fuel', Amount: -100, AskedAmount: 46.8 });
const REFUND = pendingRow({
  Description: 'Currawong Hardware',
  Kind: 'refund',
  Amount: 39,
  TransactionDate: '2026-11-19T02:00:00Z',
  ExpectedOn: '2026-11-26',
});
const OVER_LIMIT = declinedRow({
  Description: 'Banksia Bikes',
  Amount: -640,
  DeclineReason: 'overLimit',
  SpendLimit: { Amount: 500, Left: 394.6 },
});

const item = (shop: string) => page.getByRole('listitem').filter({ hasText: shop });
const way = (name: string) => page.getByRole('main').getByRole('link', { name, exact: true });
const open = (language: 'enAU' | 'zhCN' = 'enAU') => openScreen('/transactions', { as: 'account', language });

test('shows what was approved of a purchase and what was left, with the way to top up', async () => {
  givenAccount();
  givenTransactions({ pending: [PART] });
  await open();
  await expectText(item('Kurrajong Grocers'), /−\$40\.00\s*of \$62\.50/);
  await expectText(item('Kurrajong Grocers'), /Card\$40\.00Paid another way\$22\.50/);
  await expectText(item('Kurrajong Grocers'), /You had \$40\.00\. The shop took that from the card/);
  await expectAccessibleInBothSchemes();
  await expect.element(way('Top up')).toHaveAttribute('href', '/topup');
});

test('does not say what was there where a fee needed some of it', async () => {
  givenAccount();
  givenTransactions({ pending: [{ ...PART, HeldFee: 1.2 }] });
  await open();
  await expectText(item('Kurrajong Grocers'), /You didn’t have enough for all of it\./);
});

test('shows the price and what is held on top of it, with the way to help', async () => {
  givenAccount();
  givenTransactions({ pending: [FUEL, { ...FUEL, TransactionId: 'b', Description: 'Bay Hotel', Category: 'travel' }] });
  await open();
  await expectText(item('Redback Fuel'), /Held more than the price/);
  await expectText(item('Redback Fuel'), /Price\$46\.80Held on top\$53\.20/);
  await expectText(item('Redback Fuel'), /The pump held \$100\.00 before it knew the price\. The other \$53\.20/);
  await expectText(item('Bay Hotel'), /The shop held \$100\.00 to allow for a tip or extras/);
  await way('Still held after 3 days?').first().click();
  await expectAt('/contactUs');
});

test('shows the steps of a pending refund, which is not counted as held', async () => {
  givenAccount();
  givenTransactions({ pending: [PART, REFUND] });
  await open();
  await expectText(page.getByRole('region', { name: 'Pending' }), /\$40\.00 held.*Refunds aren’t in it yet\./);
  const refund = item('Currawong Hardware').first();
  await expectText(refund, /\+\$39\.00/);
  await expectText(refund, /The shop sent itThursday 19 November/);
  await expectText(refund, /On its way to your cardUsually by Thursday 26 November/);
  await expectText(refund, /In your balanceYou can’t spend it yet\./);
  await expectAccessibleInBothSchemes();
});

test('says that a refund is late once its day is past', async () => {
  givenAccount();
  givenTransactions({ pending: [{ ...REFUND, ExpectedOn: null }] });
  await open();
  await expectText(item('Currawong Hardware').first(), /taking longer than usual, so ask the shop about it/);
  await expect.element(page.getByText('Usually by', { exact: false })).not.toBeInTheDocument();
  await expect.element(way('Still not working? Contact us')).toHaveAttribute('href', '/contactUs');
});

test('leads from a decline over the limit to the limit, and to another card that can pay', async () => {
  const online = givenCard({
    MaskedCardNumber: '9036 00•• •••• 0025',
    AccountNumber: '200100025',
    CardName: 'Wattle Online',
    AvailableAccountBalance: 700,
  });
  givenAccount([givenCard(), online]);
  givenTransactions({ declined: [OVER_LIMIT] });
  await open();
  await expectText(item('Banksia Bikes'), /spend limit was \$500\.00 a day, and you had \$394\.60 left/);
  await expect.element(way('Change spend limit')).toHaveAttribute('href', '/settings/spendLimit');
  await way('Pay with Wattle Online').click();
  await expectAt('/cardHome');
  await expect.poll(() => sent(getRecentTransactions).at(-1)?.body.Card.AccountNumber).toBe('200100025');
});

test('offers no card that cannot pay, and no limit of a card of someone else', async () => {
  const poor = givenCard({ AccountNumber: '200100025', CardName: 'Wattle Online', AvailableAccountBalance: 639.99 });
  givenAccount([givenCard(), poor]);
  givenTransactions({ declined: [{ ...OVER_LIMIT, CardEnding: '4444' }] });
  await open();
  await expectText(item('Banksia Bikes'), /you had \$394\.60 left/);
  await expect.element(way('Pay with Wattle Online')).not.toBeInTheDocument();
  await expect.element(way('Change spend limit')).not.toBeInTheDocument();
});

test('turns on only a card that is off', async () => {
  const declined = [declinedRow({ Description: 'Corner Cafe', Amount: -5.4, DeclineReason: 'cardOff' })];
  givenAccount([givenCard({ CardStatus: 'ActiveOff' })]);
  givenTransactions({ declined });
  await open();
  await expectText(item('Corner Cafe'), /The card was off\. You weren’t charged\./);
  await way('Turn card on').click();
  await expectAt('/cardHome');
  givenAccount();
  givenTransactions({ declined });
  await open();
  await expectText(item('Corner Cafe'), /The card was off/);
  await expect.element(way('Turn card on')).not.toBeInTheDocument();
});

test.each([
  ['elsewhere', 'This was declined before it reached us.', 'Still not working? Contact us', '/contactUs'],
  ['noFunds', 'There wasn’t enough money on the card.', 'Top up', '/topup'],
  ['keptAside', 'You keep this money aside for your goals', 'Savings goals', '/savings'],
  ['categoryRefused', 'This card can’t be used at this kind of shop.', 'Check where it works', '/settings/controls'],
  ['cardBlocked', 'The card is blocked.', 'Still not working? Contact us', '/contactUs'],
] as const)('explains a decline, %s, and leads on', async (DeclineReason, words, name, path) => {
  givenAccount();
  givenTransactions({ declined: [declinedRow({ Description: 'Kelpie Outdoors', Amount: -129, DeclineReason })] });
  await open();
  await expectText(item('Kelpie Outdoors'), new RegExp(words.replaceAll('.', String.raw`\.`)));
  await expect.element(way(name)).toHaveAttribute('href', path);
});

test.each([
  [
    'cancelled',
    'Did not go through',
    'The shop cancelled it or lost the connection. The $4.60 is back in your balance.',
  ],
  ['tooLate', 'Did not go through', 'Our answer reached the shop too late. The $4.60 is back in your balance'],
  ['notTaken', 'No longer held', 'It may still charge you later.'],
] as const)('says of a purchase that is held no more, %s, where its money is', async (LapseReason, line, words) => {
  givenAccount();
  givenTransactions({ declined: [lapsedRow({ Description: 'Metro Transit', Amount: -4.6, LapseReason })] });
  await open();
  await expectText(item('Metro Transit'), new RegExp(line));
  await expectText(item('Metro Transit'), /Not taken \$4\.60/);
  await expect.element(item('Metro Transit').getByText(words, { exact: false })).toBeVisible();
  // The filter of declined rows has it, the filter of money out does not.
  const show = () =>
    page
      .getByRole('dialog')
      .getByRole('button', { name: /^Show .*transaction/ })
      .click();
  await press('Filters');
  await press('Money out');
  await show();
  await expect.element(page.getByText('Nothing found')).toBeVisible();
  await page.getByRole('button', { name: /^Filters/ }).click();
  await press('Declined');
  await show();
  await expect.element(item('Metro Transit').first()).toBeVisible();
});

test('shows what a purchase was when a shop took more, and leads to the dispute', async () => {
  givenAccount();
  givenTransactions({ posted: [givenRow({ Description: 'Tin Roof Noodles', Amount: -63.45, ApprovedAmount: 58 })] });
  await open();
  await item('Tin Roof Noodles').getByText('Was $58.00 when you paid').click();
  await expect.element(page.getByText(/^Restaurants can add a tip after you pay/)).toBeVisible();
  await expect.element(page.getByText('Report a problem with this payment')).not.toBeInTheDocument();
  await expectAccessibleInBothSchemes();
  await expect.element(way('Something’s wrong with this')).toHaveAttribute('href', '/transactions/1/dispute');
});

test('names a shop that sent neither name nor country, and the cash part of a purchase', async () => {
  givenAccount();
  const bare = { Description: '', Country: null, Category: 'groceries', Amount: -80, CashAmount: 50 } as const;
  // The text of the other one was erased: its kind is all that is known.
  const erased = { ...bare, CardEnding: null, Category: 'other', CashAmount: null } as const;
  givenTransactions({ posted: [givenRow(bare), givenRow(erased)] });
  await open();
  await expectText(item('Shop without a name'), /Groceries · cash \$50\.00 of \$80\.00/);
  await page.getByText('Shop without a name').click();
  await expectText(item('Shop without a name'), /CountryNot given/);
  await expectText(item('Shop without a name'), /Cash\$50\.00 of \$80\.00/);
  await expectText(page.getByRole('listitem').filter({ hasText: 'Other' }), /^Purchase/);
});

test('says the same in Chinese', async () => {
  givenAccount();
  givenTransactions({ pending: [PART, FUEL, REFUND], declined: [OVER_LIMIT] });
  await open('zhCN');
  await expectText(item('Kurrajong Grocers'), /卡片\$40\.00其他方式\$22\.50/);
  await expectText(item('Redback Fuel'), /实际金额\$46\.80额外冻结\$53\.20/);
  await expectText(item('Currawong Hardware').first(), /通常 11月26日星期四前/);
  await expectText(item('Banksia Bikes'), /此卡每日消费限额 \$500\.00，当时剩余 \$394\.60/);
});

test('words of the programme are in the language in use, whichever they were stored in', async () => {
  givenAccount();
  const DescriptionIn = { enAU: 'Top-up by card ending 1111', zhCN: '银行卡充值（尾号 1111）' };
  const topUp = givenRow({ Kind: 'topUp', Amount: 50, Description: DescriptionIn.enAU, DescriptionIn });
  givenTransactions({ posted: [topUp] });
  await open('zhCN');
  await expect.element(item(DescriptionIn.zhCN)).toBeVisible();
  await expect.element(page.getByText(DescriptionIn.enAU)).not.toBeInTheDocument();
});

test('a payment that was made has the report of a scam in a fold', async () => {
  givenAccount();
  answer(getPaymentCourse, { Course: null, Again: null });
  givenTransactions({ posted: [givenRow({ Kind: 'bpay', Amount: -186.2, Description: 'Harbour Electricity' })] });
  await open();
  await page.getByText('Harbour Electricity').first().click();
  await expect.element(page.getByText('Report a problem with this payment')).toBeVisible();
  await expect.element(way('I think this is a scam')).not.toBeInTheDocument();
  await page.getByText('Report a problem with this payment').click();
  await expect
    .element(way('I think this is a scam'))
    .toHaveAttribute('href', expect.stringMatching(/^\/transactions\/scam\//));
});
