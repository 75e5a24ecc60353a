/** First 6 and last 4 digits in groups of 4, the rest as bullets: `9036 00•• •••• 0017`. */
export function maskPan(pan: string): string {
  return inFours(pan.slice(0, 6) + '•'.repeat(pan.length - 10) + pan.slice(-4));
}

/** Last four digits of a card whose number is not known yet. */
export const NO_DIGITS = '••••';

/** Stands for the number of a card that is being made: its printed id, `1234 5678 901• ••••`. */
export function maskWhileMade(cardId: string): string {
  return inFours(cardId.padEnd(16, '•'));
}

const inFours = (digits: string) => digits.replace(/.{4}(?=.)/gu, '$& ');
