import { holdsCardNumber, maskCardNumbers } from '@wattle/contract/rules/card-numbers.ts';
import type { Secrets } from './secrets.ts';

declare const kept: unique symbol;
/** A text that people type, as a row keeps it: sealed where it holds a card number. */
export type KeptText = string & { readonly [kept]: true };

type Sealing = Pick<Secrets, 'sealTyped' | 'openTyped' | 'typedHash'>;

const SEALED = /^\^[\w-]{43}\^\d+\^[\w-]+$/;

/** A text as a row keeps it. */
export function keepText(secrets: Pick<Sealing, 'sealTyped'>, text: string): KeptText {
  return (holdsCardNumber(text) ? secrets.sealTyped(text) : text) as KeptText;
}

/** The text that a row keeps. */
export function openText(secrets: Pick<Sealing, 'openTyped'>, text: string): string {
  return SEALED.test(text) ? secrets.openTyped(text) : text;
}

/** The text that a row keeps, as lists, exports and the desk show it. */
export function maskText(secrets: Pick<Sealing, 'openTyped'>, text: string): string {
  return maskCardNumbers(openText(secrets, text));
}

/** A text as names of sums and destinations hold it: by its keyed hash where it holds a card number. */
export function nameText(secrets: Pick<Sealing, 'typedHash'>, text: string): string {
  return holdsCardNumber(text) ? `#${secrets.typedHash(text)}` : text;
}

/** The same of a text that a row keeps, in SQL. */
export function nameTextSql(column: string): string {
  return `CASE WHEN ${column} LIKE '^%' THEN '#' || split_part(${column}, '^', 2) ELSE ${column} END`;
}

/**
 * Words that nobody needs whole, such as a description or a note: card numbers in them are masked when they are kept,
 * with a character that payments carry.
 */
export function maskWords(text: string): string {
  return maskCardNumbers(text, '*');
}

/** A body with its texts as a row keeps them. */
export function keepTexts(secrets: Pick<Sealing, 'sealTyped'>, body: Readonly<Record<string, unknown>>) {
  return mapTexts(body, (text) => keepText(secrets, text));
}

/** A body whose texts a row keeps. */
export function openTexts(secrets: Pick<Sealing, 'openTyped'>, body: Readonly<Record<string, unknown>>) {
  return mapTexts(body, (text) => openText(secrets, text));
}

function mapTexts(
  body: Readonly<Record<string, unknown>>,
  of: (text: string) => string,
): Readonly<Record<string, unknown>> {
  return Object.fromEntries(
    Object.entries(body).map(([name, value]) => [name, typeof value === 'string' ? of(value) : value]),
  );
}
