import { canOrderAdditionalCard, orderAdditionalCard } from '@wattle/contract/cards/additional.ts';
import { getCardControls } from '@wattle/contract/cards/controls.ts';
import { getCardDetails } from '@wattle/contract/cards/home.ts';
import { getCardReplacementFee } from '@wattle/contract/cards/replace.ts';
import {
  changeName,
  changePaymentLimit,
  changePin,
  changeSpendLimit,
  getSpendLimits,
} from '@wattle/contract/cards/settings.ts';
import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { expectAccessible } from '../../../../test-support/accessible.ts';
import { expectText, press } from '../../../../test-support/by-hand.ts';
import { givenAccount, givenDetails } from '../../../../test-support/given-account.ts';
import { givenCard } from '../../../../test-support/signed-in.ts';
import { givenPerson } from '../../../../test-support/given-person.ts';
import { answer, fail, refuse, sent } from '../../../../test-support/given-server.ts';
import { openScreen } from '../../../../test-support/open-screen.tsx';

const DONE = { IsSuccessful: true as const };
const alert = (words: string) => page.getByRole('alert').filter({ hasText: words });
const open = (path: string) => openScreen(path, { as: 'account' });

test('a card name must start with a letter', async () => {
  givenAccount();
  await open('/settings/cardName');
  await page.getByLabelText('Card name').fill('4 the club');
  await press('Save');
  await expectText(alert('Start'), /Start with a letter\. After that, use letters, digits, spaces/);
  await expectAccessible();
});

test('a card name is saved at once, and the settings say so', async () => {
  givenAccount();
  answer(changeName, DONE);
  refuse(getCardReplacementFee, 'invalid_card_details');
  refuse(getCardControls, 'card_problem');
  await open('/settings/cardName');
  await page.getByLabelText('Card name').fill('Groceries');
  await press('Save');
  const said = page.getByRole('status').filter({ hasText: 'This card is now called Groceries' });
  await expect.element(said).toBeInTheDocument();
  await expect.element(page.getByRole('heading', { name: 'Card settings', level: 1 })).toBeVisible();
  expect(sent(changeName).map(({ body }) => body.CardName)).toEqual(['Groceries']);
});

test('a spend limit is chosen, and reset to the default by pressing it again', async () => {
  givenAccount();
  answer(getSpendLimits, { PaymentLimits: [100, 500, 1_000] });
  answer(changeSpendLimit, ({ body }) => {
    answer(getCardDetails, givenDetails({ SpendLimit: Number(body.NewSpendLimit) }));
    return DONE;
  });
  await open('/settings/spendLimit');
  await press('Change Card spending');
  await press('$500');
  await press('Save spend limit');
  await expect.element(page.getByText('Currently: Default: $2,000.00 a day')).toBeVisible();
  expect(sent(changeSpendLimit)).toEqual([]);
  await press('Save spend limit');
  await expect.element(page.getByText(/left of \$500\.00 today/)).toBeVisible();
  await press('Change Card spending');
  await press('$500');
  await expect.element(page.getByRole('button', { name: 'Default' })).toHaveAttribute('aria-pressed', 'true');
});

test('a payment limit is in whole dollars up to the maximum of the product', async () => {
  givenAccount();
  answer(getSpendLimits, { PaymentLimits: [100, 500, 1_000] });
  answer(changePaymentLimit, DONE);
  await open('/settings/paymentLimit');
  await press('Change Payments and transfers');
  const limit = page.getByLabelText('Daily payment limit in dollars');
  await limit.fill('10.5');
  await press('Save payment limit');
  await expectText(alert('Enter'), /Enter a limit in whole dollars/);
  await limit.fill('9000');
  await press('Save payment limit');
  await expectText(alert('Enter'), /Enter a limit of up to \$5,000\.00/);
  await expectAccessible();
  expect(sent(changePaymentLimit)).toEqual([]);
});

