import { getStatementList } from '@wattle/contract/statements/statements.ts';
import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { expectAccessible } from '../../../test-support/accessible.ts';
import { givenAccount } from '../../../test-support/given-account.ts';
import { answer, refuse } from '../../../test-support/given-server.ts';
import { openScreen } from '../../../test-support/open-screen.tsx';

/** The months before November 2026, the newest first. */
const statements = (count: number) =>
  Array.from({ length: count }, (_, past) => {
    const day = (month: number, of: number) => new Date(Date.UTC(2026, month - past, of)).toISOString().slice(0, 10);
    return {
      StatementId: `0f0e0d0c-0b0a-4908-8706-${String(past).padStart(12, '0')}`,
      IssueDateString: day(10, 1),
      PeriodStart: day(9, 1),
      PeriodEnd: day(10, 0),
      IsOpened: false,
    };
  });

async function openStatements(count: number): Promise<void> {
  givenAccount();
  answer(getStatementList, {
    Statements: statements(count),
    StatementFrequencyType: 1,
    StatementDeliveryType: 69,
  });
  await openScreen('/statements', { as: 'account' });
}
const rows = page.getByRole('main').getByRole('button', { name: /^Open statement for/ });

test('lists ten and then the rest, focusing the first new one', async () => {
  await openStatements(14);
  await expect.poll(() => rows.elements().length).toBe(10);
  await page.getByRole('button', { name: /^Show 4 more/ }).click();
  await expect.poll(() => rows.elements().length).toBe(14);
  await expect.element(rows.nth(10)).toHaveFocus();
  await expectAccessible();
});

test('requires the months of an export', async () => {
  await openStatements(2);
  await page.getByRole('button', { name: 'Export transactions' }).click();
  const months = page.getByRole('dialog', { name: 'Export transactions' });
  await expect.element(months.getByRole('combobox', { name: 'Month' }).first()).toBeVisible();
  await expectAccessible();
});

test('reports that there are none yet', async () => {
  await openStatements(0);
  await expect.element(page.getByRole('main').getByRole('heading', { level: 2 }).first()).toBeVisible();
  expect(rows.elements()).toEqual([]);
  await expectAccessible();
});

test('explains to a nominee that statements belong to the holder', async () => {
  givenAccount();
  refuse(getStatementList, 'invalid_card_details');
  await openScreen('/statements', { as: 'account' });
  await expect.element(page.getByRole('heading', { level: 2 })).toBeVisible();
  await expect.element(page.getByRole('button', { name: 'Try again' })).not.toBeInTheDocument();
});
