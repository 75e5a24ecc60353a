import { useNow } from '../../api/use-now.ts';
import { useFormat } from '../../i18n/format.ts';
import { useTexts } from '../../i18n/use-texts.ts';
import { type BankAccount, useHeldArrival } from './use-held-arrival.ts';

type HeldWordsProps = {
  readonly method: string;
  readonly heldUntil: string | null;
  readonly to: BankAccount | null;
  /** Reason of the hold. */
  readonly why: string;
};

/** When a held payment arrives, and why it is held. Uses the texts of `transfers`. */
export function HeldWords({ method, heldUntil, to, why }: HeldWordsProps) {
  const t = useTexts('transfers');
  const format = useFormat();
  const now = useNow();
  const arrival = useHeldArrival(method, heldUntil, to);
  const key = t.has(`held.arrives.${method}`) ? `held.arrives.${method}` : 'held.arrives';
  const arrives = arrival && t(key, { date: format.dayInWords(arrival.arrives, now) });
  return <p>{arrives === null ? why : t('held.lead', { arrives, why })}</p>;
}
