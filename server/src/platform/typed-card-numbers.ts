import { holdsCardNumber, maskCardNumbers } from '@wattle/contract/rules/card-numbers.ts';
import type { Secrets } from './secrets.ts';

declare const kept: unique symbol;
/** Typed text in its stored form: sealed if it contains a card number. */
export type KeptText = string & { readonly [kept]: true };

type Sealing = Pick<Secrets, 'sealTyped' | 'openTyped' | 'typedHash'>;

const SEALED = /^\^[\w-]{43}\^\d+\^[\w-]+$/;

/** Stored form of a text. */
export function keepText(secrets: Pick<Sealing, 'sealTyped'>, text: string): KeptText {
  return (holdsCardNumber(text) ? secrets.sealTyped(text) : text) as KeptText;
}

/** Original of a stored text. */
export function openText(secrets: Pick<Sealing, 'openTyped'>, text: string): string {
  return SEALED.test(text) ? secrets.openTyped(text) : text;
}

/** Stored text as lists, exports and the desk show it, with a masked card number. */
export function maskText(secrets: Pick<Sealing, 'openTyped'>, text: string): string {
  return maskCardNumbers(openText(secrets, text));
}

/** Text in names of sums and destinations: its keyed hash if it contains a card number. */
export function nameText(secrets: Pick<Sealing, 'typedHash'>, text: string): string {
  return holdsCardNumber(text) ? `#${secrets.typedHash(text)}` : text;
}

/**
 * Texts that are never needed in full, such as a description or a note: their card numbers are masked before storing,
 * with a character that payments permit.
 */
export function maskWords(text: string): string {
  return maskCardNumbers(text, '*');
}

/** Body with its texts in stored form. */
export function keepTexts(secrets: Pick<Sealing, 'sealTyped'>, body: Readonly<Record<string, unknown>>) {
  return mapTexts(body, (text) => keepText(secrets, text));
}

/** Body with its texts in their original form. */
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
