import { getMerchant } from '@wattle/contract/transactions/get-merchant.ts';
import { getTransactionNotes } from '@wattle/contract/transactions/notes.ts';
import { getKeptReceipts, keepReceipt, removeReceipt } from '@wattle/contract/transactions/receipts.ts';
import { searchTransactions } from '@wattle/contract/transactions/transactions.ts';
import { setTransactionCategory } from '@wattle/contract/transactions/set-category.ts';
import { expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { expectAccessible } from '../../../test-support/accessible.ts';
import { expectAt, heading, press } from '../../../test-support/by-hand.ts';
import { givenAccount, givenRow, givenRows, givenTransactions } from '../../../test-support/given-account.ts';
import { answer, refuse, sent } from '../../../test-support/given-server.ts';
import { openScreen } from '../../../test-support/open-screen.tsx';

const row = givenRow({ Sequence: 7 });
const openRow = async () => {
  await page.getByText('Corner Cafe', { exact: true }).click();
};

async function givenOpenRow(): Promise<void> {
  givenAccount();
  givenTransactions({ posted: [row] });
  answer(getKeptReceipts, { Receipts: [] });
  await openScreen('/transactions', { as: 'account' });
  await openRow();
}

test('changes the category of one purchase, or of a shop from now on', async () => {
  await givenOpenRow();
  answer(setTransactionCategory, { IsSuccessful: true });
  await press('Category: Eating out');
  const dialog = page.getByRole('dialog', { name: 'Change category' });
  await dialog.getByRole('combobox', { name: 'Category' }).selectOptions('Travel');
  await expect.element(dialog.getByRole('radio', { name: 'This transaction only' })).toBeChecked();
  await expectAccessible();
  await press('Save category');
  await expect.element(dialog).not.toBeInTheDocument();
  expect(sent(setTransactionCategory).at(-1)?.body).toEqual({
    accountNumber: '200100017',
    Sequence: 7,
    Category: 'travel',
    IsForMerchant: false,
  });
  await press('Category: Eating out');
  await dialog.getByRole('radio', { name: 'This one and new purchases at Corner Cafe' }).click();
  await press('Save category');
  await expect.poll(() => sent(setTransactionCategory).at(-1)?.body).toMatchObject({ IsForMerchant: true });
});

test('keeps a receipt with a purchase, and removes it once it is confirmed', async () => {
  await givenOpenRow();
  const kept = {
    Sequence: 7,
    Name: 'lunch.pdf',
    Type: 'application/pdf',
    Size: 20,
    AddedAt: row.TransactionDate,
  } as const;
  answer(keepReceipt, () => {
    answer(getKeptReceipts, { Receipts: [kept] });
    return kept;
  });
  const file = page.getByLabelText('Photo or PDF of the receipt for Corner Cafe');
  const add = page.getByRole('button', { name: 'Add a receipt' });
  await expect.element(add).toBeVisible();
  // The label of the button fits on one line.
  expect(add.element().getBoundingClientRect().height).toBe(44);
  await userEvent.upload(file, new File(['%PDF-1.7 %%EOF'], 'lunch.pdf', { type: 'application/pdf' }));
  await expect.element(page.getByText(/^PDF added/)).toBeVisible();
  await expect.element(page.getByRole('button', { name: 'Show receipt' })).toBeVisible();
  await expectAccessible();
  answer(removeReceipt, () => {
    answer(getKeptReceipts, { Receipts: [] });
    return { IsSuccessful: true as const };
  });
  await press('Remove receipt');
  const dialog = page.getByRole('dialog', { name: 'Remove this receipt?' });
  await dialog.getByRole('button', { name: 'Remove receipt' }).click();
  await expect.element(page.getByRole('button', { name: 'Add a receipt' })).toBeVisible();
  expect(sent(removeReceipt)).toHaveLength(1);
});

test('says why a receipt is not kept', async () => {
  await givenOpenRow();
  refuse(keepReceipt, 'receipts_full');
  const file = page.getByLabelText('Photo or PDF of the receipt for Corner Cafe');
  await userEvent.upload(file, new File(['%PDF-1.7 %%EOF'], 'lunch.pdf', { type: 'application/pdf' }));
  await expect
    .element(page.getByText('You’ve reached the limit for receipts. Remove one to add another'))
    .toBeVisible();
  await userEvent.upload(file, new File([], 'empty.pdf', { type: 'application/pdf' }));
  await expect.element(page.getByText('Add a photo (JPEG or PNG) or PDF, up to 10 MB')).toBeVisible();
  expect(sent(keepReceipt)).toHaveLength(1);
});

const CAFE = {
  Name: 'Corner Cafe',
  Category: 'eatingOut',
  RawDescription: 'CORNER CAFE 0417 FREMANTLE WAAU',
  FirstAt: '2025-02-14T02:00:00Z',
  ThisMonth: { Amount: 64.64, Count: 6 },
  ThisYear: { Amount: 723.64, Count: 58 },
  Months: [6, 7, 8, 9, 10, 11].map((month) => ({
    Month: `2026-${String(month).padStart(2, '0')}-01`,
    Amount: month * 10,
  })),
  IsComplete: true,
} as const;

test('shows a shop with its history, and comes back to the row that was open', async () => {
  await givenOpenRow();
  answer(getMerchant, CAFE);
  answer(searchTransactions, {
    Transactions: givenRows(12).map((other) => ({ ...other, Description: 'Corner Cafe' })),
    HasMore: true,
    Total: 30,
    MoneyIn: 0,
    MoneyOut: 30,
    Months: [],
    IsComplete: true,
  });
  await page.getByRole('link', { name: 'All purchases at Corner Cafe' }).click();
  await expectAt('/transactions/7/merchant');
  await expect.element(heading('Corner Cafe')).toBeVisible();
  const spent = page.getByRole('region', { name: 'Spent at Corner Cafe' });
  await expect.element(spent.getByText('$723.64')).toBeVisible();
  await expect.element(spent.getByText('58 purchases')).toBeVisible();
  expect(sent(getMerchant).at(-1)?.body).toEqual({ accountNumber: '200100017', Sequence: 7 });
  expect(sent(searchTransactions).at(-1)?.body).toMatchObject({ merchant: 'Corner Cafe' });
  await press('Show as table');
  await expect.element(page.getByRole('row', { name: 'October $100.00' })).toBeVisible();
  await expect.element(page.getByText('12 of 30 shown')).toBeVisible();
  await expect.element(page.getByText('CORNER CAFE 0417 FREMANTLE WAAU')).toBeVisible();
  await expect
    .element(page.getByRole('link', { name: /Report a problem/ }))
    .toHaveAttribute('href', expect.stringContaining('/transactions/12/dispute'));
  await expectAccessible();
  window.history.back();
  await expectAt('/transactions');
  await expect.element(page.getByRole('link', { name: 'All purchases at Corner Cafe' })).toBeVisible();
});

test('loads more while scrolling by hand, and the button stays for keys', async () => {
  givenAccount();
  givenTransactions({ posted: givenRows(90) });
  answer(getTransactionNotes, { Notes: [] });
  await openScreen('/transactions', { as: 'account' });
  await expect.element(page.getByText('10 of 90 shown')).toBeVisible();
  const toEnd = () => window.scrollTo(0, document.documentElement.scrollHeight);
  // The browser looks at what has come into view once a frame.
  const frame = () => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)));
  const awayAndToEnd = async () => {
    window.scrollTo(0, 0);
    await frame();
    toEnd();
  };
  toEnd();
  await expect.element(page.getByText('10 of 90 shown')).toBeVisible();
  for (const count of [20, 30, 40, 50, 60]) {
    window.dispatchEvent(new WheelEvent('wheel'));
    await awayAndToEnd();
    await expect.element(page.getByText(`${count} of 90 shown`)).toBeVisible();
  }
  // After five pages the list loads no more by itself, so that the content below it can be reached.
  await awayAndToEnd();
  await expect.element(page.getByRole('button', { name: 'Show 10 more' })).toBeVisible();
  await expect.element(page.getByText('60 of 90 shown')).toBeVisible();
  await press('Show 10 more');
  await expect.element(page.getByText('70 of 90 shown')).toBeVisible();
});
