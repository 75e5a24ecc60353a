import { dayAt } from '../platform/time/clock.ts';
import { addDays, atMelbourne } from './calendar.ts';
import { type HistoryRow, moved } from './history.ts';

/** 3.10% a year on up to 10,000.00. */
const RATE_BASIS_POINTS = 310n;
const PAID_UP_TO = 10_000_00n;
const DAYS_A_YEAR = 365n;
/** Without a tax file number, unless the interest of a year stays under this. */
const WITHHELD_PERCENT = 47n;
const FREE_A_YEAR = 120_00n;

/**
 * Adds interest on the daily closing balance: posted after midnight, effective the last day of its
 * month, tax withheld from it where a year at this rate would reach the threshold. `rows` are in
 * the order of their posting.
 */
export function withInterest(rows: readonly HistoryRow[], firstDay: string, now: number): HistoryRow[] {
  const all: HistoryRow[] = [];
  const byDay = Map.groupBy(rows, (row) => dayAt(row.postedAt));
  const today = dayAt(now);
  let balance = 0n;
  let accrued = 0n;
  const add = (row: HistoryRow) => {
    balance += row.amount;
    all.push(row);
  };
  for (let day = firstDay; day <= today; day = addDays(day, 1)) {
    if (day.endsWith('-01') && accrued > 0n && atMelbourne(day, 0, 5) <= now) {
      for (const row of payInterest(day, accrued)) add(row);
      accrued = 0n;
    }
    for (const row of byDay.get(day) ?? []) add(row);
    const paidOn = balance < PAID_UP_TO ? balance : PAID_UP_TO;
    if (paidOn > 0n) accrued += paidOn * RATE_BASIS_POINTS;
  }
  return all;
}

/** Rows of the month that ended before `firstOfMonth`; `accrued` is in cents × basis points × days. */
function payInterest(firstOfMonth: string, accrued: bigint): HistoryRow[] {
  const interest = accrued / (10_000n * DAYS_A_YEAR);
  if (interest <= 0n) return [];
  const times = {
    at: atMelbourne(addDays(firstOfMonth, -1), 23, 59),
    postedAt: atMelbourne(firstOfMonth, 0, 5),
  };
  const paid = { ...moved(times.at, 'interest', 'Savings interest', interest), ...times };
  if (interest * 12n < FREE_A_YEAR) return [paid];
  // In whole dollars: cents are dropped.
  const tax = ((interest * WITHHELD_PERCENT) / 10_000n) * 100n;
  return [paid, { ...moved(times.at, 'withholdingTax', 'Tax withheld from interest', -tax), ...times }];
}
