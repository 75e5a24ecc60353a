import { confirmPayee, deletePayees, getPayees, updatePayee } from '@wattle/contract/transfers/payees.ts';
import { PAYEE_TYPE, type SavedPayee } from '@wattle/contract/transfers/payee.ts';
import { getBsbDetails } from '@wattle/contract/transfers/bsb.ts';
import { beforeEach, expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { expectAccessibleInBothSchemes } from '../../../../test-support/accessible.ts';
import { alert, expectText, press, title } from '../../../../test-support/by-hand.ts';
import { givenAccount } from '../../../../test-support/given-account.ts';
import { answer, fail, refuse, sent } from '../../../../test-support/given-server.ts';
import { openScreen } from '../../../../test-support/open-screen.tsx';
import { LANGUAGES, wordsIn } from '../../../../test-support/words.ts';

const STUDIO: SavedPayee = {
  PayeeId: '00000000-0000-4000-8000-000000000001',
  DestinationAccountName: 'Studio North',
  DestinationBSB: '000101',
  DestinationAccountNumber: '66610001',
  LastPaidAt: '2026-11-19T02:00:00.000Z',
  LastPaidAmount: 1.5,
  LastPurpose: null,
  PaidThisYear: 12.5,
};
const MIA: SavedPayee = {
  PayeeId: '00000000-0000-4000-8000-000000000002',
  DestinationAccountName: 'Mia Cole',
  DestinationBSB: null,
  DestinationAccountNumber: '200100025',
  LastPaidAt: null,
  LastPaidAmount: null,
  LastPurpose: null,
  PaidThisYear: 0,
};

function givenPayees(external: readonly SavedPayee[] = [STUDIO], internal: readonly SavedPayee[] = [MIA]): void {
  answer(getPayees, ({ body }) => {
    const { PayeeType: type } = body;
    const list = type === PAYEE_TYPE.external ? external : type === PAYEE_TYPE.internal ? internal : [];
    return { Payees: [...list], MaximumPayees: 50 };
  });
}

beforeEach(() => {
  givenAccount();
  givenPayees();
  answer(getBsbDetails, { _entity: 'Testbank Sydney' });
  answer(confirmPayee, { Outcome: 'cannotSay', BusinessName: null });
});

const open = (language: (typeof LANGUAGES)[number] = 'enAU') => openScreen('/payees', { as: 'account', language });
const search = page.getByRole('searchbox');
const row = page.getByRole('listitem').filter({ hasText: 'Studio North' });

test.each(LANGUAGES)('payees are found by name and number and viewed, in %s', async (language) => {
  const words = (key: string) => wordsIn(language, `payees:${key}`);
  await open(language);
  await expectText(title, words('title'));
  await search.fill('no such payee');
  await expect.element(page.getByText(words('nothingFound'))).toBeVisible();
  await expectAccessibleInBothSchemes();
  await search.fill('6661 0001');
  await expect.poll(() => row.elements().length).toBe(1);
  await expect.element(page.getByText('Mia Cole')).not.toBeInTheDocument();
  await expect
    .element(row.getByRole('button', { name: /Studio North/ }).first())
    .toHaveAttribute('aria-expanded', 'true');
  await expect.element(row.getByText('Testbank Sydney')).toBeVisible();
  await expect.element(row.getByText('$12.50')).toBeVisible();
  await expectAccessibleInBothSchemes();
});

test('a payee that was never paid shows so', async () => {
  await open();
  await search.fill('Mia');
  await expect.element(page.getByText('Not paid yet')).toBeVisible();
});

test('a payee can be changed, but not to a closed branch', async () => {
  await open();
  await search.fill('Studio');
  await press('Edit Studio North');
  const edit = page.getByRole('dialog', { name: 'Edit Studio North' });
  const bsb = edit.getByLabelText('BSB', { exact: true });
  refuse(getBsbDetails, 'bsb_closed', 'BsbNumber');
  await bsb.fill('000-198');
  await expect.element(edit.getByText(/This branch is closed/)).toBeVisible();
  await edit.getByRole('button', { name: 'Save changes' }).click();
  await expect.element(bsb).toHaveFocus();
  await expectAccessibleInBothSchemes();
  expect(sent(updatePayee)).toEqual([]);

  answer(getBsbDetails, { _entity: 'Testbank Sydney' });
  answer(updatePayee, () => {
    givenPayees([{ ...STUDIO, DestinationAccountNumber: '66610002', LastPaidAt: null, LastPaidAmount: null }]);
    return { IsSuccessful: true as const };
  });
  await bsb.fill('000-101');
  await edit.getByLabelText('Account number', { exact: true }).fill('66610002');
  await expect.element(edit.getByText(/^We can’t check the name\./)).toBeVisible();
  await expectAccessibleInBothSchemes();
  await edit.getByRole('button', { name: 'Save changes' }).click();
  await expect.element(edit).not.toBeInTheDocument();
  await expect.element(row.getByText('000-101 · 66610002')).toBeVisible();
  // The new account was never paid.
  await expect.element(row.getByText('Not paid yet')).toBeVisible();
  expect(sent(updatePayee).map(({ body }) => body)).toEqual([
    {
      PayeeId: STUDIO.PayeeId,
      PayeeType: PAYEE_TYPE.external,
      DestinationAccountName: 'Studio North',
      DestinationBSB: '000101',
      DestinationAccountNumber: '66610002',
    },
  ]);
});

test('a payee’s name with a sign that payments cannot carry is refused by that sign', async () => {
  await open();
  await search.fill('Studio');
  await press('Edit Studio North');
  const edit = page.getByRole('dialog', { name: 'Edit Studio North' });
  await edit.getByLabelText('Name', { exact: true }).fill('Studio 北');
  await edit.getByRole('button', { name: 'Save changes' }).click();
  await expect.element(edit.getByText(/^Take 北 out of /)).toBeVisible();
  expect(sent(updatePayee)).toEqual([]);
});

test('a payee is deleted after confirmation, and the search is focused', async () => {
  answer(deletePayees, () => {
    givenPayees([]);
    return { IsSuccessful: true as const };
  });
  await open();
  await search.fill('Studio');
  await press('Delete Studio North');
  const dialog = page.getByRole('dialog');
  await expect.element(dialog).toBeVisible();
  await expectAccessibleInBothSchemes();
  await press('Delete payee');
  await expect.element(row).not.toBeInTheDocument();
  await expect.element(search).toHaveFocus();
  expect(sent(deletePayees).map(({ body }) => body)).toEqual([{ PayeeId: STUDIO.PayeeId }]);
});

test('a payee whose deletion failed stays, and the dialog reports it', async () => {
  fail(deletePayees, 0);
  await open();
  await search.fill('Studio');
  await press('Delete Studio North');
  await press('Delete payee');
  await expect.element(alert.first()).toBeVisible();
  await expectAccessibleInBothSchemes();
});

test.each(LANGUAGES)('a person without payees sees what the page is for, in %s', async (language) => {
  givenPayees([], []);
  await open(language);
  await expect.element(page.getByRole('heading', { name: wordsIn(language, 'payees:empty.title') })).toBeVisible();
  await expectAccessibleInBothSchemes();
});
