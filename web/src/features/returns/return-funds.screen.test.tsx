import { getPaymentHold } from '@wattle/contract/transfers/payment-hold.ts';
import { addPasscode } from '@wattle/contract/access/passcodes.ts';
import { giveProof, startStepUp } from '@wattle/contract/access/step-up.ts';
import { returnFund, returnFundStatus } from '@wattle/contract/returns/returns.ts';
import type { Language } from '@wattle/contract/rules/languages.ts';
import { getBsbDetails } from '@wattle/contract/transfers/bsb.ts';
import { deleteScheduledPayment, getPaymentDates, getScheduledPayments } from '@wattle/contract/schedules/schedules.ts';
import { beforeEach, expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { expectAccessibleInBothSchemes } from '../../../test-support/accessible.ts';
import { alert, button, expectAt, expectText, field, press, problems, title } from '../../../test-support/by-hand.ts';
import { HELD_PAYMENT } from '../../../test-support/held-payment.ts';
import { givenAccount } from '../../../test-support/given-account.ts';
import { givenPerson } from '../../../test-support/given-person.ts';
import { answer, fail, refuse, sent } from '../../../test-support/given-server.ts';
import { openScreen, reloadScreen } from '../../../test-support/open-screen.tsx';
import { givenDevice } from '../../../test-support/signed-in.ts';
import { LANGUAGES, wordsIn } from '../../../test-support/words.ts';
import { returnFundsJourney } from './return-funds-journey.ts';

const FREE = { CanRequestFund: true, Refusal: null, HasPendingTransation: false, HeldUntil: null };
const DONE = {
  ReceiptNumber: '202611200001',
  TransactionDate: '2026-11-20T02:00:00.000Z',
  Amount: 640.25,
  HeldUntil: null,
};

beforeEach(() => {
  answer(getPaymentHold, { HeldUntil: null, NewPayeesTotal: 640.25 });
  returnFundsJourney.throwAway();
  givenAccount();
  givenPerson();
  givenDevice();
  answer(returnFundStatus, FREE);
  answer(getPaymentDates, {
    IsStraightAway: false,
    Rail: 'file',
    OtherwiseArrives: null,
    Payments: [{ PlannedDate: '2026-11-26', PaymentDate: '2026-11-26', ArrivalDate: '2026-11-27' }],
    Last: null,
  });
  answer(getBsbDetails, { _entity: 'Testbank Sydney' });
});

const returns = (language: Language, key: string, values = {}) => wordsIn(language, `returns:${key}`, values);

async function openForm(language: Language = 'enAU'): Promise<void> {
  await openScreen('/returnFund', { as: 'account', language });
  await expectText(title, returns(language, 'title'));
}

/** To the last look before the money goes. */
async function openReview(language: Language = 'enAU'): Promise<void> {
  await openForm(language);
  await field(wordsIn(language, 'transfers:field.bsb')).fill('000-101');
  await field(wordsIn(language, 'transfers:field.accountNumber')).fill('6120 0447');
  await press(returns(language, 'continue'));
  await expectText(title, returns(language, 'reviewTitle'));
}
const doReturn = () => press('Return $640.25');

test.each(LANGUAGES)(
  'the form shows the amount and the required name, and its missing fields, in %s',
  async (language) => {
    await openForm(language);
    await expect.element(field(wordsIn(language, 'transfers:field.accountName'))).toHaveValue('Amelia Chen');
    await expect.element(page.getByText('$640.25', { exact: true }).first()).toBeVisible();
    await field(wordsIn(language, 'transfers:field.accountName')).fill('');
    await press(returns(language, 'continue'));
    await expect.element(alert).toHaveFocus();
    await expect.poll(() => problems.elements().length).toBe(3);
    await expectAccessibleInBothSchemes();
    expect(sent(returnFund)).toEqual([]);
  },
);

test('a BSB shows its bank, and a closed or unavailable one stops the form', async () => {
  await openForm();
  const bsb = field('BSB');
  refuse(getBsbDetails, 'bsb_closed', 'BsbNumber');
  await bsb.fill('000-777');
  await expect.element(bsb).toBeInvalid();
  await field('Account number').fill('6120 0447');
  await press('Check return');
  await expect.element(alert).toHaveFocus();
  await expectAt('/returnFund');
  await expectAccessibleInBothSchemes();
  answer(getBsbDetails, { _entity: 'Testbank Sydney' });
  await bsb.fill('000-101');
  await expect.element(page.getByText('Testbank Sydney')).toBeVisible();
  await press('Check return');
  await expectText(title, 'Check this return');
  await expect.element(page.getByText('Testbank Sydney')).toBeVisible();
});

test('a BSB that no bank has is reported at its field', async () => {
  answer(getBsbDetails, { _entity: '' });
  await openForm();
  await field('BSB').fill('000-99');
  expect(sent(getBsbDetails)).toEqual([]);
  await field('BSB').fill('000-999');
  await expect.element(page.getByText('This BSB doesn’t exist. Check all 6 digits').first()).toBeVisible();
  await expect.element(field('BSB')).toBeInvalid();
  expect(sent(getBsbDetails).map(({ body }) => body)).toEqual([{ BsbNumber: '000999' }]);
  await field('Account number').fill('6120 0447');
  await press('Check return');
  await expectAt('/returnFund');
});

test('a BSB and an account number must have valid lengths', async () => {
  await openForm();
  await field('BSB').fill('000');
  await field('Account number').fill('1234567890');
  await press('Check return');
  await expect.element(field('BSB')).toBeInvalid();
  await expect.element(field('Account number')).toBeInvalid();
  await expectAt('/returnFund');
});

test.each(LANGUAGES)('a return is reviewed before it is sent, in %s', async (language) => {
  await openReview(language);
  await expect.element(title).toHaveFocus();
  await expect.element(page.getByText(returns(language, 'heldBefore'))).not.toBeInTheDocument();
  await expectAccessibleInBothSchemes();
  expect(sent(returnFund)).toEqual([]);
  expect(sent(getPaymentHold)[0]?.body).toMatchObject({ Method: 'external', Amount: 640.25 });
});

test('the whole balance is returned to the entered account, and its receipt leads to the cards', async () => {
  answer(returnFund, DONE);
  await openReview();
  await doReturn();
  await expectText(title, '$640.25 sent to Amelia Chen');
  await expect.element(title).toHaveFocus();
  await expect.poll(() => document.title).toMatch(/^Payment sent/);
  await expect.element(page.getByRole('region', { name: 'Receipt' }).getByText(DONE.ReceiptNumber)).toBeVisible();
  await expectAccessibleInBothSchemes();
  await page.getByRole('link', { name: 'Go to Home' }).click();
  await expectAt('/cardHome');
  expect(sent(returnFund).map(({ headers }) => headers.has('Idempotency-Key'))).toEqual([true]);
  expect(sent(returnFund).map(({ body }) => body)).toEqual([
    {
      SourceAccountNumber: '200100017',
      MaskedCardNumber: '9036 00•• •••• 0017',
      ExpirationDate: '2029-09',
      CheckPendingAutoTopUp: true,
      DestinationBsb: '000-101',
      DestinationAccountNumber: '61200447',
      DestinationAccountName: 'Amelia Chen',
    },
  ]);
});

test.each(LANGUAGES)(
  '[16-a] Zoë O’Brien returns her funds with the name suggested by the page, in %s',
  async (language) => {
    givenPerson({ FirstName: 'Zoë', Surname: 'O’Brien' });
    answer(returnFund, DONE);
    await openReview(language);
    await expect.element(page.getByText(/Zoe O'Brien/).first()).toBeVisible();
    await press(returns(language, 'action', { amount: '$640.25' }));
    await expectText(title, wordsIn(language, 'transfers:paid.title', { amount: '$640.25', name: "Zoe O'Brien" }));
    expect(sent(returnFund).map(({ body }) => body)).toMatchObject([{ DestinationAccountName: "Zoe O'Brien" }]);
  },
);

test('the name field reports a character that a payment cannot carry', async () => {
  await openForm();
  await field('Account name').fill('Zoë 佐伊');
  await press('Check return');
  await expect.element(problems.nth(0)).toHaveTextContent('Take 佐 out of the account name. Payments can’t carry it');
});

test('a held return says when it leaves and arrives', async () => {
  answer(returnFund, { ...DONE, HeldUntil: '2026-11-21T02:00:00.000Z' });
  await openReview();
  await doReturn();
  await expectText(title, 'We’ll send $640.25 tomorrow at 1:00 pm');
  await expect.poll(() => document.title).toMatch(/^Payment on hold/);
  await expect.element(page.getByText(/^It arrives Friday 27 November\./)).toBeVisible();
  await expect.element(page.getByText('Leaves with the next bank file')).toBeVisible();
  await expectAccessibleInBothSchemes();
});

test('a held return is stopped where it ended', async () => {
  answer(returnFund, { ...DONE, HeldUntil: '2026-11-21T02:00:00.000Z' });
  answer(getScheduledPayments, {
    transferPayments: [{ ...HELD_PAYMENT, receiptNumber: DONE.ReceiptNumber }],
    bpayPayments: [],
  });
  answer(deleteScheduledPayment, { IsSuccessful: true });
  await openReview();
  await doReturn();
  await press('Stop payment');
  await page.getByRole('dialog').getByRole('button', { name: 'Stop payment' }).click();
  await expectText(title, 'Payment to Amelia Chen stopped');
  await expect.element(title).toHaveFocus();
  await expect.poll(() => document.title).toMatch(/^Payment stopped/);
  await expectAccessibleInBothSchemes();
});

test.each([
  ['card_problem', 'There is a problem with your card'],
  ['insufficient_funds', 'Insufficient funds for external transfer request'],
  ['card_money_stays', 'You can spend money added by card in the last 24 hours'],
] as const)('a return refused by %s shows the reason, and no money has left', async (error, words) => {
  refuse(returnFund, error);
  await openReview();
  await doReturn();
  await expectText(title, 'We couldn’t send your payment');
  await expect.element(title).toHaveFocus();
  await expect.element(page.getByText(new RegExp(words))).toBeVisible();
  await expect.element(page.getByText('No money has left your account.')).toBeVisible();
  await expectAccessibleInBothSchemes();
  answer(returnFund, DONE);
  await press('Try again');
  await expectText(title, '$640.25 sent to Amelia Chen');
  // The first payment was refused, so the next one is a new payment.
  const keys = sent(returnFund).map(({ headers }) => headers.get('Idempotency-Key'));
  expect(new Set(keys).size).toBe(2);
});

test('a refusal about a field leads back to it, with nothing lost', async () => {
  refuse(returnFund, 'payee_blocked', 'DestinationAccountName');
  await openReview();
  await doReturn();
  await expect.element(page.getByText('Payee has been blocked').first()).toBeVisible();
  await expect.element(page.getByRole('button', { name: 'Try again' })).not.toBeInTheDocument();
  await expectAccessibleInBothSchemes();
  await page.getByRole('link', { name: 'Change details' }).click();
  await expectAt('/returnFund');
  await expect.element(field('Account name')).toBeInvalid();
  await expect.element(field('Account name')).toHaveValue('Amelia Chen');
  await expect.element(field('BSB')).toHaveValue('000-101');
});

test('a return without a response is retried with the same key', async () => {
  fail(returnFund, 0);
  await openReview();
  await doReturn();
  await expectText(title, wordsIn('enAU', 'transfers:doubt.title'));
  await expect.element(title).toHaveFocus();
  await expectAccessibleInBothSchemes();
  answer(returnFund, DONE);
  await press('Try again');
  await expectText(title, '$640.25 sent to Amelia Chen');
  const keys = sent(returnFund).map(({ headers }) => headers.get('Idempotency-Key'));
  expect(keys).toHaveLength(2);
  expect(new Set(keys).size).toBe(1);
});

test('a reload keeps each step of a return, and sends nothing by itself', async () => {
  const reload = () => reloadScreen(returnFundsJourney);
  await openForm();
  await field('BSB').fill('000-101');
  await field('Account number').fill('6120 0447');
  reload();
  await expect.element(field('BSB')).toHaveValue('000-101');
  await expect.element(field('Account number')).toHaveValue('61200447');
  await press('Check return');
  await expectText(title, 'Check this return');
  reload();
  await expectText(title, 'Check this return');
  await expect.element(button('Return $640.25')).toBeVisible();
  refuse(returnFund, 'insufficient_funds');
  await doReturn();
  await expectText(title, 'We couldn’t send your payment');
  reload();
  await expectText(title, 'We couldn’t send your payment');
  await expect.element(page.getByText('No money has left your account.')).toBeVisible();
  fail(returnFund, 0);
  await press('Try again');
  await expectText(title, wordsIn('enAU', 'transfers:doubt.title'));
  reload();
  await expectText(title, wordsIn('enAU', 'transfers:doubt.title'));
  answer(returnFund, DONE);
  await press('Try again');
  await expectText(title, '$640.25 sent to Amelia Chen');
  reload();
  await expectText(title, '$640.25 sent to Amelia Chen');
  await expect.element(page.getByRole('region', { name: 'Receipt' }).getByText(DONE.ReceiptNumber)).toBeVisible();
  // The refused one, and the one in doubt with its repetition.
  const keys = sent(returnFund).map(({ headers }) => headers.get('Idempotency-Key'));
  expect(keys).toHaveLength(3);
  expect(keys[2]).toBe(keys[1]);
  expect(keys[1]).not.toBe(keys[0]);
});

test('a reload while a return is on its way asks for it again by the same key alone', async () => {
  answer(returnFund, () => new Promise<never>(() => undefined));
  await openReview();
  await doReturn();
  await expect.poll(() => sent(returnFund).length).toBe(1);
  reloadScreen(returnFundsJourney);
  await expectText(title, wordsIn('enAU', 'transfers:doubt.title'));
  expect(sent(returnFund)).toHaveLength(1);
  answer(returnFund, DONE);
  await press('Try again');
  await expectText(title, '$640.25 sent to Amelia Chen');
  expect(new Set(sent(returnFund).map(({ headers }) => headers.get('Idempotency-Key'))).size).toBe(1);
});

test('a return is proved for its exact content before it is sent', async () => {
  let isProved = false;
  answer(returnFund, () => (isProved ? DONE : Response.json({ error: ['428'] }, { status: 428 })));
  answer(startStepUp, { Methods: ['password'], Passkey: null, NothingUntil: null });
  answer(giveProof, () => {
    isProved = true;
    return { IsSuccessful: true as const };
  });
  await openReview();
  await doReturn();
  const dialog = page.getByRole('dialog', { name: 'Confirm it’s you' });
  await expect.element(dialog).toBeVisible();
  await expectAccessibleInBothSchemes();
  await dialog.getByLabelText('Password', { exact: true }).fill('Golden-Wattle-2026');
  await press('Confirm');
  await expectText(title, '$640.25 sent to Amelia Chen');
  const [proof] = sent(giveProof).map(({ body }) => body);
  expect(proof).toMatchObject({ Purpose: 'payment', Method: 'password', currentpassword: 'Golden-Wattle-2026' });
  expect(Object.values(proof?.Content ?? {})).toEqual(
    expect.arrayContaining(['640.25', '000101', '61200447', 'Amelia Chen']),
  );
});

test('a passcode is offered at a proof by password, its tick empty, and set right after', async () => {
  let isProved = false;
  answer(returnFund, () => (isProved ? DONE : Response.json({ error: ['428'] }, { status: 428 })));
  answer(startStepUp, { Methods: ['password'], Passkey: null, NothingUntil: null });
  answer(giveProof, () => {
    isProved = true;
    return { IsSuccessful: true as const };
  });
  answer(addPasscode, { IsSuccessful: true });
  await openReview();
  await doReturn();
  const dialog = page.getByRole('dialog', { name: 'Confirm it’s you' });
  const offer = dialog.getByRole('checkbox', { name: 'Next time, use a passcode on this device' });
  await expect.element(offer).not.toBeChecked();
  await offer.click();
  await dialog.getByLabelText('Password', { exact: true }).fill('Golden-Wattle-2026');
  await press('Confirm');
  const choose = page.getByRole('dialog', { name: 'Choose a passcode' });
  await expect.element(choose).toBeVisible();
  await expectAccessibleInBothSchemes();
  // The payment has its own proof, and the passcode another.
  expect(sent(giveProof).map(({ body }) => body.Purpose)).toEqual(['payment', 'account']);
  await choose.getByLabelText('New passcode', { exact: true }).fill('7391');
  await choose.getByLabelText('Confirm passcode').fill('7391');
  await press('Set passcode');
  await expect.element(choose).not.toBeInTheDocument();
  expect(sent(addPasscode).map(({ body }) => body.pin)).toEqual(['7391']);
  await expectText(title, '$640.25 sent to Amelia Chen');
});

test('a return can be cancelled at the review', async () => {
  await openReview();
  await press('Cancel this return');
  await expectAt('/cardHome');
  expect(sent(returnFund)).toEqual([]);
});

test.each([
  ['pending', { Refusal: '10001', HasPendingTransation: true, HeldUntil: null }],
  ['held', { Refusal: '10001', HasPendingTransation: false, HeldUntil: '2026-11-21T02:00:00.000Z' }],
  ['none', { Refusal: '20240', HasPendingTransation: false, HeldUntil: null }],
] as const)('a card whose balance cannot be returned shows the reason in both languages: %s', async (key, why) => {
  answer(returnFundStatus, { CanRequestFund: false, ...why });
  for (const language of LANGUAGES) {
    await openForm(language);
    await expect.element(page.getByRole('heading', { name: returns(language, `${key}Title`) })).toBeVisible();
    await expect.element(button(returns(language, 'continue'))).not.toBeInTheDocument();
    await expectAccessibleInBothSchemes();
  }
});

test('money recently added by card cannot be returned, with an explanation of its own', async () => {
  answer(returnFundStatus, { CanRequestFund: false, Refusal: '20313', HasPendingTransation: false, HeldUntil: null });
  await openForm();
  await expect.element(page.getByText(/^You can spend money added by card in the last 24 hours/)).toBeVisible();
  await expect.element(button('Check return')).not.toBeInTheDocument();
});

test('the availability of a return is loaded again after a failure', async () => {
  fail(returnFundStatus, 503);
  await openForm();
  await expect.element(page.getByRole('heading', { name: 'This didn’t load' })).toBeVisible();
  await expectAccessibleInBothSchemes();
  answer(returnFundStatus, FREE);
  await press('Try again');
  await expect.element(field('Account name')).toHaveValue('Amelia Chen');
});

test.each(LANGUAGES)('money added by card shows why it cannot be returned, in %s', async (language) => {
  answer(returnFundStatus, { ...FREE, CanRequestFund: false, Refusal: '20313' });
  await openScreen('/returnFund', { as: 'account', language });
  await expect.element(page.getByText(wordsIn(language, 'errors:20313'))).toBeVisible();
  expect(sent(returnFund)).toEqual([]);
});
