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

/** Lines of a file, without the empty one at its end. */
export function linesIn(text: string): string[] {
  return text.replace(/\r?\n$/, '').split(/\r?\n/);
}

const WIDTH = 120;
const BSB = /^\d{3}-\d{3}$/;

/** BSB at a position of a line, as 6 digits; undefined: none. */
export function bsbAt(line: string, from: number, to: number): string | undefined {
  const bsb = placed(line, from, to);
  return BSB.test(bsb) ? bsb.replace('-', '') : undefined;
}

/** Fields of every line: its number in the file, from 1, and its cents. */
export type Numbered = { readonly line: number; readonly cents: Cents };

/**
 * Reads a direct-entry file: a header, lines, and a trailer that must have the totals of the lines. `lineOf` parses a
 * line or returns what is wrong with it, such as `is no credit`.
 */
export function readDirectEntry<Line extends Numbered>(
  text: string,
  lineOf: (line: string, numbered: Numbered) => Line | string,
): Read<Line> {
  const all = linesIn(text);
  const lines: Line[] = [];
  const refuse = (problem: string): Read<Line> => ({ lines: [], cents: 0n, problem });
  for (const [index, line] of all.entries()) {
    const number = index + 1;
    if (line.length !== WIDTH) return refuse(`line ${number} has ${line.length} characters`);
    const isFirst = index === 0;
    const isLast = index === all.length - 1;
    if (isFirst !== line.startsWith('0') || isLast !== line.startsWith('7')) {
      return refuse(`line ${number} is out of place`);
    }
    if (isFirst || isLast) continue;
    const cents = placed(line, 21, 30);
    const read = lineOf(line, { line: number, cents: /^\d{10}$/.test(cents) ? BigInt(cents) : 0n });
    if (typeof read === 'string') return refuse(`line ${number} ${read}`);
    if (read.cents === 0n) return refuse(`line ${number} has no amount`);
    lines.push(read);
  }
  const sum = lines.reduce((total, { cents }) => total + cents, 0n);
  const trailer = all.at(-1) ?? '';
  if (!says(placed(trailer, 31, 40), sum) || !says(placed(trailer, 75, 80), lines.length)) {
    return refuse('the totals differ from the lines');
  }
  return { lines, cents: sum };
}
