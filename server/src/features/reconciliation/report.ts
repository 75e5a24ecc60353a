import type { Table, TableRow } from '../../documents/table.domain.ts';
import { openLedger } from '../../ledger/open-ledger.ts';
import { startOfDay } from '../../platform/time/clock.ts';
import type { Tx } from '../../platform/database/database.ts';
import { type ListedEntry, type ListedLine, listEntries, listLines } from './compare.store.ts';
import { findAccount, findClosing, sumApart, sumMatched } from './report.store.ts';
import { type ComparedAccount, COMPARED_ACCOUNTS } from './statement.types.ts';

const NAMES: Readonly<Record<ComparedAccount, string>> = {
  bank: 'Bank account',
  schemeSettlement: 'Card scheme',
  gateway: 'Payment gateway',
};

/** Rows of one account that are listed one by one. */
const MOST_LISTED = 5_000;

type Row = (
  what: string,
  cents: bigint | null,
  more?: { readonly day?: string; readonly reference?: string; readonly words?: string },
) => TableRow;

/** An account of the books beside its statement at the end of a day, as what is matched now explains it. */
export type Compared = {
  /** The last balance that the statement says up to the day, and the day that it is of. */
  readonly statement: { readonly closing: bigint; readonly day: string } | undefined;
  /** Balance of the books on the day of the statement, seen from the other side, as the statement is. */
  readonly books: bigint;
  /** Sum of what is in both on other days. */
  readonly apart: bigint;
  /** Only in the statement, and only in the books, up to the day. */
  readonly lines: readonly ListedLine[];
  readonly entries: readonly ListedEntry[];
  /** Cents that none of these explains; zero without a statement. */
  readonly unexplained: bigint;
};

const sum = (rows: readonly { readonly cents: bigint }[]) => rows.reduce((total, { cents }) => total + cents, 0n);

/** Compares an account with its statement at the end of a day. */
export async function compareOn(
  tx: Tx,
  of: { readonly tenantId: number; readonly account: ComparedAccount },
  day: string,
): Promise<Compared> {
  const statement = await findClosing(tx, of, day);
  const until = statement?.day ?? day;
  const id = await findAccount(tx, of);
  const endMs = startOfDay(until, 1);
  const [balance = 0n] = id === undefined ? [] : await openLedger().balancesBefore(tx, of.tenantId, id, [endMs]);
  const apart = id === undefined ? 0n : await sumApart(tx, of, { day: until, endMs, ledgerAccountId: id });
  const lines = (await listLines(tx, of, null)).filter((line) => line.day <= day);
  const allEntries = await listEntries(tx, of, null);
  const explained =
    sum(lines.filter((line) => line.day <= until)) -
    sum(allEntries.filter((entry) => entry.posted_day <= until)) +
    apart;
  const books = -balance;
  return {
    statement,
    books,
    apart,
    lines,
    entries: allEntries.filter((entry) => entry.posted_day <= day),
    unexplained: statement ? statement.closing - books - explained : 0n,
  };
}

/** Rows of an account: each difference, and one sum of what agrees, since the scheme's lines are as many as purchases. */
async function rowsOf(tx: Tx, tenantId: number, account: ComparedAccount, day: string): Promise<TableRow[]> {
  const of = { tenantId, account };
  const row: Row = (what, cents, { day: on = day, reference = '', words = '' } = {}) => [
    NAMES[account],
    what,
    on,
    cents,
    reference,
    words,
  ];
  const { statement, books, apart, lines, entries, unexplained } = await compareOn(tx, of, day);
  const until = statement?.day ?? day;
  const matched = await sumMatched(tx, of, day);
  const more = (what: string, all: readonly unknown[]) =>
    all.length > MOST_LISTED ? [row(`${what}: ${all.length - MOST_LISTED} more are not listed`, null)] : [];
  return [
    statement ? row('Statement', statement.closing, { day: until }) : row('No statement with a balance yet', null),
    row('Books', books, { day: until }),
    ...(statement
      ? [
          row('Difference', statement.closing - books, { day: until }),
          ...(apart === 0n ? [] : [row('In both, on other days', apart, { day: until })]),
          row('Unexplained', unexplained, { day: until }),
        ]
      : []),
    row('Matched on the day', matched.cents, { words: `${matched.lines} lines` }),
    ...lines
      .slice(0, MOST_LISTED)
      .map(({ cents, words, reference, day: on }) =>
        row('Only in the statement', cents, { day: on, reference, words }),
      ),
    ...more('Only in the statement', lines),
    ...entries
      .slice(0, MOST_LISTED)
      .map(({ id: transfer, cents, day: on }) =>
        row('Only in the books', cents, { day: on, reference: `transfer ${transfer}` }),
      ),
    ...more('Only in the books', entries),
  ];
}

/** Statements beside the books on a day, as what is matched now explains them. */
export async function reportOf(tx: Tx, tenantId: number, day: string): Promise<Table> {
  const rows: TableRow[] = [];
  for (const account of COMPARED_ACCOUNTS) rows.push(...(await rowsOf(tx, tenantId, account, day)));
  return {
    name: `Reconciliation ${day}`,
    columns: [
      { title: 'Account', kind: 'text', width: 18 },
      { title: 'What', kind: 'text', width: 26 },
      { title: 'Day', kind: 'date', width: 12 },
      { title: 'Amount', kind: 'money', width: 16 },
      { title: 'Reference', kind: 'text', width: 28 },
      { title: 'Words', kind: 'text', width: 40 },
    ],
    rows: (async function* () {
      yield rows;
    })(),
  };
}
