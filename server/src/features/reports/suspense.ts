import { daysBetween } from '@wattle/contract/rules/dates.ts';
import { toInstant, type Tx } from '../../platform/database/database.ts';
import { dollarsOf } from '../../platform/money.ts';
import { dayAt } from '../../platform/time/clock.ts';
import { type AgedLine, listAged, readSuspenseBalance } from './suspense.store.ts';
import { amount, date, type MadeReport, type ReportCall, text } from './report.types.ts';

const MOST = 50_000;
const AGES = [
  { upTo: 7, words: '0 to 7 days', isOld: false },
  { upTo: 30, words: '8 to 30 days', isOld: false },
  { upTo: 90, words: '31 to 90 days', isOld: true },
  { upTo: Number.POSITIVE_INFINITY, words: 'Over 90 days', isOld: true },
] as const;

const KINDS: Readonly<Record<string, string>> = {
  deposit: 'Deposit',
  return: 'Returned payment',
  debitReturn: 'Returned direct debit',
  paid: 'BPAY answer',
  unpaid: 'BPAY answer',
};
const REASONS: Readonly<Record<string, string>> = {
  unknownAccount: 'Unknown account',
  closedAccount: 'Closed account',
  notAllowed: 'Not loaded by bank',
  aboveMaximum: 'Above the maximum balance',
};

/** Money in suspense now, each line with its age in days, and the sums by age. They come to the suspense account. */
export async function makeSuspense({ ctx, database, tenantId }: ReportCall): Promise<MadeReport> {
  const today = dayAt(ctx.clocks.business.now());
  const { lines, balance } = await database.read(tenantId, async (tx) => ({
    lines: await listAged(tx, tenantId, MOST),
    balance: await readSuspenseBalance(tx, tenantId),
  }));
  const aged = lines.map((line) => ({ ...line, ...ageOf(line, today) }));
  const rest = balance - sum(lines);
  const agrees = rest === 0n;
  return {
    title: 'Suspense by age',
    columns: [
      date('Since'),
      text('Days', 8),
      text('Kind', 22),
      text('Why', 26),
      text('Line', 14),
      text('Age', 16),
      amount('Amount'),
    ],
    rows: [
      ...aged.map(({ day, days, kind, reason, answer, line, cents }) => [
        day,
        String(days),
        KINDS[kind] ?? kind,
        REASONS[reason ?? ''] ?? '',
        `${answer}/${line}`,
        AGES.find(({ upTo }) => days <= upTo)?.words ?? '',
        cents,
      ]),
      ...byAge(lines, today).map(({ words, lines: count, cents }) => [
        null,
        '',
        `${count} lines`,
        '',
        '',
        words,
        cents,
      ]),
      ...(agrees ? [] : [[null, '', 'Without a line of the bank', '', '', '', rest]]),
      [null, '', 'Suspense account', '', '', '', balance],
    ],
    agrees,
    finding: agrees
      ? 'It is the balance of the suspense account.'
      : `${dollarsOf(rest)} of the suspense account came without a line of the bank, such as from the payment gateway for a closed account.`,
  };
}

const sum = (some: readonly AgedLine[]) => some.reduce((all, { cents }) => all + cents, 0n);

function byAge(lines: readonly AgedLine[], today: string) {
  return AGES.map(({ upTo, words, isOld }, place) => {
    const least = AGES[place - 1]?.upTo ?? -1;
    const some = lines.filter((line) => {
      const { days } = ageOf(line, today);
      return days > least && days <= upTo;
    });
    return { words, isOld, lines: some.length, cents: sum(some) };
  });
}

/** Lines in suspense by their age on a day, the youngest first: how many, and their sum in cents. */
export async function sumsByAge(tx: Tx, tenantId: number, today: string) {
  return byAge(await listAged(tx, tenantId, MOST), today);
}

function ageOf({ posted_at: at }: AgedLine, today: string): { readonly day: string | null; readonly days: number } {
  if (at === null) return { day: null, days: 0 };
  const day = dayAt(Date.parse(toInstant(at)));
  return { day, days: daysBetween(day, today) };
}
