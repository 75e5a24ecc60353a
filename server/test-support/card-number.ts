import { luhnDigit } from '@wattle/contract/rules/luhn.ts';

/** Digits with their check digit. */
export function withCheckDigit(body: string): string {
  return body + luhnDigit(body);
}

/** First 6 and last 4 in groups of 4. */
export function mask(pan: string): string {
  const shown = pan.slice(0, 6) + '•'.repeat(pan.length - 10) + pan.slice(-4);
  return shown.match(/.{1,4}/g)?.join(' ') ?? shown;
}
