import { getCardDetails, getCards } from '@wattle/contract/cards/home.ts';
import { PRODUCT_TYPE } from '@wattle/contract/cards/card.ts';
import { turnCardOff } from '@wattle/contract/cards/switch.ts';
import { answerContactCheck, getOnlineAccount } from '@wattle/contract/profile/online-account.ts';
import { deleteScheduledPayment, getScheduledPayments } from '@wattle/contract/schedules/schedules.ts';
import { getAutoTopupAccounts } from '@wattle/contract/topup/auto-topup-accounts.ts';
import { expect, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import { expectAccessible } from '../../../test-support/accessible.ts';
import { expectText, focusOn, pressAt, title } from '../../../test-support/by-hand.ts';
import {
  givenAccount,
  givenDetails,
  givenRow,
  givenSpending,
  givenTransactions,
} from '../../../test-support/given-account.ts';
import { answer, sent } from '../../../test-support/given-server.ts';
import { HELD_PAYMENT } from '../../../test-support/held-payment.ts';
import { openScreen } from '../../../test-support/open-screen.tsx';
import { givenCard } from '../../../test-support/signed-in.ts';

const everyday = givenCard();
const online = givenCard({
  MaskedCardNumber: '9036 00•• •••• 0025',
  CardName: 'Wattle Online',
  IsReloadable: false,
  IsVirtualCard: true,
});
const travel = givenCard({
  MaskedCardNumber: '9036 00•• •••• 0033',
  AccountNumber: '200100033',
  CardName: 'Wattle Travel',
  CardStatus: 'Ordered',
});
/** A payment of 35.50 that waits until 21 November. */
const HELD = { ...HELD_PAYMENT, amount: 35.5 };
const three = [everyday, online, travel];

const cardList = page.getByRole('list', { name: 'Your cards' });
const ofName = (name: RegExp) => cardList.getByRole('button', { name });

test('a card in delivery has no switch', async () => {
  givenAccount(three);
  await openScreen('/cardHome', { as: 'account' });
  await expect.element(page.getByRole('switch')).toBeVisible();
  await expect.element(ofName(/^Wattle Travel/)).toHaveAccessibleName(/On its way$/);
  await ofName(/^Wattle Travel/).click();
  await expect.element(ofName(/^Wattle Travel/)).toHaveAttribute('aria-current', 'true');
  await expect.element(page.getByText('This card is on its way')).toBeVisible();
  await expect.element(page.getByRole('switch')).not.toBeInTheDocument();
  await expect.element(page.getByRole('button', { name: 'Activate' })).not.toBeInTheDocument();
});

test('a card that is being made says so, and cannot be used or activated', async () => {
  const made = givenCard({
    MaskedCardNumber: '1234 5678 901• ••••',
    CardName: 'Wattle Travel',
    CardStatus: 'Ordered',
    IsBeingMade: true,
    NumberHeldBy: 'processor',
    PinHeldBy: 'processor',
  });
  givenAccount([made]);
  await openScreen('/cardHome', { as: 'account' });
  await expect.element(ofName(/^Wattle Travel/)).toHaveAccessibleName(/, Being made$/);
  await expect.element(page.getByText('This card is being made')).toBeVisible();
  await expect.element(page.getByRole('switch')).not.toBeInTheDocument();
  await expect.element(page.getByRole('button', { name: 'Activate' })).not.toBeInTheDocument();
});

test('arrow keys move through the cards and wrap around', async () => {
  givenAccount(three);
  await openScreen('/cardHome', { as: 'account' });
  await focusOn(ofName(/^Wattle Everyday/));
  await pressAt(ofName(/^Wattle Everyday/), 'ArrowLeft');
  await expect.element(ofName(/^Wattle Travel/)).toHaveFocus();
  await expect.element(ofName(/^Wattle Travel/)).toHaveAttribute('aria-current', 'true');
  await pressAt(ofName(/^Wattle Travel/), 'ArrowRight');
  await expect.element(ofName(/^Wattle Everyday/)).toHaveFocus();
  await pressAt(ofName(/^Wattle Everyday/), 'ArrowRight');
  await expect.element(ofName(/^Wattle Online/)).toHaveAttribute('aria-current', 'true');
});

test('a card can be turned over and back', async () => {
  givenAccount();
  await openScreen('/cardHome', { as: 'account' });
  const back = page.getByRole('region', { name: 'Back of Wattle Everyday' });
  await expect.element(back).not.toBeInTheDocument();
  // On a phone only the top of a card is seen until it is pressed.
  await expect.element(ofName(/^Wattle Everyday/)).toHaveAttribute('aria-expanded', 'false');
  await ofName(/^Wattle Everyday/).click();
  await expect.element(ofName(/^Wattle Everyday/)).toHaveAttribute('aria-expanded', 'true');
  await page.getByRole('button', { name: 'Show the back of Wattle Everyday' }).click();
  await expect.element(back.getByText(/^9036 00•• •••• 0017$/)).toBeVisible();
  await expectAccessible();
  await page.getByRole('button', { name: 'Show the front of Wattle Everyday' }).click();
  await expect.element(back).not.toBeInTheDocument();
});

test('spending is shown as a chart and as a table', async () => {
  givenAccount();
  givenSpending([310, 220, 405, 180, 90, 64.1]);
  await openScreen('/cardHome', { as: 'account' });
  const spending = page.getByRole('region', { name: 'Spent in November' });
  await spending.getByRole('button', { name: 'Show as table' }).click();
  const rows = spending.getByRole('table', { name: 'Spent by month' }).getByRole('row');
  await expect.poll(() => rows.elements().length).toBe(7);
  await expect.element(rows.last().getByRole('cell')).toHaveTextContent('$64.10');
  await expectAccessible();
});

test('interest is shown by financial year for a debit product only', async () => {
  givenAccount([everyday, online]);
  answer(getCardDetails, ({ body }) =>
    body.Card.MaskedCardNumber === everyday.value.MaskedCardNumber
      ? givenDetails({ ProductType: PRODUCT_TYPE.debit, SavingsInterestRate: 3.1, InterestYearToDate: 4.2 })
      : givenDetails(),
  );
  await openScreen('/cardHome', { as: 'account' });
  const interest = page.getByRole('table', { name: 'Interest and tax withheld' });
  await expect.poll(() => interest.getByRole('row').elements().length).toBe(3);
  await expectText(interest, /\$4\.20/);
  await expect.element(page.getByText('3.10% a year')).toBeVisible();
  await ofName(/^Wattle Online/).click();
  await expect.element(interest).not.toBeInTheDocument();
});

test('a card-only user sees one card and no name', async () => {
  givenAccount([givenCard({ IsReloadable: false })]);
  await openScreen('/cardHome', { as: 'card' });
  await expectText(title, 'Hello');
  await expect.poll(() => cardList.getByRole('listitem').elements().length).toBe(1);
  await expect.element(page.getByText(/last signed in/)).not.toBeInTheDocument();
  await expect.element(page.getByRole('button', { name: 'Next card' })).not.toBeInTheDocument();
  await expect.element(page.getByRole('button', { name: /Show the back/ })).not.toBeInTheDocument();
});

test('a brand has its own greeting and its own link', async () => {
  givenAccount([givenCard({ CardName: 'Stumps Gift', IsReloadable: false })]);
  await openScreen('/cardHome', { as: 'card', brand: 'stumps' });
  const fixtures = page.getByRole('link', { name: /^Fixtures and tickets/ });
  await expect.element(fixtures).toHaveAttribute('href', 'https://stumpsclub.example/fixtures');
  await expect.element(fixtures).toHaveAttribute('rel', expect.stringMatching('noopener'));
  await expectText(title, "G'day");
});

test('a restricted card is shown as blocked, without a switch and with a number to call', async () => {
  const restricted = givenCard({ MaskedCardNumber: '9036 00•• •••• 0140', CardStatus: 'Restricted' });
  givenAccount([restricted, givenCard({ MaskedCardNumber: '9036 00•• •••• 0173' })]);
  await openScreen('/cardHome', { as: 'account', brand: 'ledgerline' });
  await ofName(/ending 0140/).click();
  await expect.element(ofName(/ending 0140/)).toHaveAccessibleName(/Blocked$/);
  await expect.element(page.getByText('This card is blocked')).toBeVisible();
  await expect.element(page.getByRole('switch')).not.toBeInTheDocument();
  await expect.element(page.getByRole('link', { name: 'Call 1300 555 014' })).toHaveAttribute('href', 'tel:1300555014');
  await expect.element(page.getByRole('button', { name: /Show the back/ })).not.toBeInTheDocument();
  await ofName(/ending 0173, expires [\d/]+$/).click();
  await expect.element(page.getByRole('switch')).toBeChecked();
});

test('cards that failed to load are loaded again', async () => {
  givenAccount();
  answer(getCards, () => Response.json({ error: ['429'] }, { status: 429 }));
  await openScreen('/cardHome', { as: 'account' });
  await expect.element(page.getByRole('heading', { name: 'We couldn’t load your cards' })).toBeVisible();
  await expectAccessible();
  answer(getCards, { cards: [everyday] });
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect.poll(() => cardList.getByRole('listitem').elements().length).toBe(1);
});

test('the account number can be copied', async () => {
  givenAccount();
  await openScreen('/cardHome', { as: 'account' });
  const written = vi.spyOn(navigator.clipboard, 'writeText').mockResolvedValue();
  const numbers = page.getByRole('region', { name: 'Wattle Everyday' });
  await numbers.getByText('BSB and account number').click();
  await expectText(numbers, /000-001/);
  await numbers.getByRole('button', { name: 'Copy account number' }).click();
  await expect.element(numbers.getByText('Copied')).toBeVisible();
  expect(written).toHaveBeenCalledWith('200100017');
  written.mockRestore();
});

test('held money is split into pending purchases and payments that wait, which can be stopped', async () => {
  givenAccount();
  // 120.00 held: a purchase of 84.50 and a payment of 35.50.
  givenTransactions({ pending: [givenRow({ IsPending: true, Sequence: null, Amount: -84.5 })] });
  answer(getScheduledPayments, { transferPayments: [HELD], bpayPayments: [] });
  await openScreen('/cardHome', { as: 'account' });
  await page.getByText('$120.00 held').click();
  const purchases = page.getByRole('listitem').filter({ hasText: '1 pending' });
  await expectText(purchases, /\$84\.50/);
  await purchases.getByRole('button', { name: 'See pending purchases' }).click();
  await expect.element(page.getByRole('heading', { name: /^Pending/ })).toHaveFocus();
  const waiting = page.getByRole('listitem').filter({ hasText: 'Payments waiting' });
  await expectText(waiting, /Jordan Blake, until Saturday 1:00 pm.*\$35\.50/);
  await expectAccessible();
  await waiting.getByRole('button', { name: 'Stop the payment to Jordan Blake' }).click();
  const dialog = page.getByRole('dialog');
  answer(deleteScheduledPayment, { IsSuccessful: true });
  answer(getScheduledPayments, { transferPayments: [], bpayPayments: [] });
  await dialog.getByRole('button', { name: 'Stop payment' }).click();
  await expect.poll(() => sent(deleteScheduledPayment).length).toBe(1);
});

test('the row of actions turns the card off', async () => {
  givenAccount();
  answer(turnCardOff, { IsSuccessful: true });
  await openScreen('/cardHome', { as: 'account' });
  await page.getByRole('button', { name: 'Turn card off' }).click();
  await expect.poll(() => sent(turnCardOff).length).toBe(1);
});

test('a hidden balance is hidden in the lists of cards and transactions too, and not what is spent', async () => {
  givenAccount();
  givenTransactions({ posted: [givenRow({ Sequence: 1 })] });
  await openScreen('/cardHome', { as: 'account' });
  await page.getByRole('button', { name: 'Hide balance' }).click();
  await openScreen('/transactions', { as: 'account' });
  await expect.element(page.getByText('•••• available')).toBeVisible();
  await page.getByText('Corner Cafe').click();
  await expect.element(page.getByText('$640.25')).not.toBeInTheDocument();
  await expect.element(page.getByText('−$4.50').first()).toBeVisible();
  await openScreen('/cardHome', { as: 'account' });
  await page.getByRole('button', { name: 'Show balance' }).click();
});

test('the balance can be hidden, and stays hidden in this browser until it is shown', async () => {
  givenAccount();
  await openScreen('/cardHome', { as: 'account' });
  await page.getByRole('button', { name: 'Hide balance' }).click();
  await expect.element(page.getByText('Balance hidden')).toBeInTheDocument();
  expect(localStorage.getItem('wattle.balance.hidden')).toBe('true');
  await page.getByRole('button', { name: 'Show balance' }).click();
  await expect.element(page.getByText('Balance hidden')).not.toBeInTheDocument();
  expect(localStorage.getItem('wattle.balance.hidden')).toBe('false');
});

test('a home without cards links to an existing automatic top-up', async () => {
  givenAccount();
  answer(getCards, { cards: [] });
  answer(getAutoTopupAccounts, { Accounts: [{ AccountNumber: '200100017' }] });
  await openScreen('/cardHome', { as: 'account' });
  await expect.element(page.getByText('No cards yet')).toBeVisible();
  await expect.element(page.getByRole('link', { name: 'Change or cancel it' })).toHaveAttribute('href', '/topup');
  await expectAccessible();
});

const AMELIA = {
  FirstName: 'Amelia',
  Surname: 'Chen',
  PreviousLogin: null,
  ShowStatementMessage: false,
  TaxFileNumber: '*** *** ***',
  Withholding: null,
  IsPrimaryAccount: true,
  Kyc: true,
  Language: 'enAU' as const,
};

test('a contact that messages do not reach is asked about, and answered in one press', async () => {
  givenAccount([everyday]);
  answer(getOnlineAccount, {
    ...AMELIA,
    UnreachedContacts: [{ Channel: 'mobile', Why: 'optedOut' }],
    IsReached: true,
  });
  answer(answerContactCheck, { result: true });
  await openScreen('/cardHome', { as: 'account' });
  await expect.element(page.getByText(/turned off for your mobile number\. Reply START/)).toBeVisible();
  await expect
    .element(page.getByText('Until then, codes go to your email, unless you’ve just changed it.'))
    .toBeVisible();
  await expect
    .element(page.getByRole('link', { name: 'Change your mobile number' }))
    .toHaveAttribute('href', '/myAccount');
  await expectAccessible();
  // On a phone it is not below a list of many transactions.
  const question = page.getByText('Check your mobile number', { exact: true }).element();
  const list = page.getByRole('heading', { name: 'Recent', exact: true }).element();
  expect(question.getBoundingClientRect().top).toBeLessThan(list.getBoundingClientRect().top);
  await page.getByRole('button', { name: 'It works now' }).click();
  await expect
    .poll(() => sent(answerContactCheck).map(({ body }) => body))
    .toEqual([{ Channel: 'mobile', Answer: 'works' }]);
});

test('a person whom no message reaches is told what to do', async () => {
  givenAccount([everyday]);
  answer(getOnlineAccount, {
    ...AMELIA,
    UnreachedContacts: [
      { Channel: 'mobile', Why: 'failing' },
      { Channel: 'email', Why: 'failing' },
    ],
    IsReached: false,
  });
  answer(answerContactCheck, { result: true });
  await openScreen('/cardHome', { as: 'account' });
  await expect.element(page.getByText(/^Codes can’t reach you now.*or call/).first()).toBeVisible();
  await page.getByRole('button', { name: 'Dismiss' }).first().click();
  await expect
    .poll(() => sent(answerContactCheck).map(({ body }) => body))
    .toEqual([{ Channel: 'mobile', Answer: 'later' }]);
});
