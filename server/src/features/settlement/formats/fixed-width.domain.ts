import { toDirectEntry } from '@wattle/contract/rules/direct-entry.ts';

/** Field of a line: its first position, from 1, and its text, which ends at `to`. */
export type Placed = { readonly from: number; readonly to: number; readonly text: string; readonly isRight?: true };

/** Line of fixed width. Throws when a text does not fit, because a truncated number would be another one. */
export function lineOf(width: number, fields: readonly Placed[]): string {
  const places = Array.from({ length: width }, () => ' ');
  for (const { from, to, text, isRight } of fields) {
    const length = to - from + 1;
    if (text.length > length) throw new RangeError(`places ${from} to ${to} do not hold ${text.length} characters`);
    const padded = isRight ? text.padStart(length) : text.padEnd(length);
    for (let at = 0; at < length; at += 1) places[from - 1 + at] = padded.charAt(at);
  }
  return places.join('');
}

/** Text between two positions, trimmed. */
export function placed(line: string, from: number, to: number): string {
  return line.slice(from - 1, to).trim();
}

/** Integer padded with zeros to a number of digits. */
export function digits(value: bigint | number, length: number): string {
  const text = String(value);
  if (!/^\d+$/.test(text) || text.length > length) throw new RangeError(`${text} is no number of ${length} digits`);
  return text.padStart(length, '0');
}

/** Whether a field contains a number. False for a number that is too large for the field. */
export function says(field: string, value: bigint | number): boolean {
  return /^\d+$/.test(field) && BigInt(field) === BigInt(value);
}

/** Text in the characters of direct entry, cut to the length of its field. */
export function directEntryText(text: string, longest: number): string {
  return toDirectEntry(text).trimStart().slice(0, longest).trimEnd();
}

/** A day, `2026-11-20`, as `201126`. */
export function dayMonthYear(day: string): string {
  return `${day.slice(8, 10)}${day.slice(5, 7)}${day.slice(2, 4)}`;
}