test('a payment limit is in dollars where it is read and reviewed, and saved after the review', async () => {
  givenAccount();
  answer(getSpendLimits, { PaymentLimits: [100, 500, 1_000] });
  answer(changePaymentLimit, DONE);
  await open('/settings/paymentLimit');
  // The product allows 5,000.00. No one has chosen the 2,000.00.
  await expect.element(page.getByText('$2,000.00, the default')).toBeVisible();
  await press('Change Payments and transfers');
  await page.getByLabelText('Daily payment limit in dollars').fill('0');
  await press('Save payment limit');
  await expectText(page.getByRole('definition').filter({ hasText: 'Currently' }), /^\$0\.00\s*Currently: \$2,000\.00$/);
  await expectAccessible();
  expect(sent(changePaymentLimit)).toEqual([]);
  await press('Save payment limit');
  await expect.poll(() => sent(changePaymentLimit).map(({ body }) => body.NewPaymentLimit)).toEqual([0]);
});

test('two different PINs are cleared once both are complete', async () => {
  givenAccount();
  await open('/settings/pin');
  const [first, again] = [page.getByLabelText('New PIN', { exact: true }), page.getByLabelText('New PIN again')];
  await first.fill('7391');
  await again.fill('739');
  await expect.element(page.getByText(/Choose another PIN/)).not.toBeInTheDocument();
  await again.fill('7319');
  await expect.element(first).toHaveAccessibleDescription(/Choose another PIN/);
  await expect.element(again).toHaveAccessibleDescription(/Choose another PIN/);
  await expect.element(first).toHaveFocus();
  await expect.element(first).toHaveValue('');
  await expect.element(again).toHaveValue('');
});

test('a PIN that the processor keeps is not changed here, and the page says how to change it', async () => {
  givenAccount([givenCard({ NumberHeldBy: 'processor', PinHeldBy: 'processor' })]);
  await open('/settings/pin');
  await expect.element(page.getByText('This PIN can’t be changed here')).toBeVisible();
  await expect.element(page.getByText(/Call us on .*\d/)).toBeVisible();
  await expect.element(page.getByLabelText('New PIN')).not.toBeInTheDocument();
  await expect.element(page.getByRole('button', { name: 'Save name' })).toBeVisible();
  await expectAccessible();
});

test('a birthday as PIN and a wrong password are refused', async () => {
  givenAccount();
  await open('/settings/pin');
  const choose = async (pin: string) => {
    await page.getByLabelText('New PIN', { exact: true }).fill(pin);
    await page.getByLabelText('New PIN again').fill(pin);
    await page.getByLabelText('Current password').fill('Golden-Wattle-2026');
    // Saved without a review.
    await press('Save');
  };
  refuse(changePin, 'required_field', 'pin');
  await choose('1990');
  await expectText(alert('Choose'), /Choose another PIN/);
  refuse(changePin, 'current_password_wrong', 'password');
  await choose('7391');
  await expectText(alert('Current'), /Current password is not valid/);
  await expectAccessible();
  answer(changePin, DONE);
  await choose('7391');
  const ended = page.getByRole('heading', { name: 'Your PIN is changed', level: 1 });
  await expect.element(ended).toHaveFocus();
  await expectAccessible();
});

