import type { Language } from '@wattle/contract/rules/languages.ts';
import { transferExternal } from '@wattle/contract/transfers/external.ts';
import { getBsbDetails } from '@wattle/contract/transfers/bsb.ts';
import { confirmPayee } from '@wattle/contract/transfers/payees.ts';
import { getOnlineAccount } from '@wattle/contract/profile/online-account.ts';
import { beforeEach, expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { expectAccessibleInBothSchemes } from '../../../../test-support/accessible.ts';
import { expectAt, field, press } from '../../../../test-support/by-hand.ts';
import { givenAccount } from '../../../../test-support/given-account.ts';
import { givenPayments } from '../../../../test-support/given-payments.ts';
import { answer, sent } from '../../../../test-support/given-server.ts';
import { openScreen } from '../../../../test-support/open-screen.tsx';
import { LANGUAGES, wordsIn } from '../../../../test-support/words.ts';

beforeEach(() => {
  givenAccount();
  givenPayments();
  answer(getBsbDetails, { _entity: 'Testbank Sydney' });
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
});

/** A payment to a bank account that was typed in, up to the result of the name check. */
async function typeAccount(language: Language) {
  const words = (key: string) => wordsIn(language, `transfers:${key}`);
  await openScreen('/fundsTransfer', { as: 'account', language });
  await page.getByRole('button', { name: new RegExp(words('new.external')) }).click();
  await field(words('field.accountName')).fill('Jordan Blake');
  await field(words('field.bsb')).fill('000101');
  await field(words('field.accountNumber')).fill('900000004');
  return words;
}

test.each(LANGUAGES)(
  'an account that the other bank has not is said in the form and on the review, in %s',
  async (language) => {
    answer(confirmPayee, { Outcome: 'noAccount', BusinessName: null });
    const words = await typeAccount(language);
    const [title, text] = [words('name.noAccount.title'), words('name.noAccount.text')];
    await expect.element(page.getByText(title, { exact: true })).toBeVisible();
    await expect.element(page.getByText(text, { exact: true })).toBeVisible();
    await expectAccessibleInBothSchemes();
    // It leads back to the account, and may be kept.
    await press(words('name.change.account'));
    await expect.element(field(words('field.accountNumber'))).toHaveFocus();
    await press(words('name.keep.account'));
    await expect.element(page.getByRole('button', { name: words('name.keep.account') })).not.toBeInTheDocument();
    await field(words('field.amount')).fill('10');
    await page.getByRole('radio').first().click();
    await press(words('continue'));
    await expectAt('/confirmTransfer');
    await expect.element(page.getByText(title, { exact: true })).toBeVisible();
    await expect.element(page.getByText(text, { exact: true })).toBeVisible();
    await expect.element(page.getByText(words('confirm.checkTitle'), { exact: true })).not.toBeInTheDocument();
    await expectAccessibleInBothSchemes();
    expect(sent(transferExternal)).toEqual([]);
  },
);

test('an account that is closed says so, and no more than that', async () => {
  answer(confirmPayee, { Outcome: 'closed', BusinessName: null });
  await typeAccount('enAU');
  await expect.element(page.getByText('This account is closed', { exact: true })).toBeVisible();
  await expect.element(page.getByRole('button', { name: 'Change account' })).toBeVisible();
  await expect.element(page.getByText('We can’t find this account', { exact: true })).not.toBeInTheDocument();
});
