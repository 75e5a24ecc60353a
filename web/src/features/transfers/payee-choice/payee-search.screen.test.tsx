import { getBPayBiller } from '@wattle/contract/bpay/bpay.ts';
import { getOnlineAccount } from '@wattle/contract/profile/online-account.ts';
import { getBsbDetails } from '@wattle/contract/transfers/bsb.ts';
import { beforeEach, expect, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { expectAccessibleInBothSchemes } from '../../../../test-support/accessible.ts';
import { expectText, field, focusOn, press, pressAt, title } from '../../../../test-support/by-hand.ts';
import { givenAccount } from '../../../../test-support/given-account.ts';
import { givenPayee, givenPayments } from '../../../../test-support/given-payments.ts';
import { answer, fail, sent } from '../../../../test-support/given-server.ts';
import { openScreen } from '../../../../test-support/open-screen.tsx';
import { givenCard } from '../../../../test-support/signed-in.ts';

const STUDIO = givenPayee();
const BILL = givenPayee({
  PayeeId: 'c0a8e1d2-7f3b-4c5d-9e6f-a1b2c3d4e5f7',
  DestinationAccountName: 'Power',
  DestinationBSB: '23796',
  DestinationAccountNumber: '87348538',
  LastPurpose: null,
});

beforeEach(async () => {
  givenAccount();
  answer(getOnlineAccount, {
    FirstName: 'Amelia',
    Surname: 'Chen',
    PreviousLogin: null,
    ShowStatementMessage: false,
    TaxFileNumber: null,
    Withholding: null,
    IsPrimaryAccount: true,
    Kyc: true,
    Language: 'enAU',
    UnreachedContacts: [],
    IsReached: true,
  });
  answer(getBsbDetails, ({ body }) => ({ _entity: body.BsbNumber === '000101' ? 'Testbank Sydney' : '' }));
  answer(getBPayBiller, {
    BillerName: 'Harbour Electricity',
    IsVariableCRN: false,
    CheckRule: 'MOD10V01',
    ShortestReference: 8,
    LongestReference: 8,
    LeastAmount: 5,
    MostAmount: 900,
    MaskedPrefixes: [],
    PayeeReference: null,
  });
  givenPayments({ external: [STUDIO], bpay: [BILL] });
});

const whom = page.getByRole('searchbox', { name: 'Name, account or biller code' });
const rows = page.getByRole('list', { name: 'Results' }).getByRole('listitem');
const open = async (typed: string) => {
  await openScreen('/fundsTransfer', { as: 'account' });
  await expectText(title, 'Who do you want to pay?');
  await whom.fill(typed);
};

test('a pasted message is read, and the form asks for nothing that it says', async () => {
  await open('hey my bsb 000101 acct 44172208 thx, Jordan');
  await expectText(rows, '000-101 · 44172208Testbank Sydney');
  await expectAccessibleInBothSchemes();
  await focusOn(whom);
  await userEvent.keyboard('{Enter}');
  await expectText(title, 'Pay a bank account');
  await expect.element(field('Account name')).toHaveFocus();
  await expect.element(page.getByText('BSB 000-101, account 44172208')).toBeVisible();
  await expect.element(page.getByText('Testbank Sydney').first()).toBeVisible();
  // The payee reads the name of the payer, as with every other payee.
  await expect.element(page.getByText(/ sees “Amelia Chen”$|^Amelia Chen$/)).toBeVisible();
  await expect.element(field('BSB')).not.toBeInTheDocument();
  await expectAccessibleInBothSchemes();
  await press('Change');
  await expect.element(field('BSB')).toHaveFocus();
  await expect.element(field('BSB')).toHaveValue('000-101');
  await expect.element(field('Account number')).toHaveValue('44172208');
});

test('a BSB that is wrong is shown at its field, which stays while it is put right', async () => {
  await open('BSB 000-999 account 44172208 account name: Jordan Lee');
  await rows.getByRole('button').click();
  await expect.element(field('Account name')).toHaveValue('Jordan Lee');
  await expect.element(field('BSB')).toHaveAttribute('aria-invalid', 'true');
  await field('BSB').fill('000101');
  await expect.element(page.getByText('Testbank Sydney').first()).toBeVisible();
  await expect.element(field('BSB')).toBeVisible();
});

test('a line of a bill is read with its check digit', async () => {
  await open('Biller Code: 23796 Ref: 9876 5432');
  await expectText(rows, /^Harbour Electricity.*Check the reference/);
  await whom.fill('Biller Code: 23796 Ref: 1873 4855');
  await expectText(rows, 'Harbour Electricity23796 · 18734855');
  await rows.getByRole('button').click();
  await expectText(title, 'Pay a BPAY bill');
  await expect.element(field('Amount in dollars')).toHaveFocus();
  await expect.element(page.getByText('Biller 23796, reference 18734855')).toBeVisible();
});

test('numbers of someone saved lead to them', async () => {
  await open('BSB 000 101 acc 6661 0001');
  await expectText(rows, /^.*Studio North000-101 · 66610001\$12\.50$/);
  await whom.fill('biller code 23796 ref 87348538');
  await expectText(rows, /Power/);
  await whom.fill('ＳＴＵＤＩＯ');
  await rows.getByRole('button').click();
  await expectText(title, 'Pay Studio North');
});

test('the arrow keys go through what was found, and back to the field', async () => {
  await open('000101');
  await expect.poll(() => rows.elements().length).toBe(3);
  await pressAt(whom, 'ArrowDown');
  await expect.element(rows.first().getByRole('button')).toHaveFocus();
  await userEvent.keyboard('{ArrowDown}{ArrowDown}{ArrowDown}');
  await expect.element(rows.last().getByRole('button')).toHaveFocus();
  await userEvent.keyboard('{ArrowUp}{ArrowUp}{ArrowUp}');
  await expect.element(whom).toHaveFocus();
});

test('a number without a label is a biller code only where the biller is known', async () => {
  fail(getBPayBiller, 503);
  await open('23796');
  await expectText(rows, /Power/);
  await whom.fill('55555');
  await expect.element(page.getByText('No saved payee matches', { exact: false })).toBeVisible();
});

test('nothing of a card number leaves the field', async () => {
  await open('4111 1111 1111 1111');
  await expect.element(page.getByText('This looks like a card number')).toBeVisible();
  await expect.element(rows).not.toBeInTheDocument();
  await expectAccessibleInBothSchemes();
  expect(sent(getBPayBiller)).toEqual([]);
  await press('Pay a bank account');
  await expectText(title, 'Pay a bank account');
  const kept = JSON.stringify([Object.entries(sessionStorage), Object.entries(localStorage), window.location.href]);
  expect(kept.replaceAll(' ', '')).not.toContain('4111');
});

test('a mobile number leads to what can be paid', async () => {
  await open('0400 000 112');
  await expect.element(page.getByText('You can’t pay a mobile number, email or ABN')).toBeVisible();
  await press('Pay a bank account');
  await expect.element(field('Account name')).toHaveFocus();
});

test('one press pastes', async () => {
  const read = vi.spyOn(navigator.clipboard, 'readText').mockResolvedValue('BSB: 000-101\nAccount: 44172208');
  await open('');
  await press('Paste');
  await expect.element(whom).toHaveValue('BSB: 000-101 Account: 44172208');
  await expect.element(whom).toHaveFocus();
  await expectText(rows, /000-101 · 44172208/);
  read.mockRestore();
});

test('a card of one’s own is found by its name and its account', async () => {
  const travel = { MaskedCardNumber: '9036 00•• •••• 0033', CardName: 'Wattle Travel', AccountNumber: '200100033' };
  givenAccount([givenCard(), givenCard(travel)]);
  await open('200 100 033');
  await expectText(rows, /^Wattle Travel.*Move money$/);
  await rows.getByRole('button').click();
  await expectText(title, 'Move money to Wattle Travel');
});
