import { dayAt, startOfDay } from '../../platform/time/clock.ts';
import type { GatewayWord, PayerCard } from './port.ts';
import { payerCardOf, type SandboxCard, sandboxCardOf } from './sandbox-cards.ts';
import type { DueNotice, SandboxPayment } from './sandbox-store.ts';

const MINUTE_MS = 60_000;
const NOTICE_AFTER_MS = 300;
const LATE_MS = 60 * MINUTE_MS;
const UNKNOWN_MS = 10 * MINUTE_MS;

/** Types of the sandbox's notices that money follows. */
export const NOTICE = {
  disputed: 'charge.disputed',
  won: 'charge.disputeWon',
  refundFailed: 'refund.failed',
  refundReturned: 'refund.returned',
} as const;

/** The one charge of a paid payment. */
export function chargeOf({ reference, amount, currency, card }: SandboxPayment) {
  return { id: `ch.${reference}`, amount, currency, card: card ?? { fingerprint: 'none', ending: '0000' } };
}

export function wordOf(payment: SandboxPayment): GatewayWord {
  const { status, declines: all = [] } = payment;
  const declines = all.length > 0 ? all : undefined;
  switch (status) {
    case 'paid': {
      const charge = chargeOf(payment);
      return { kind: 'paid', charges: [{ ...charge, amount: BigInt(charge.amount) }], declines };
    }
    case 'open':
    case 'closed':
      return { kind: status, declines };
    default:
      return { kind: status };
  }
}

/** Payment with one more notice. */
export function withNotice(payment: SandboxPayment, type: string, data: object, dueAt: number): SandboxPayment {
  const { reference, notices } = payment;
  const notice: DueNotice = {
    id: `${reference}.${notices.length + 1}`,
    type,
    data: { reference, ...data },
    dueAt,
    isSent: false,
  };
  return { ...payment, notices: [...notices, notice] };
}

/** Whether a card declines an attempt on a page. */
function isDeclined({ declines = [] }: SandboxPayment, card: SandboxCard): boolean {
  if (card.does === 'declines') return true;
  return card.does === 'declinesOnce' && !declines.some(({ card: before }) => sandboxCardOf(before) === card);
}

function declinedOf(open: SandboxPayment, card: PayerCard, now: number): SandboxPayment {
  const { reference, declines = [] } = open;
  const decline = { id: `at.${reference}.${declines.length + 1}`, card };
  const payment = { ...open, challenged: null, declines: [...declines, decline] };
  return withNotice(payment, 'payment.declined', { decline: decline.id, card }, now + NOTICE_AFTER_MS);
}

/** Payment after the card's decision, with its notices. A declined one stays open. */
export function outcomeOf(
  open: SandboxPayment,
  card: SandboxCard,
  now: number,
  more: Pick<PayerCard, 'saved' | 'wallet'>,
): SandboxPayment {
  if (isDeclined(open, card)) return declinedOf(open, payerCardOf(card), now);
  const payment = { ...open, card: { ...payerCardOf(card), ...more }, challenged: null };
  const paid: SandboxPayment = { ...payment, status: 'paid', paidAt: now };
  const notify = (dueAt: number, of: SandboxPayment = paid) =>
    withNotice(of, 'payment.paid', { charge: chargeOf(of) }, dueAt);
  const told = () => notify(now + NOTICE_AFTER_MS);
  const { id: chargeId, amount } = chargeOf(paid);
  const dispute = { chargeId, dispute: `dp.${chargeId}`, amount };
  const dayAfter = (days: number) => startOfDay(dayAt(now), days);
  switch (card.does) {
    case 'noticeFirst':
      return notify(now);
    case 'noNotice':
      return paid;
    case 'noticeLate':
      return notify(now + LATE_MS);
    case 'isUnknown':
      return notify(now + UNKNOWN_MS, { ...payment, status: 'pending', settlesAt: now + UNKNOWN_MS });
    case 'isChargedBack':
      return withNotice(told(), NOTICE.disputed, dispute, dayAfter(1));
    case 'isWon':
      return withNotice(withNotice(told(), NOTICE.disputed, dispute, dayAfter(1)), NOTICE.won, dispute, dayAfter(2));
    case 'isInquired': {
      const asked = withNotice(told(), 'charge.inquired', dispute, dayAfter(1));
      return withNotice(asked, 'charge.disputeClosed', dispute, dayAfter(2));
    }
    case 'isWarned': {
      const warning = { id: `fw.${chargeId}`, word: 'made_with_stolen_card' };
      return withNotice(told(), 'charge.fraudWarned', { chargeId, warning }, now + LATE_MS);
    }
    default:
      return told();
  }
}

const isDue = (payment: SandboxPayment, type: string, now: number) =>
  payment.notices.some((notice) => notice.type === type && notice.dueAt <= now);

/** Whether the bank of the card has the money of its charge. */
export function isDisputed(payment: SandboxPayment, now: number): boolean {
  return isDue(payment, NOTICE.disputed, now) && !isDue(payment, NOTICE.won, now);
}

const ENDS: Readonly<Record<string, 'failed' | 'returned'>> = {
  [NOTICE.refundFailed]: 'failed',
  [NOTICE.refundReturned]: 'returned',
};

/** State of a refund by its id. */
export function refundState({ card, notices }: SandboxPayment, id: string, now: number) {
  const end = notices.find(({ type, data }) => type in ENDS && (data as { readonly refund?: string }).refund === id);
  if (end && end.dueAt <= now) return ENDS[end.type] ?? 'done';
  return end && sandboxCardOf(card)?.does === 'refundFails' ? 'pending' : 'done';
}

/** Payment whose first refund ends as its card says; one that is asked for again stays. */
export function withRefundEnd(payment: SandboxPayment, id: string, now: number): SandboxPayment {
  const does = sandboxCardOf(payment.card)?.does;
  const type =
    does === 'refundFails' ? NOTICE.refundFailed : does === 'refundReturns' ? NOTICE.refundReturned : undefined;
  if (type === undefined || payment.notices.some((notice) => notice.type === type)) return payment;
  return withNotice(payment, type, { refund: id }, startOfDay(dayAt(now), 1));
}