test('PIN and name are saved by one press, the PIN first, and only what was typed', async () => {
  givenAccount();
  refuse(getCardReplacementFee, 'invalid_card_details');
  refuse(getCardControls, 'card_problem');
  await open('/settings/pin');
  await expect.element(page.getByLabelText('Current password')).not.toBeInTheDocument();
  await page.getByLabelText('Card name').fill('Groceries');
  await page.getByLabelText('New PIN', { exact: true }).fill('7391');
  await page.getByLabelText('New PIN again').fill('7391');
  await page.getByLabelText('Current password').fill('Not-The-Password-1');
  refuse(changePin, 'current_password_wrong', 'password');
  await press('Save');
  await expectText(alert('Current'), /Current password is not valid/);
  // A PIN that was refused saves no name.
  expect(sent(changeName)).toEqual([]);
  answer(changePin, DONE);
  refuse(changeName, 'card_problem');
  await page.getByLabelText('Current password').fill('Golden-Wattle-2026');
  await press('Save');
  // What is left is the name alone.
  await expect.element(page.getByText('Your PIN is changed')).toBeVisible();
  await expect.element(page.getByLabelText('New PIN', { exact: true })).not.toBeInTheDocument();
  answer(changeName, DONE);
  await press('Save name');
  await expect.element(page.getByRole('heading', { name: 'Card settings', level: 1 })).toBeVisible();
  expect(sent(changePin).length).toBe(2);
  expect(sent(changeName).map(({ body }) => body.CardName)).toEqual(['Groceries', 'Groceries']);
});

test('what a programme says about a lost card is a sentence below the title of its row', async () => {
  givenAccount();
  answer(getCardDetails, givenDetails());
  refuse(getCardReplacementFee, 'invalid_card_details');
  refuse(getCardControls, 'card_problem');
  await openScreen('/settings/general', {
    as: 'account',
    settings: { OverrideLostOrStolenText: 'Tell your account manager.' },
  });
  await expectText(
    page.getByRole('link', { name: /^Lost or stolen/ }),
    /^Lost or stolen\s*Tell your account manager\.$/,
  );
});

test('an account with more cards than it may have says how many', async () => {
  givenAccount();
  answer(getCardDetails, givenDetails({ ShowOrderAdditionalCard: true }));
  answer(canOrderAdditionalCard, {
    IsValid: false,
    AdditionalCardFee: 9.95,
    CardCount: 5,
    MaximumCardCount: 4,
    ArrivesBy: '2026-12-01',
  });
  refuse(getCardReplacementFee, 'invalid_card_details');
  refuse(getCardControls, 'card_problem');
  await open('/settings/general');
  await expectText(page.getByRole('link', { name: /^Additional card/ }), /5 cards · \$9\.95/);
});

test('an additional card is confirmed, and ordered once, whatever became of an answer', async () => {
  givenAccount();
  givenPerson();
  answer(getCardDetails, givenDetails({ ShowOrderAdditionalCard: true }));
  answer(canOrderAdditionalCard, {
    IsValid: true,
    AdditionalCardFee: 9.95,
    CardCount: 1,
    MaximumCardCount: 4,
    ArrivesBy: '2026-12-01',
  });
  fail(orderAdditionalCard, 0);
  await open('/settings/additionalCard');
  await expect.element(page.getByText('14 Banksia Street, Fremantle WA 6160')).toBeVisible();
  await expect.element(page.getByText('Arrives by Tuesday 1 December')).toBeVisible();
  await press('Order additional card');
  await expect.element(page.getByText('A $9.95 fee applies. Order the card?')).toBeVisible();
  await expectAccessible();
  await press('Order card and pay $9.95');
  const ended = page.getByRole('heading', { level: 1 });
  await expectText(ended, 'We’re not sure the card was ordered');
  await expect.element(ended).toHaveFocus();
  await expectAccessible();
  refuse(orderAdditionalCard, 'fee_not_covered');
  await press('Try again');
  await expectText(ended, 'We couldn’t order the card');
  await expect.element(page.getByText('You haven’t been charged.')).toBeVisible();
  await expectAccessible();
  answer(orderAdditionalCard, DONE);
  await press('Try again');
  await expectText(ended, 'Your additional card is on its way');
  await expect.element(ended).toHaveFocus();
  await expectAccessible();
  // The refused order has ended, so the third call is a new order.
  const [lost, refused, done] = sent(orderAdditionalCard).map(({ headers }) => headers.get('Idempotency-Key'));
  expect(refused).toBe(lost);
  expect(done).not.toBe(refused);
});
