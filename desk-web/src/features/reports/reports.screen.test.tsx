import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { expectAccessibleInBothSchemes } from '../../../../web/test-support/accessible.ts';
import { expectText, press, title } from '../../../../web/test-support/by-hand.ts';
import type { RowOf } from '../../calls/commands.ts';
import {
  answerCommand,
  answerRows,
  definition,
  done,
  given,
  givenDefinitions,
  waits,
} from '../../../test-support/given-desk.ts';
import { openDesk } from '../../../test-support/open-desk.tsx';
import { dayBefore, monthsBefore, taxYearsBefore } from './months.ts';

const line = (name: string, amount: string, more: Partial<RowOf<'month-end'>> = {}): RowOf<'month-end'> => ({
  line: name,
  items: '',
  amount,
  opening: '',
  day: '',
  state: '',
  ...more,
});
const LINES = [
  line('cardholder', '4196220.48'),
  line('gateway', '-71904.20', { items: '64' }),
  line('suspense', '84.00', { items: '1' }),
  line('bank', '4124400.28', { items: '3021' }),
];

function givenReports(lines: readonly RowOf<'month-end'>[]) {
  const month = { name: 'month', isRequired: true, isSwitch: false, takes: 'a month as 2026-10 that is over' };
  givenDefinitions(
    definition('report', { permission: 'decide' }),
    definition('sign-month', { permission: 'decide', needsApproval: true, inputs: [month] }),
  );
  answerRows('month-end', lines);
  answerRows('signed-months', []);
  answerRows('suspense-by-age', [{ age: '31 to 90 days', isOld: true, lines: 1, amount: '84.00' }]);
}

test('a month that agrees leads from the books to the bank, and is signed by two people', async () => {
  givenReports([...LINES, line('statement', '4124400.28', { day: '2026-10-31', state: 'agrees' })]);
  await openDesk('/reports');
  await expectText(title, 'Reports');
  await expect.element(page.getByText('Agrees to the cent')).toBeVisible();
  const table = page.getByRole('table', { name: 'Month end: from the books to the bank' });
  await expect.element(table.getByRole('row', { name: /hasn’t paid out yet 64 −\$71,904\.20/ })).toBeVisible();
  // 4,124,400.28 − 4,196,220.48.
  await expect.element(page.getByText('−$71,820.20')).toBeVisible();
  await expect.element(page.getByText('$84.00 in suspense')).toBeVisible();
  await expectAccessibleInBothSchemes();
  answerCommand('sign-month', () => waits('41', '2026-11-27T10:00:00.000Z'));
  await page.getByRole('button', { name: /^Sign \w+ 20\d\d$/ }).click();
  await page.getByLabelText('Reason', { exact: true }).fill('Compared with the statement');
  await page.getByRole('region', { name: /^Sign/ }).getByRole('button', { name: /^Sign/ }).click();
  const [month] = monthsBefore(new Date().toISOString().slice(0, 10));
  await expect.poll(() => given('sign-month').map(({ input }) => input)).toEqual([{ month }]);
});

test('a month that does not agree is not signed, and one that was signed shows what has changed', async () => {
  const months = monthsBefore(new Date().toISOString().slice(0, 10));
  givenReports([
    ...LINES,
    line('unexplained', '-5.00'),
    line('statement', '4124395.28', { day: '2026-10-31', state: 'unexplained' }),
  ]);
  answerRows('signed-months', [
    {
      month: months[1] ?? '',
      held: '4196000.00',
      atBank: '4124180.00',
      askedBy: 'Lars Holm',
      approvedBy: 'Kate Lowe',
      at: '2026-10-02T02:00:00Z',
    },
  ]);
  await openDesk('/reports');
  await expect.element(page.getByText('−$5.00 unexplained')).toBeVisible();
  await expect.element(page.getByText(/^You can sign a month once/)).toBeVisible();
  await page.getByRole('combobox', { name: 'Month' }).selectOptions(months[1] ?? '');
  await expect.element(page.getByText(/^Signed by Lars Holm and Kate Lowe/)).toBeVisible();
  await expect.element(page.getByText(/\$4,196,000\.00 were held/)).toBeVisible();
});

test('a report is saved for the day, the month or the year that is chosen, and says what it was compared with', async () => {
  givenReports([...LINES, line('statement', '', { state: 'none' })]);
  answerCommand('report', () =>
    done({
      title: 'Trial balance',
      agrees: true,
      finding: 'It adds up to zero.',
      name: 'trial-balance-2026-10-31.xlsx',
      type: 'text/plain',
      content: 'eA==',
    }),
  );
  await openDesk('/reports');
  await press('Trial balance as XLSX');
  await expect.element(page.getByText('trial-balance-2026-10-31.xlsx saved. It adds up to zero.')).toBeVisible();
  await press('Fees as CSV');
  const today = new Date().toISOString().slice(0, 10);
  await page.getByRole('combobox', { name: 'Tax year' }).selectOptions(taxYearsBefore(today)[2] ?? '');
  await press('Interest and tax withheld as PDF');
  await expect
    .poll(() => given('report').map(({ input }) => input))
    .toEqual([
      { report: 'trial-balance', format: 'xlsx', period: dayBefore(today) },
      { report: 'fees', format: 'csv', period: monthsBefore(today)[0] },
      { report: 'interest', format: 'pdf', period: taxYearsBefore(today)[2] },
    ]);
});

test('other roles read who may see reports', async () => {
  givenDefinitions(definition('report', { permission: 'decide', mayGive: false }));
  await openDesk('/reports');
  await expect.element(page.getByText('Managers can see reports.')).toBeVisible();
  expect(given('month-end')).toEqual([]);
});
