import { dollarsOf } from '../../platform/money.ts';
import { csvLine } from '../../platform/text/csv.domain.ts';
import type { Booked } from './booked.ts';

const HEAD = 'date,kind,amount,reference,text';

/**
 * A statement up to a day in the form that reconciliation reads.
 *
 * @param opening balance before its entries in cents; null: it says no balances
 */
export function statementFile(
  day: string,
  opening: bigint | null,
  entries: readonly Omit<Booked, 'programme'>[],
): string {
  const lines = entries.toSorted((one, other) => one.day.localeCompare(other.day));
  const row = (of: string, kind: string, cents: bigint, reference: string, words: string) =>
    csvLine([of, kind, dollarsOf(cents), reference, words.replaceAll(/[",\r\n]/g, ' ')]);
  const balance = (of: string, kind: string, cents: bigint) => (opening === null ? [] : [row(of, kind, cents, '', '')]);
  const closing = entries.reduce((sum, { cents }) => sum + cents, opening ?? 0n);
  return [
    HEAD,
    ...balance(lines[0]?.day ?? day, 'opening', opening ?? 0n),
    ...lines.map((line) => row(line.day, 'line', line.cents, line.reference, line.words)),
    ...balance(day, 'closing', closing),
    '',
  ].join('\n');
}
