import { readFileSync } from 'node:fs';
import { readXlsx } from 'hucre/xlsx';
import type { Page } from '@playwright/test';
import { runSim } from '../support/commands.ts';
import { signInAtDesk } from '../support/desk-page.ts';
import { givenWebPerson, load } from '../support/own-people.ts';
import { expect, test } from '../support/test.ts';

// The clock of the programme is moved, so that today is over.
test.use({ ownServer: true });

/** Rows of a report that is saved as a spreadsheet. */
async function rowsOf(page: Page, report: string) {
  const saved = page.waitForEvent('download');
  await page.getByRole('button', { name: `${report} as XLSX` }).click();
  const { sheets } = await readXlsx(readFileSync(await (await saved).path()));
  await expect(page.getByText(/^[\w-]+\.xlsx saved\. /)).toBeVisible();
  return sheets[0]?.rows.slice(1) ?? [];
}

test('a manager saves the journal and the trial balance of a day, and their figures are those of the day', {
  tag: '@desktop',
}, async ({ page, server }) => {
  const person = await givenWebPerson(server, ['Mia', 'Cole'], { brand: 'stumps', money: '20.00' });
  await load(server, person.account, '12.34', 'stumps');
  const today = new Intl.DateTimeFormat('en-CA', { timeZone: 'Australia/Melbourne' }).format(new Date());
  await runSim(server, ['clock', '--forward', '1d']);
  await signInAtDesk(page, 'kate');
  await page.getByRole('link', { name: 'Reports' }).click();
  await expect(page.getByRole('table', { name: 'Month end: from the books to the bank' })).toBeVisible();
  const [year = '', month = '', day = ''] = today.split('-');
  const typed = page.getByRole('group', { name: 'Day of daily reports' });
  await typed.getByLabel('Day', { exact: true }).fill(day);
  await typed.getByLabel('Month', { exact: true }).fill(month);
  await typed.getByLabel('Year', { exact: true }).fill(year);

  const account = person.account.replaceAll(/(\d{3})(?=\d)/g, '$1 ');
  const journal = await rowsOf(page, 'Journal');
  expect(journal.filter((row) => row[5] === account).map((row) => [row[4], row[6]])).toEqual([
    ['Account at the bank', 20],
    ['Account at the bank', 12.34],
  ]);
  const balance = await rowsOf(page, 'Trial balance');
  const total = balance.at(-1);
  // Opening and closing of all accounts come to nothing, and debits and credits are those of the journal.
  expect([total?.[0], total?.[3], total?.[6]]).toEqual(['Total', 0, 0]);
  expect([total?.[4], total?.[5]]).toEqual([journal.at(-1)?.[6], journal.at(-1)?.[6]]);
});
