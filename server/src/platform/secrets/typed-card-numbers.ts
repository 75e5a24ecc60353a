import {
  holdsCardNumber,
  isPrivateReference,
  maskCardNumbers,
  maskNumbers,
  maskReference,
} from '@wattle/contract/rules/card-numbers.ts';
import type { Secrets } from './secrets.ts';

declare const kept: unique symbol;
/** Typed text in its stored form: sealed if it contains a card number, or is a bill's reference that may be a tax file number. */
export type KeptText = string & { readonly [kept]: true };

type Sealing = Pick<Secrets, 'sealTyped' | 'openTyped' | 'typedHash'>;

const SEALED = /^\^[\w-]{43}\^\d+\^[\w-]+$/;

/** Stored form of a text. */
export function keepText(secrets: Pick<Sealing, 'sealTyped'>, text: string): KeptText {
  return (holdsCardNumber(text) ? secrets.sealTyped(text) : text) as KeptText;
}

/** Stored form of a bill's reference. */
export function keepReference(secrets: Pick<Sealing, 'sealTyped'>, reference: string): KeptText {
  return (isPrivateReference(reference) ? secrets.sealTyped(reference) : reference) as KeptText;
}

/** Original of a stored text. */
export function openText(secrets: Pick<Sealing, 'openTyped'>, text: string): string {
  return SEALED.test(text) ? secrets.openTyped(text) : text;
}

/**
 * Stored text as lists, exports and the desk show it, masked. Only a bill's reference is sealed as a tax file number, so
 * an account number that passes its check is shown.
 */
export function maskText(secrets: Pick<Sealing, 'openTyped'>, text: string, filler?: string): string {
  return SEALED.test(text) ? maskReference(secrets.openTyped(text), filler) : maskCardNumbers(text, filler);
}

/** Text in names of sums and destinations: its keyed hash if it contains a card number. */
export function nameText(secrets: Pick<Sealing, 'typedHash'>, text: string): string {
  return holdsCardNumber(text) ? `#${secrets.typedHash(text)}` : text;
}

/** The same for a bill's reference: its keyed hash if it is sealed. */
export function nameReference(secrets: Pick<Sealing, 'typedHash'>, reference: string): string {
  return isPrivateReference(reference) ? `#${secrets.typedHash(reference)}` : reference;
}

/**
 * Texts that are never needed in full, such as a description or a note: their card numbers and tax file numbers are
 * masked before storing, with a character that payments permit.
 */
export function maskWords(text: string): string {
  return maskNumbers(text, '*');
}

/** Body with its texts in stored form. `reference` names the field of a bill's reference, if it has one. */
export function keepTexts(
  secrets: Pick<Sealing, 'sealTyped'>,
  body: Readonly<Record<string, unknown>>,
  reference: string | null,
) {
  return mapTexts(body, (text, name) => (name === reference ? keepReference : keepText)(secrets, text));
}

/** Body with its texts in their original form. */
export function openTexts(secrets: Pick<Sealing, 'openTyped'>, body: Readonly<Record<string, unknown>>) {
  return mapTexts(body, (text) => openText(secrets, text));
}

function mapTexts(
  body: Readonly<Record<string, unknown>>,
  of: (text: string, name: string) => string,
): Readonly<Record<string, unknown>> {
  return Object.fromEntries(
    Object.entries(body).map(([name, value]) => [name, typeof value === 'string' ? of(value, name) : value]),
  );
}
