import { luhnDigit } from '@wattle/contract/rules/luhn.ts';
import type { AppContext } from '../src/compose/context.ts';

/** Digits with their check digit. */
export function withCheckDigit(body: string): string {
  return body + luhnDigit(body);
}

/** First 6 and last 4 in groups of 4. */
export function mask(pan: string): string {
  const shown = pan.slice(0, 6) + '•'.repeat(pan.length - 10) + pan.slice(-4);
  return shown.match(/.{1,4}/g)?.join(' ') ?? shown;
}

/** PINs that tests type, right or wrong. */
const PINS = ['4826', '7391', '7359', '0000', '1111', '1234'];

/**
 * Number of a card with a PIN. For one number in some hundred, two of these PINs have the same PVV of four digits, as
 * can happen for any card, and a test of a wrong PIN would then find it right.
 */
export function panForPin(secrets: AppContext['secrets'], pin: string, draw: () => string): string {
  const pins = [...new Set([...PINS, pin])];
  for (;;) {
    const pan = draw();
    if (new Set(pins.map((each) => secrets.pvv(pan, 1, each))).size === pins.length) return pan;
  }
}
