import * as z from 'zod';
import { parseJson } from '../../http-json.ts';
import type { GatewayHappening, GatewayNotice } from '../port.ts';
import { declineOf, id, idOf, intent, refund, refundWord, word } from './words.ts';

const event = z.object({
  id,
  type: z.string(),
  livemode: z.boolean(),
  data: z.object({ object: z.unknown().optional() }),
});
const session = z.object({ id, client_reference_id: word });
const charge = z.object({ id, metadata: z.object({ reference: z.string().optional() }).catch({}) });
const dispute = z.object({
  id,
  amount: z.int().min(0),
  charge: idOf,
  balance_transactions: z.array(z.object({ amount: z.int() })).catch([]),
  status: z.string(),
});
const warning = z.object({ id, charge: idOf, fraud_type: z.string().min(1) });

type About = GatewayNotice['about'];
const CHANGED = { kind: 'changed' } as const;
type Told = { readonly about: About; readonly what: GatewayHappening };

/** Longest word of Stripe's that is kept. */
const WORD_MOST = 60;

/**
 * The notice in an event whose signature was checked; none where it concerns others. Objects of an event are as they
 * were when it happened, and events come late and in any order, so a payment is asked for again. Undefined: an event
 * about us that cannot be read, which Stripe sends again.
 */
export function readStripeEvent(rawBody: Uint8Array, isLive: boolean): readonly GatewayNotice[] | undefined {
  const read = event.safeParse(parseJson(rawBody));
  if (!read.success) return undefined;
  const { id: name, type, livemode, data } = read.data;
  // Events of test mode mean no money, and events of live mode are for another key.
  if (livemode !== isLive) return [];
  const told = toldBy(type, data.object);
  if (told === 'unreadable') return undefined;
  return told.map((one, index) => ({ id: index === 0 ? name : `${name}.${index}`, ...one }));
}

function toldBy(type: string, object: unknown): readonly Told[] | 'unreadable' {
  if (type.startsWith('checkout.session.')) return bySession(object);
  if (type.startsWith('charge.dispute.')) return byDispute(type, object);
  switch (type) {
    case 'payment_intent.payment_failed':
    case 'payment_intent.processing':
      return byIntent(type, object);
    case 'charge.refunded':
      return byCharge(object);
    case 'charge.refund.updated':
    case 'refund.created':
    case 'refund.updated':
    case 'refund.failed':
      return byRefund(object);
    case 'radar.early_fraud_warning.created':
      return byWarning(object);
    default:
      return [];
  }
}

function bySession(object: unknown): readonly Told[] | 'unreadable' {
  const { success, data } = session.safeParse(object);
  if (!success) return 'unreadable';
  const reference = data.client_reference_id;
  return reference ? [{ about: { reference, gatewayId: data.id }, what: CHANGED }] : [];
}

function byIntent(type: string, object: unknown): readonly Told[] | 'unreadable' {
  const { success, data } = intent.safeParse(object);
  if (!success) return 'unreadable';
  const { reference } = data.metadata;
  if (reference === undefined) return [];
  const decline = type === 'payment_intent.payment_failed' ? declineOf(data) : undefined;
  return [{ about: { reference }, what: decline ? { kind: 'declined', decline } : CHANGED }];
}

/** A charge that was refunded. The event of the refund itself does not always come. */
function byCharge(object: unknown): readonly Told[] | 'unreadable' {
  const { success, data } = charge.safeParse(object);
  if (!success) return 'unreadable';
  const { reference } = data.metadata;
  return reference === undefined ? [] : [{ about: { reference, chargeId: data.id }, what: CHANGED }];
}

function byRefund(object: unknown): readonly Told[] | 'unreadable' {
  const { success, data } = refund.safeParse(object);
  if (!success) return 'unreadable';
  const own = data.metadata?.reference;
  if (own === undefined) return [];
  const about = { refund: own, chargeId: data.charge ?? undefined };
  return [{ about, what: { kind: 'refund', state: refundWord(data) } }];
}

function byDispute(type: string, object: unknown): readonly Told[] | 'unreadable' {
  const { success, data } = dispute.safeParse(object);
  if (!success) return 'unreadable';
  const { id: disputeId, charge: chargeId } = data;
  const amount = BigInt(data.amount);
  return kindsOf(type, data).map((kind) => ({ about: { chargeId }, what: { kind, disputeId, amount } }));
}

type DisputeKind = Extract<GatewayHappening, { readonly disputeId: string }>['kind'];

/** A question of the bank takes no money; a dispute takes it when it begins, and gives it back when it is won. */
function kindsOf(type: string, { status, balance_transactions: moved }: z.output<typeof dispute>): DisputeKind[] {
  switch (type) {
    case 'charge.dispute.created':
      return ['disputeOpened'];
    case 'charge.dispute.funds_withdrawn':
      return ['disputed'];
    case 'charge.dispute.funds_reinstated':
      return ['disputeWon'];
    case 'charge.dispute.closed':
      // The events before it may be lost.
      if (moved.some(({ amount }) => amount > 0)) return ['disputeWon'];
      return status === 'lost' && moved.length > 0 ? ['disputed', 'disputeClosed'] : ['disputeClosed'];
    default:
      return [];
  }
}

function byWarning(object: unknown): readonly Told[] | 'unreadable' {
  const { success, data } = warning.safeParse(object);
  if (!success) return 'unreadable';
  const { id: warningId, charge: chargeId, fraud_type: said } = data;
  return [{ about: { chargeId }, what: { kind: 'fraudWarned', warningId, word: said.slice(0, WORD_MOST) } }];
}
