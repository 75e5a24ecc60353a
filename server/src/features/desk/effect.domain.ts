import type { Cents } from '../../platform/money.ts';
import type { Effect } from './desk-command.ts';

/** Effect of a posting on a balance. */
export function effectOn(what: string, balance: Cents, change: Cents): Effect {
  return { what, before: dollars(balance), change: dollars(change), after: dollars(balance + change) };
}

function dollars(cents: Cents): string {
  const [sign, whole] = cents < 0n ? ['-', -cents] : ['', cents];
  return `${sign}${whole / 100n}.${String(whole % 100n).padStart(2, '0')}`;
}
