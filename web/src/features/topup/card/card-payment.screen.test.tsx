import { isPrimaryAccount } from '@wattle/contract/cards/home.ts';
import { getPaymentState, initiatePayment, type PaymentState } from '@wattle/contract/topup/card-topup.ts';
import { getActiveAutoTopup } from '@wattle/contract/topup/auto-topup.ts';
import { getTopupDetails, getTopupsOnTheirWay } from '@wattle/contract/topup/topup.ts';
import type { ResponseOf } from '@wattle/contract/operation.ts';
import type { Language } from '@wattle/contract/rules/languages.ts';
import { beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import { expectAccessibleInBothSchemes } from '../../../../test-support/accessible.ts';
import { expectAlert, expectAt, expectText, field, heading, press, title } from '../../../../test-support/by-hand.ts';
import { expectGateway, GATEWAY, hearGateway } from '../../../../test-support/gateway-frame.ts';
import { givenAccount } from '../../../../test-support/given-account.ts';
import { givenPerson } from '../../../../test-support/given-person.ts';
import { answer, fail, refuse, sent } from '../../../../test-support/given-server.ts';
import { NO_AUTO_TOPUP } from '../../../../test-support/no-auto-topup.ts';
import { openScreen, reloadScreen } from '../../../../test-support/open-screen.tsx';
import { givenDevice } from '../../../../test-support/signed-in.ts';
import { LANGUAGES, wordsIn } from '../../../../test-support/words.ts';
import { cardTopupJourney, openedPayment } from './card-topup-journey.ts';

const DETAILS: ResponseOf<typeof getTopupDetails> = {
  MaximumLoadLimit: 1_000,
  MinimumTopup: 10,
  MaximumTopup: 500,
  MaximumAvailableTopup: 359.75,
  CurrentAccountBalance: 640.25,
  OnItsWay: 0,
  Fee: 0,
};
const SID = '1.00000000-0000-4000-8000-000000000000';

beforeEach(() => {
  givenAccount();
  givenPerson();
  givenDevice();
  answer(isPrimaryAccount, true);
  answer(getTopupsOnTheirWay, { TopUps: [] });
  answer(getActiveAutoTopup, NO_AUTO_TOPUP);
  answer(getTopupDetails, DETAILS);
  answer(initiatePayment, { url: GATEWAY, Sid: SID, Sst: 'secret', Page: 'frame' });
});

const givenState = (State: PaymentState) =>
  answer(getPaymentState, {
    State,
    Amount: 25,
    ReceiptNumber: State === 'Paid' ? '202611200001' : null,
    AvailableAccountBalance: 665.25,
  });

async function openPayment(language: Language = 'enAU'): Promise<void> {
  await openScreen('/topup', { as: 'account', language });
  await field(wordsIn(language, 'topup:card.amount')).fill('25');
  await press(wordsIn(language, 'topup:card.action', { amount: '$25.00' }));
  await expectText(title, wordsIn(language, 'topup:pay.title'));
  await expectGateway();
}

test.each(LANGUAGES)('the page of the payment service is shown in %s', async (language) => {
  await openPayment(language);
  await expectAccessibleInBothSchemes();
  expect(sent(initiatePayment).map(({ body }) => body)).toEqual([
    { accountNumber: '200100017', amount: 25, Language: language },
  ]);
  expect(sent(getPaymentState)).toEqual([]);
});

test.each([
  ['Paid', 'done.title'],
  ['Declined', 'end.declined'],
  ['Cancelled', 'end.cancelled'],
  ['Expired', 'end.expired'],
  ['Refunded', 'end.refunded'],
  ['Waiting', 'end.waiting'],
] as const)('a payment by another card that is %s is reported', async (state, key) => {
  givenState(state);
  await openPayment();
  hearGateway('back');
  await expectText(title, wordsIn('enAU', `topup:${key}`, { amount: '$25.00' }));
  await expectAccessibleInBothSchemes();
});

test.each([
  ['Declined', 'Try another card', 'The payment didn’t go through. You haven’t been charged.'],
  ['Cancelled', 'Back to top up', /\$25\.00/],
] as const)('a payment that is %s charges nobody and keeps the amount', async (state, again, words) => {
  givenState(state);
  await openPayment();
  hearGateway('back');
  await expect.element(page.getByText(words).first()).toBeVisible();
  await page.getByRole('link', { name: again }).click();
  await expectAt('/topup');
  await expect.element(field('Amount in dollars')).toHaveValue('25.00');
});

test('a gateway page that cannot be opened again charges nobody', async () => {
  givenState('Open');
  await openPayment();
  hearGateway('gone');
  await expectText(title, wordsIn('enAU', 'topup:end.left'));
  await expectAccessibleInBothSchemes();
});

test.each(LANGUAGES)('a payment in flight is shown on the home in %s', async (language) => {
  answer(getTopupDetails, { ...DETAILS, OnItsWay: 30 });
  await openScreen('/cardHome', { as: 'account', language });
  await expect
    .element(page.getByText(wordsIn(language, 'cards:topupComing.title', { amount: '$30.00' })))
    .toBeVisible();
  await expectAccessibleInBothSchemes();
});

test('a payment with an unknown outcome is polled until it is known', async () => {
  givenState('Waiting');
  await openPayment();
  hearGateway('back');
  await expect.element(heading('Confirming your payment')).toBeVisible();
  givenState('Paid');
  await expect.element(heading('$25.00 added to your card')).toBeVisible();
  await expect.element(page.getByRole('region', { name: 'Receipt' }).getByText('202611200001')).toBeVisible();
});

test.each(LANGUAGES)('says that it leaves for a page that may not be framed in %s', async (language) => {
  answer(initiatePayment, { url: GATEWAY, Sid: SID, Sst: 'secret', Page: 'redirect' });
  const leave = vi.spyOn(HTMLFormElement.prototype, 'submit').mockImplementation(() => undefined);
  onTestFinished(() => {
    leave.mockRestore();
    openedPayment.drop();
  });
  await openScreen('/topup', { as: 'account', language });
  await field(wordsIn(language, 'topup:card.amount')).fill('25');
  await press(wordsIn(language, 'topup:card.action', { amount: '$25.00' }));
  await expect.element(page.getByRole('status').getByText(wordsIn(language, 'gateway:leave.text'))).toBeVisible();
  await expect.element(page.getByText(wordsIn(language, 'gateway:noteBefore'))).toBeVisible();
  await expect.element(page.getByText(wordsIn(language, 'gateway:note'))).not.toBeInTheDocument();
  await expect.poll(() => leave.mock.contexts.map((form) => (form as HTMLFormElement).target)).toEqual(['_self']);
  await expectAccessibleInBothSchemes();
});

test('a payment of another tab is found by its address, and its amount is filled in', async () => {
  givenState('Cancelled');
  await openScreen(`/topup/card?payment=${SID}`, { as: 'account' });
  await expectText(title, 'You cancelled the payment');
  expect(sent(getPaymentState).at(-1)?.body).toMatchObject({ Sid: SID });
  await page.getByRole('link', { name: 'Back to top up' }).click();
  await expectAt('/topup');
  await expect.element(field('Amount in dollars')).toHaveValue('25.00');
});

test('an address is about its own payment where this tab has opened another one since', async () => {
  givenState('Cancelled');
  await openPayment();
  hearGateway('back');
  await expectText(title, 'You cancelled the payment');
  const earlier = '1.00000000-0000-4000-8000-000000000001';
  givenState('Paid');
  window.history.replaceState(null, '', `/topup/card?payment=${earlier}`);
  reloadScreen(cardTopupJourney);
  await expect.element(heading('$25.00 added to your card')).toBeVisible();
  expect(sent(getPaymentState).at(-1)?.body).toMatchObject({ Sid: earlier });
});

test.each(LANGUAGES)('an address that names no payment of the person leads to a new start in %s', async (language) => {
  refuse(getPaymentState, 'not_found', 'Sid');
  await openScreen(`/topup/card?payment=${SID}`, { as: 'account', language });
  await expectText(title, wordsIn(language, 'topup:end.none'));
  await expectAccessibleInBothSchemes();
  const asked = sent(getPaymentState).length;
  // It would be asked about again after 1.5 seconds.
  await new Promise((resolve) => setTimeout(resolve, 2_000));
  expect(sent(getPaymentState)).toHaveLength(asked);
  await page.getByRole('link', { name: wordsIn(language, 'topup:end.startAgain') }).click();
  await expectAt('/topup');
});

test.each(LANGUAGES)('attempts that are too many say when the next one is possible in %s', async (language) => {
  const tooMany = () => Response.json({ error: ['429'] }, { status: 429, headers: { 'Retry-After': '3541' } });
  answer(initiatePayment, tooMany);
  await openScreen('/topup', { as: 'account', language });
  await field(wordsIn(language, 'topup:card.amount')).fill('25');
  await press(wordsIn(language, 'topup:card.action', { amount: '$25.00' }));
  await expectAlert(wordsIn(language, 'errors:inAnHour'));
});

test('a payment that this tab has left for and that does not exist leads to a new start', async () => {
  refuse(getPaymentState, 'not_found', 'Sid');
  await openPayment();
  hearGateway('back');
  await expectText(title, wordsIn('enAU', 'topup:end.none'));
});

test('a payment of an address is found once the server answers', async () => {
  fail(getPaymentState, 503);
  await openScreen(`/topup/card?payment=${SID}`, { as: 'account' });
  await expect.element(heading(wordsIn('enAU', 'common:loadFailed'))).toBeVisible();
  givenState('Paid');
  await press('Try again');
  await expect.element(heading('$25.00 added to your card')).toBeVisible();
});
