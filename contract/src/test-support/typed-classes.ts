import { expect } from 'vitest';
import { answerText } from '../rules/typed-text.ts';

/** Texts as people, keyboards, programs and thieves send them, by the class that each stands for. */
export const TYPED_CLASSES = {
  'a no-break space': 'Ann\u00a0Lee',
  'an ideographic space': 'Ann\u3000Lee',
  'a thin space': 'Ann\u2009Lee',
  'a tab': 'Ann\tLee',
  'line breaks': 'Ann\r\nLee\u2028Li',
  'an en dash': 'Ann–Lee',
  'a no-break hyphen': 'Ann‑Lee',
  'a minus sign': 'Ann−Lee',
  'look-alike quotes': 'O’Brien ‘Ann‘ “Lee”',
  'zero-width characters': 'A\u200bnn\u2060 \ufeffLee\u00ad',
  'bidi characters': '\u202eAnn\u202c \u2066Lee\u2069\u200f',
  'full width': 'Ａｎｎ　１２３',
  NFD: 'Zoe\u0308 Cafe\u0301',
  emoji: 'Ann 👩‍👩‍👧 ❤️',
  'right to left': 'مرحبا שלום',
  '300 characters': 'Ann '.repeat(75),
  'only spaces': ' \u00a0\u3000 ',
  'only what is not seen': '\u200b\u202e\u3164',
  'a pasted label': 'Name: Ann Lee',
  'control characters': 'A\u0007nn\u001b Lee\u007f',
  'half a surrogate pair': 'Ann\ud83d Lee',
  NUL: 'Ann\0Lee',
  empty: '',
} as const satisfies Readonly<Record<string, string>>;

/** Ways in which the digits of a number can be separated. Each means the same digits. */
export const GROUPINGS: Readonly<Record<string, (digits: string) => string>> = {
  spaces: (digits) => digits.replace(/(\d{3})(?=\d)/g, '$1 '),
  'no-break spaces': (digits) => digits.replace(/(\d{3})(?=\d)/g, '$1\u00a0'),
  'ideographic spaces': (digits) => digits.replace(/(\d{3})(?=\d)/g, '$1\u3000'),
  'thin spaces': (digits) => digits.replace(/(\d{3})(?=\d)/g, '$1\u2009'),
  'outer spaces': (digits) => ` ${digits}\t`,
  hyphens: (digits) => digits.replace(/(\d{3})(?=\d)/g, '$1-'),
  'en dashes': (digits) => digits.replace(/(\d{3})(?=\d)/g, '$1–'),
  'no-break hyphens': (digits) => digits.replace(/(\d{3})(?=\d)/g, '$1‑'),
  'minus signs': (digits) => digits.replace(/(\d{3})(?=\d)/g, '$1−'),
  dots: (digits) => digits.replace(/(\d{3})(?=\d)/g, '$1.'),
  'zero-width characters': (digits) => digits.replace(/(\d{3})(?=\d)/g, '$1\u200b'),
  'bidi characters': (digits) => `\u202d${digits}\u202c`,
  'full width': (digits) => digits.replace(/\d/g, (digit) => String.fromCharCode(0xff10 + Number(digit))),
  'Arabic digits': (digits) => digits.replace(/\d/g, (digit) => String.fromCharCode(0x660 + Number(digit))),
};

/**
 * Row of a table of what is refused: the problem by class, and the fields it holds for. `*` stands for every class that
 * the row does not name; null: the class is taken.
 */
type RefusedRow = {
  readonly refuses: Readonly<Record<string, string | null | undefined>>;
  readonly fields: readonly string[];
};

/** A table of what is refused, by field: the problems by class of each of its rows. */
export function readRefused(table: readonly RefusedRow[]): ReadonlyMap<string, readonly Record<string, string>[]> {
  const byField = new Map<string, Record<string, string>[]>();
  for (const { refuses, fields } of table) {
    const problems = Object.keys(TYPED_CLASSES).flatMap((kind) => {
      const problem = Object.hasOwn(refuses, kind) ? refuses[kind] : refuses['*'];
      return typeof problem === 'string' ? [[kind, problem]] : [];
    });
    for (const field of fields) byField.set(field, [...(byField.get(field) ?? []), Object.fromEntries(problems)]);
  }
  return byField;
}

/** Expects of a text that a field took that nothing is in it that no one sees, and that no letter or digit was cut. */
export function expectFolded(kept: string, text: string): void {
  expect(kept).toBe(kept.normalize('NFC'));
  // The stored text has no characters that PostgreSQL refuses or that no one sees.
  expect(kept.replaceAll('\n', '')).not.toMatch(/[\p{Cc}\p{Cs}]/u);
  expect(kept).not.toMatch(/[\u061c\u200b\u200e\u200f\u202a-\u202e\u2060\u2066-\u2069\u3164\ufeff]/);
  expect(kept).toBe(kept.trim());
  expect(answerText(kept)).toBe(answerText(text));
}
