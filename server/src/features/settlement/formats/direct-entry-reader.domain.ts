import type { Cents } from '../../../platform/money.ts';
import { placed, says } from './fixed-width.domain.ts';

/** Content of a file. With a `problem` none of it may be used. */
export type Read<Line> = { readonly lines: readonly Line[]; readonly cents: Cents; readonly problem?: string };

/** Date in the header of a direct-entry file, `2026-11-20`; undefined: none. */
export function dayOfFile(text: string): string | undefined {
  const [, day, month, year] = /^(\d\d)(\d\d)(\d\d)$/.exec(placed(linesIn(text)[0] ?? '', 75, 80)) ?? [];
  const read = `20${year}-${month}-${day}`;
  const at = new Date(`${read}T00:00:00Z`);
  return Number.isNaN(at.getTime()) || at.toISOString().slice(0, 10) !== read ? undefined : read;
}

/** Lines of a file, however they end, without blank lines or an end-of-file mark of old systems behind the last one. */
function asWritten(text: string): string[] {
  return text
    .replaceAll('\x1a', ' ')
    .trimEnd()
    .split(/\r*\n|\r/);
}

/**
 * Lines of a file at the width of its format. Spaces at the end of a line have no meaning, and other systems cut or add
 * them.
 */
export function linesIn(text: string, width = 0): string[] {
  return asWritten(text).map((line) => line.trimEnd().padEnd(width));
}

export const DIRECT_ENTRY_WIDTH = 120;
const BSB = /^\d{3}-\d{3}$/;

/** BSB at a position of a line, as 6 digits; undefined: none. */
export function bsbAt(line: string, from: number, to: number): string | undefined {
  const bsb = placed(line, from, to);
  return BSB.test(bsb) ? bsb.replace('-', '') : undefined;
}

/** Fields of every line: its number in the file, from 1, its cents, and whether they are a debit. */
export type Numbered = { readonly line: number; readonly cents: Cents; readonly isDebit: boolean };

const CREDIT = /^5[0-7]$/;
const DEBIT = '13';

/**
 * Reads a direct-entry file: a header, lines, and a trailer that must have the totals of the lines: of credits and of
 * debits, and their difference. `lineOf` parses a line or returns its error, such as `is no credit`.
 */
export function readDirectEntry<Line>(
  text: string,
  lineOf: (line: string, numbered: Numbered) => Line | string,
): Read<Line> {
  const written = asWritten(text);
  const all = linesIn(text, DIRECT_ENTRY_WIDTH);
  const lines: Line[] = [];
  const entries: Numbered[] = [];
  const refuse = (problem: string): Read<Line> => ({ lines: [], cents: 0n, problem });
  for (const [index, line] of all.entries()) {
    const number = index + 1;
    const length = line.trimEnd().length;
    if (length === 0 || length > DIRECT_ENTRY_WIDTH) return refuse(`line ${number} has ${length} characters`);
    const isFirst = index === 0;
    const isLast = index === all.length - 1;
    if (isFirst !== line.startsWith('0') || isLast !== line.startsWith('7')) {
      return refuse(`line ${number} is out of place`);
    }
    if (isFirst || isLast) continue;
    if (length < DIRECT_ENTRY_WIDTH && written[index]?.length !== DIRECT_ENTRY_WIDTH && !isWhole(line)) {
      return refuse(`line ${number} has ${length} characters`);
    }
    const [code, cents] = [placed(line, 19, 20), placed(line, 21, 30)];
    const isDebit = code === DEBIT;
    const entry = { line: number, cents: /^\d{10}$/.test(cents) ? BigInt(cents) : 0n, isDebit };
    const read = lineOf(line, entry);
    if (typeof read === 'string') return refuse(`line ${number} ${read}`);
    if (!isDebit && !CREDIT.test(code)) return refuse(`line ${number} is neither a credit nor a debit`);
    if (entry.cents === 0n) return refuse(`line ${number} has no amount`);
    lines.push(read);
    entries.push(entry);
  }
  return hasTotals(all.at(-1) ?? '', entries)
    ? { lines, cents: sumOf(entries) }
    : refuse('the totals differ from the lines');
}

/**
 * Whether a short line lacks only spaces at its end. A line that lost other characters has its trace account at another
 * position.
 */
function isWhole(line: string): boolean {
  const length = line.trimEnd().length;
  return length >= 96 && length <= 112 && bsbAt(line, 81, 87) !== undefined;
}

const sumOf = (entries: readonly Numbered[]) => entries.reduce((total, { cents }) => total + cents, 0n);

function hasTotals(trailer: string, entries: readonly Numbered[]): boolean {
  const credits = sumOf(entries.filter(({ isDebit }) => !isDebit));
  const debits = sumOf(entries.filter(({ isDebit }) => isDebit));
  return (
    says(placed(trailer, 21, 30), credits > debits ? credits - debits : debits - credits) &&
    says(placed(trailer, 31, 40), credits) &&
    says(placed(trailer, 41, 50), debits) &&
    says(placed(trailer, 75, 80), entries.length)
  );
}
