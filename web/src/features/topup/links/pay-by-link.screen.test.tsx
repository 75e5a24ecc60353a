import { isPrimaryAccount } from '@wattle/contract/cards/home.ts';
import type { ResponseOf } from '@wattle/contract/operation.ts';
import type { Language } from '@wattle/contract/rules/languages.ts';
import { getActiveAutoTopup } from '@wattle/contract/topup/auto-topup.ts';
import { getTopupsOnTheirWay } from '@wattle/contract/topup/topup.ts';
import {
  endPaymentLink,
  getLinkPaymentState,
  getPaymentLink,
  getPaymentLinks,
  initiateLinkPayment,
  makePaymentLink,
} from '@wattle/contract/topup/payment-links.ts';
import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { expectAccessibleInBothSchemes } from '../../../../test-support/accessible.ts';
import { alert, expectAlert, expectText, field, press, title } from '../../../../test-support/by-hand.ts';
import { expectGateway, GATEWAY, hearGateway } from '../../../../test-support/gateway-frame.ts';
import { givenAccount } from '../../../../test-support/given-account.ts';
import { givenPerson } from '../../../../test-support/given-person.ts';
import { answer, fail, refuse, sent } from '../../../../test-support/given-server.ts';
import { NO_AUTO_TOPUP } from '../../../../test-support/no-auto-topup.ts';
import { openScreen } from '../../../../test-support/open-screen.tsx';
import { LANGUAGES, wordsIn } from '../../../../test-support/words.ts';

type PaymentLink = ResponseOf<typeof getPaymentLinks>['Links'][number];

const TOKEN = 'A'.repeat(22);
const SID = '1.00000000-0000-4000-8000-000000000000';
const LINK: PaymentLink = {
  LinkId: '00000000-0000-4000-8000-000000000001',
  Token: TOKEN,
  MaximumAmount: 80,
  EndsOn: '2026-12-20',
  IsOpen: true,
  Payments: [],
};

async function openLinks(links: readonly PaymentLink[] = [], language: Language = 'enAU'): Promise<void> {
  givenAccount();
  givenPerson();
  answer(isPrimaryAccount, true);
  answer(getTopupsOnTheirWay, { TopUps: [] });
  answer(getPaymentLinks, { Links: [...links] });
  // The way of automatic top-ups says its fee.
  answer(getActiveAutoTopup, NO_AUTO_TOPUP);
  await openScreen('/topup', { as: 'account', language });
  await page.getByText(wordsIn(language, 'topup:link.title'), { exact: true }).click();
  await expect.element(page.getByText(wordsIn(language, 'topup:link.lead'))).toBeVisible();
}

test('a link without a response is listed, so that nobody creates a second one', async () => {
  await openLinks();
  answer(makePaymentLink, () => {
    answer(getPaymentLinks, { Links: [LINK] });
    throw new TypeError('Failed to fetch');
  });
  await field('Maximum per payment, in dollars').fill('80');
  await press('Create link');
  await expectAlert('We didn’t get a reply. Check your connection, then try again');
  await expect.element(page.getByText('Up to $80.00 per payment')).toBeVisible();
  await expectAccessibleInBothSchemes();
  expect(sent(makePaymentLink).map(({ body }) => body)).toEqual([
    { accountNumber: '200100017', maximumAmount: 80, days: 30 },
  ]);
});

test.each(LANGUAGES)('links show their payers, and one of them is ended, in %s', async (language) => {
  const payment = { PayerName: 'Nonna Rossi', Amount: 40, PaidAt: '2026-11-20T02:00:00.000Z' };
  const paid = { ...LINK, Payments: [payment] };
  await openLinks([paid], language);
  await expect.element(page.getByText('Nonna Rossi')).toBeVisible();
  await expectAccessibleInBothSchemes();
  answer(endPaymentLink, () => {
    answer(getPaymentLinks, { Links: [{ ...paid, IsOpen: false }] });
    return { Link: { ...paid, IsOpen: false } };
  });
  await press(wordsIn(language, 'topup:link.end'));
  await expect.element(page.getByText(wordsIn(language, 'topup:link.ended'), { exact: true })).toBeVisible();
  await expect.element(page.getByText('Nonna Rossi')).toBeVisible();
  await expectAccessibleInBothSchemes();
});

const words = (language: Language, key: string) =>
  wordsIn(language, `payByLink:${key}`, { name: 'Amelia C.', amount: '$40.00' });

async function openPay(language: Language = 'enAU'): Promise<void> {
  answer(getPaymentLink, { Name: 'Amelia C.', MinimumAmount: 10, MaximumAmount: 80, EndsOn: '2026-12-20' });
  await openScreen(`/pay/${TOKEN}`, { language });
  await expectText(title, words(language, 'title'));
}

