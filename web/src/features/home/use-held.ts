import type { CardDetails } from '@wattle/contract/cards/home.ts';
import type { CardSummary } from '@wattle/contract/cards/card.ts';
import { dateFormat } from '@wattle/contract/rules/intl-formats.ts';
import { LANGUAGE_TAG } from '@wattle/contract/rules/languages.ts';
import type { ScheduledPayment } from '@wattle/contract/schedules/schedules.ts';
import { useOperation } from '../../api/use-operation.ts';
import { useBrand } from '../../brand/brand.ts';
import { useFormat } from '../../i18n/format.ts';
import { useLanguage } from '../../i18n/use-texts.ts';
import { cardReferenceOf } from '../cards/public.ts';
import { usePending } from '../transactions/recent.part.tsx';

export type Held = {
  /** Number of pending purchases; null while it is not known. */
  readonly pending: number | null;
  /** Cents held for purchases: the held amount without that of waiting payments. */
  readonly purchaseCents: number;
  readonly payments: readonly ScheduledPayment[];
  readonly paymentCents: number;
};

/** Loaded only when a payment may be waiting, which is rare. */
const SCHEDULED_PAYMENTS = {
  name: 'getScheduledPayments',
  load: async () => (await import('@wattle/contract/schedules/schedules.ts')).getScheduledPayments,
};

const centsOf = (dollars: number) => Math.round(dollars * 100);

/**
 * Purposes of the held money of an account. The payments are loaded only if the purchases hold less than the whole
 * amount.
 */
export function useHeld(card: CardSummary, details: CardDetails | undefined): Held {
  const pending = usePending(cardReferenceOf(card));
  const heldCents = centsOf(details?.HeldBalance ?? 0);
  const mayWait = pending !== null && heldCents > pending.cents;
  const query = { accountNumber: card.AccountNumber };
  const { data } = useOperation(SCHEDULED_PAYMENTS, { query }, { isEnabled: mayWait });
  const all = mayWait && data ? [...data.transferPayments, ...data.bpayPayments] : [];
  const payments = all.filter(({ heldUntil }) => heldUntil !== null);
  const paymentCents = payments.reduce((sum, { amount }) => sum + centsOf(amount), 0);
  return { pending: pending && pending.count, purchaseCents: heldCents - paymentCents, payments, paymentCents };
}

/** `Friday 5:14 am`: a payment waits for a day, so its weekday says enough. */
export function useWeekdayAndTime(): (at: string) => string {
  const format = useFormat();
  const language = useLanguage();
  const { TimeZone: timeZone } = useBrand();
  return (at) => {
    const weekday = dateFormat(LANGUAGE_TAG[language], { timeZone, weekday: 'long' }).format(new Date(at));
    return `${weekday} ${format.timeOf(at)}`;
  };
}
