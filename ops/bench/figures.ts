import type { Figure } from './statistics.ts';

type Kind = Omit<Figure, 'name' | 'samples'>;
const atLeast = (value: number): Kind => ({ unit: '', bar: { is: 'atLeast', value } });
const atMost = (value: number, unit = ''): Kind => ({ unit, bar: { is: 'atMost', value } });
const perSecond: Kind = { unit: 'a second' };
const ms: Kind = { unit: 'ms' };

/** All figures of a run, in the order of the table, with the limits of their medians. */
export const FIGURES = {
  'TPC-B by pgbench': perSecond,
  'transfers over HTTP': perSecond,
  'transfers ÷ TPC-B': atLeast(0.9),
  'transfers onto one account over HTTP': perSecond,
  'transfers onto one account ÷ TPC-B': atLeast(1.1),
  'transfers at 70% of the peak, p99': atMost(40, 'ms'),
  'transfers at 70% of the peak, dropped': { unit: '' },
  'ledger in batches of 64': perSecond,
  'ledger in batches of 64 ÷ TPC-B': atLeast(4),
  'authorisations over HTTP': perSecond,
  'authorisations ÷ TPC-B': atLeast(0.8),
  'authorisations at a steady rate, p50': ms,
  'authorisations at a steady rate, p99': atMost(50, 'ms'),
  'card home over HTTP': perSecond,
  'card home by pgbench': perSecond,
  'card home ÷ pgbench': atLeast(0.25),
  'transactions page over HTTP': perSecond,
  'transactions page by pgbench': perSecond,
  'transactions page ÷ pgbench': atLeast(0.15),
  'transactions p99, few rows': ms,
  'transactions p99, many rows': ms,
  'transactions p99, many ÷ few rows': atMost(1.5),
  'transactions p99, first page': ms,
  'transactions p99, deepest page': ms,
  'transactions p99, deepest ÷ first page': atMost(1.5),
  'bytes of a transfer': atMost(700),
  'ledger with 10 thousand accounts': perSecond,
  'ledger with 10 million accounts': perSecond,
  'ledger, 10 million ÷ 10 thousand accounts': atLeast(0.6),
  '10,000 scheduled payments': atMost(60, 's'),
  'a file of 100,000 deposits': atMost(60, 's'),
  'search p99, few rows': ms,
  'search p99, many rows': ms,
  'search p99, many ÷ few rows': atMost(2),
  'search for a word of every second row, p99': ms,
  'desk search p95, few people': ms,
  'desk search p95, many people': ms,
  'desk search p95, many ÷ few people': atMost(2),
  'desk timeline p95, few people': ms,
  'desk timeline p95, many people': ms,
  'desk timeline p95, many ÷ few people': atMost(2),
  'a statement of 500 lines': atMost(300, 'ms'),
  '2,000 statements': { unit: 's' },
  '2,000 statements, more memory': atMost(10, 'MB'),
  'an export of 100,000 rows to Excel': atMost(5, 's'),
  'an export of 100,000 rows to PDF': atMost(15, 's'),
  'an export of 100,000 rows, more memory': atMost(150, 'MB'),
  'alerts told': perSecond,
  'transfers, p99': ms,
  'transfers while a year of audit is detached, p99': ms,
  'transfers while a year of audit is detached, p99 ÷ usual': atMost(2),
  'a year of audit is detached': { unit: 's' },
  'card lists among 1,000 cheap calls, p50': ms,
  'card lists among 1,000 look-ups of one number, p50': ms,
  'card lists, among look-ups ÷ among cheap calls': atMost(3),
  'authorisations among 1,000 cheap calls, p99': ms,
  'authorisations among 1,000 look-ups, p99': ms,
  'authorisations, look-ups more than cheap calls': atMost(50, 'ms'),
  'sign-ins over HTTP': perSecond,
  'passwords by Argon2id alone': perSecond,
  'sign-ins ÷ Argon2id alone': atLeast(0.7),
  'wrong password, known user': ms,
  'wrong password, unknown user': ms,
  'known and unknown user, apart': atMost(0.1),
  'locked known and unknown user, apart': atMost(0.1),
} satisfies Record<string, Kind>;

export type FigureName = keyof typeof FIGURES;

/** Records one sample of a figure. */
export type Note = (name: FigureName, value: number) => void;

export function figuresOf(samples: ReadonlyMap<FigureName, readonly number[]>): Figure[] {
  return (Object.keys(FIGURES) as FigureName[]).flatMap((name) => {
    const taken = samples.get(name);
    return taken === undefined ? [] : [{ name, samples: taken, ...FIGURES[name] }];
  });
}