test.each(LANGUAGES)('a payment by a link reports missing fields in %s', async (language) => {
  await openPay(language);
  await expectAccessibleInBothSchemes();
  await field(words(language, 'amount')).fill('80.01');
  await press(words(language, 'actionPlain'));
  await expect.element(alert).toHaveFocus();
  await expectAlert('$80.00');
  await expect.element(field(words(language, 'name'))).toBeInvalid();
  await expectAccessibleInBothSchemes();
  expect(sent(initiateLinkPayment)).toEqual([]);
});

test('all obstacles to paying into an account give the same refusal', async () => {
  refuse(initiateLinkPayment, 'link_payment_refused');
  await openPay();
  await field(words('enAU', 'amount')).fill('40');
  await field(words('enAU', 'name')).fill('Nonna Rossi');
  await press('Pay $40.00');
  await expect.element(alert).toHaveFocus();
  await expectAccessibleInBothSchemes();
});

async function pay(): Promise<void> {
  answer(initiateLinkPayment, { url: GATEWAY, Sid: SID, Sst: 'secret', Page: 'frame' });
  await openPay();
  await field(words('enAU', 'amount')).fill('40');
  await field(words('enAU', 'name')).fill('Nonna Rossi');
  await press('Pay $40.00');
  await expectGateway();
}

test('the page of the payment service opens for the entered values', async () => {
  await pay();
  await expectAccessibleInBothSchemes();
  expect(sent(initiateLinkPayment).map(({ body }) => body)).toEqual([
    { brand: 'wattle', Token: TOKEN, Amount: 40, PayerName: 'Nonna Rossi', Language: 'enAU' },
  ]);
  expect(sent(getLinkPaymentState)).toEqual([]);
});

const STATES = ['Paid', 'Declined', 'Cancelled', 'Expired', 'Refunded', 'CardRefused', 'Waiting'] as const;
test.each(STATES)('a payment by a link that is %s is reported', async (state) => {
  answer(getLinkPaymentState, { State: state, Amount: 40 });
  await pay();
  hearGateway('back');
  await expectText(title, words('enAU', `end.${state}.title`));
  await expectAccessibleInBothSchemes();
});

// The programme's settings say which cards may not pay.
test.each(LANGUAGES)('a card that may not pay is named by no kind in %s', (language) => {
  for (const text of [words(language, 'end.CardRefused.text'), wordsIn(language, 'topup:end.cardRefusedText')]) {
    expect(text).not.toMatch(/prepaid|debit|credit|预付|借记|信用/i);
  }
});

test.each(LANGUAGES)(
  'a payer who comes back from a page of the payment service finds the outcome in %s',
  async (language) => {
    answer(getLinkPaymentState, { State: 'Cancelled', Amount: 40 });
    answer(getPaymentLink, { Name: 'Amelia C.', MinimumAmount: 10, MaximumAmount: 80, EndsOn: '2026-12-20' });
    await openScreen(`/pay/${TOKEN}?payment=${SID}`, { language });
    await expectText(title, words(language, 'end.Cancelled.title'));
    expect(sent(getLinkPaymentState).at(0)?.body).toMatchObject({ Token: TOKEN, Sid: SID });
    await expectAccessibleInBothSchemes();
    await press(words(language, 'end.again'));
    await expectText(title, words(language, 'title'));
  },
);

test.each(LANGUAGES)('an address that names no payment by the link leads to a new start in %s', async (language) => {
  refuse(getLinkPaymentState, 'not_found', 'Sid');
  answer(getPaymentLink, { Name: 'Amelia C.', MinimumAmount: 10, MaximumAmount: 80, EndsOn: '2026-12-20' });
  await openScreen(`/pay/${TOKEN}?payment=${SID}`, { language });
  await expectText(title, words(language, 'end.None.title'));
  await expectAccessibleInBothSchemes();
  const asked = sent(getLinkPaymentState).length;
  await new Promise((resolve) => setTimeout(resolve, 2_000));
  expect(sent(getLinkPaymentState)).toHaveLength(asked);
  await press(words(language, 'end.again'));
  await expectText(title, words(language, 'title'));
});

test('a link that failed to load is tried again', async () => {
  fail(getPaymentLink, 503);
  await openScreen(`/pay/${TOKEN}`);
  await expectText(title, wordsIn('enAU', 'common:loadFailed'));
  await expectAccessibleInBothSchemes();
  answer(getPaymentLink, { Name: 'Amelia C.', MinimumAmount: 10, MaximumAmount: 80, EndsOn: '2026-12-20' });
  await press('Try again');
  await expectText(title, words('enAU', 'title'));
});

test.each(LANGUAGES)('a closed link is reported in %s', async (language) => {
  refuse(getPaymentLink, 'not_found');
  await openScreen(`/pay/${TOKEN}`, { language });
  await expectText(title, words(language, 'gone.title'));
  await expectAccessibleInBothSchemes();
});
