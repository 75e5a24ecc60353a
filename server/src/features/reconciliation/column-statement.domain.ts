import type { StatementColumn } from '../../config/bank-settings.ts';
import { csvValues } from '../../platform/text/csv.domain.ts';
import { isDay } from '../../platform/time/day.domain.ts';
import { withItsBalances } from './csv-statement.domain.ts';
import type { ReadStatement, StatementLine } from './statement.types.ts';

const MONTHS = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec'];

/** A day as banks write it: 20/11/2026, 20 Nov 26, 20-Nov-2026 or 2026-11-20. Undefined: none. */
function dayIn(text: string): string | undefined {
  const [, date, word, year] = /^(\d{1,2})[ /-](\d{1,2}|[A-Za-z]{3})[ /-](\d{4}|\d\d)$/.exec(text) ?? [];
  if (date === undefined || word === undefined || year === undefined) return isDay(text) ? text : undefined;
  const month = /^\d/.test(word) ? Number(word) : MONTHS.indexOf(word.toLowerCase()) + 1;
  const two = (value: number | string) => String(value).padStart(2, '0');
  const day = `${year.length === 2 ? '20' : ''}${year}-${two(month)}-${two(date)}`;
  return isDay(day) ? day : undefined;
}

/** Dollars as banks write them, in cents: -1234.5, +100.00, $1,234.50. Undefined: none. */
export function centsIn(text: string): bigint | undefined {
  const [, sign, dollars, cents = ''] =
    /^([+-]?)\$?(\d{1,12}|\d{1,3}(?:,\d{3}){1,3})(?:\.(\d{1,2}))?$/.exec(text) ?? [];
  if (dollars === undefined) return undefined;
  const size = BigInt(dollars.replaceAll(',', '')) * 100n + BigInt(cents.padEnd(2, '0'));
  return sign === '-' ? -size : size;
}

type Row = StatementLine & { readonly balance: bigint | undefined; readonly account: string };

/**
 * A bank's own export of comma-separated values, whose columns a setting names in their order. A first line without a
 * valid date is its header. `debit` is what went out, with or without a sign. Balances are those after each row,
 * whichever end is the newest.
 */
export function readColumnStatement(text: string, columns: readonly StatementColumn[]): ReadStatement {
  const refused = (problem: string): ReadStatement => ({ ok: false, problem });
  const rows: Row[] = [];
  for (const [index, each] of text.split('\n').entries()) {
    const line = index + 1;
    if (each.trim() === '') continue;
    const values = csvValues(each)?.map((value) => value.trim());
    if (!values) return refused(`line ${line}: its quotes are wrong`);
    if (values.length !== columns.length) {
      return refused(`line ${line} has ${values.length} values, and WATTLE_STATEMENT_COLUMNS names ${columns.length}`);
    }
    const row = rowOf(line, columns, values);
    const isHeader = line === 1 && dayIn(values[columns.indexOf('date')] ?? '') === undefined && !values.some(isAmount);
    if (isHeader) continue;
    if (typeof row === 'string') return refused(`line ${line} ${row}`);
    rows.push(row);
  }
  if (rows.length === 0) return refused('there is nothing in it');
  const accounts = new Set(rows.map(({ account }) => account));
  if (accounts.size > 1) return refused('it names several accounts');
  const [accountNumber = ''] = accounts;
  const ends = columns.includes('balance') ? balancesOf(rows) : { opening: null, closing: null };
  if (typeof ends === 'string') return refused(ends);
  const lines = rows
    .filter(({ cents }) => cents !== 0n)
    .map(({ line, day, cents, reference, words }) => ({ line, day, cents, reference, words }));
  return withItsBalances({ lines, ...ends, accountNumber });
}

const isAmount = (value: string) => centsIn(value) !== undefined;

function rowOf(line: number, columns: readonly StatementColumn[], values: readonly string[]): Row | string {
  const of = (column: StatementColumn) => values.filter((value, at) => columns[at] === column && value !== '');
  const day = dayIn(of('date')[0] ?? '');
  if (day === undefined) return `has no day: write it as 20/11/2026, 20 Nov 26 or 2026-11-20`;
  const cents = amountOf(of('amount')[0], of('debit')[0], of('credit')[0]);
  if (typeof cents === 'string') return cents;
  const balance = centsIn(of('balance')[0] ?? '');
  if (columns.includes('balance') && balance === undefined) return 'has no balance';
  const [reference = ''] = of('reference');
  return { line, day, cents, balance, reference, words: of('text').join(' '), account: of('account')[0] ?? '' };
}

function amountOf(amount: string | undefined, debit: string | undefined, credit: string | undefined): bigint | string {
  const [one, out, back] = [amount, debit, credit].map((said) => (said === undefined ? 0n : centsIn(said)));
  if ((amount ?? debit ?? credit) === undefined || one === undefined || out === undefined || back === undefined) {
    return 'has no amount';
  }
  if (out !== 0n && back !== 0n) return 'has a debit and a credit';
  return one + back - (out < 0n ? -out : out);
}

/** Balances before and behind all rows; why not, where they are not those of the rows in either order. */
function balancesOf(rows: readonly Row[]): { opening: bigint | null; closing: bigint | null } | string {
  const ends = [rows, rows.toReversed()].flatMap((ordered) => {
    const follows = ordered.every(
      ({ balance, cents }, index) => index === 0 || balance === (ordered[index - 1]?.balance ?? 0n) + cents,
    );
    const [oldest, newest] = [ordered[0], ordered.at(-1)];
    if (!follows || oldest?.balance === undefined || newest?.balance === undefined) return [];
    return [{ opening: oldest.balance - oldest.cents, closing: newest.balance }];
  });
  const [one, other = one] = ends;
  if (!one || !other) return 'its balances differ from its entries';
  // Where both orders hold, the balances say something only if they agree.
  return one.closing === other.closing && one.opening === other.opening ? one : { opening: null, closing: null };
}
