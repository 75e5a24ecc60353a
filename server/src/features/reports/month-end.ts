import { dollarsOf } from '../../platform/money.ts';
import { compareOn } from '../reconciliation/public.ts';
import { ACCOUNT_NAMES } from './account-names.domain.ts';
import { ownAccounts } from './account-totals.ts';
import { type MonthLine, type MonthLineName, monthLines } from './month-end.domain.ts';
import { amount, type MadeReport, type ReportCall, text } from './report.types.ts';

export type MonthEnd = {
  readonly lines: readonly MonthLine[];
  /** Cents held for cardholders, and at the bank by the books, at the end of the month. */
  readonly held: bigint;
  readonly atBank: bigint;
  /** Day of the statement of the bank; undefined: there is none with a balance. */
  readonly statementDay: string | undefined;
  /** The statement says the last day of the month, and no cent is unexplained. */
  readonly agrees: boolean;
};

/** The way from the money of cardholders to the statement of the bank, at the end of a month. */
export async function readMonthEnd(call: ReportCall): Promise<MonthEnd> {
  const { database, tenantId, period } = call;
  const own = await ownAccounts(call);
  const bank = await database.read(tenantId, (tx) => compareOn(tx, { tenantId, account: 'bank' }, period.lastDay));
  const until = bank.statement?.day ?? period.lastDay;
  const lines = monthLines(own, {
    ...bank,
    lines: bank.lines.filter(({ day }) => day <= until),
    entries: bank.entries.filter(({ posted_day: day }) => day <= until),
  });
  const centsOf = (name: MonthLineName) => lines.find((line) => line.name === name)?.cents ?? 0n;
  return {
    lines,
    held: centsOf('cardholder'),
    atBank: centsOf('bank'),
    statementDay: bank.statement?.day,
    agrees: bank.statement?.day === period.lastDay && bank.unexplained === 0n,
  };
}

const NAMES: Readonly<Record<MonthLineName, string>> = {
  ...ACCOUNT_NAMES,
  cardholder: 'Held for cardholders, by the books',
  bank: 'At the bank, by the books',
  afterStatement: 'Posted after the statement',
  onlyStatement: 'Only in the statement',
  onlyBooks: 'Only in the books',
  apart: 'In both, on other days',
  unexplained: 'Unexplained',
  statement: 'At the bank, by the statement',
};

/** The reconciliation of a month as a file. */
export async function makeMonthEnd(call: ReportCall): Promise<MadeReport> {
  const { lines, agrees, statementDay } = await readMonthEnd(call);
  const unexplained = lines.find(({ name }) => name === 'unexplained')?.cents ?? 0n;
  return {
    title: 'Month end',
    columns: [text('Line', 38), text('Items', 10), amount('Amount'), amount('At the start'), amount('Moved')],
    rows: lines.map(({ name, items, cents, opening }) => [
      NAMES[name],
      items === undefined ? '' : String(items),
      cents,
      opening ?? null,
      opening === undefined ? null : cents - opening,
    ]),
    agrees,
    finding: agrees
      ? 'It agrees to the cent with the statement of the bank.'
      : statementDay === undefined
        ? 'There is no statement of the bank with a balance yet.'
        : statementDay === call.period.lastDay
          ? `It is out by ${dollarsOf(unexplained)}.`
          : `The last statement of the bank is of ${statementDay}.`,
  };
}
