import * as z from 'zod';
import { parseJson } from '../../http-json.ts';
import type { GatewayDisputeWord, GatewayHappening, GatewayNotice } from '../port.ts';
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
  return told?.map((one, index) => ({ id: index === 0 ? name : `${name}.${index}`, ...one }));
}

/** Undefined: its object cannot be read. */
function toldBy(type: string, object: unknown): readonly Told[] | undefined {
  const by = <T>(shape: z.ZodType<T>, tell: (read: T) => readonly Told[]) => {
    const { success, data } = shape.safeParse(object);
    return success ? tell(data) : undefined;
  };
  if (type.startsWith('checkout.session.')) return by(session, toldBySession);
  if (type.startsWith('charge.dispute.')) return by(dispute, (read) => toldByDispute(type, read));
  switch (type) {
    case 'payment_intent.payment_failed':
    case 'payment_intent.processing':
      return by(intent, (read) => toldByIntent(type, read));
    case 'charge.refunded':
      return by(charge, toldByCharge);
    case 'charge.refund.updated':
    case 'refund.created':
    case 'refund.updated':
    case 'refund.failed':
      return by(refund, toldByRefund);
    case 'radar.early_fraud_warning.created':
      return by(warning, toldByWarning);
    default:
      return [];
  }
}

function toldBySession({ id: gatewayId, client_reference_id: reference }: z.output<typeof session>): readonly Told[] {
  return reference ? [{ about: { reference, gatewayId }, what: CHANGED }] : [];
}

function toldByIntent(type: string, read: z.output<typeof intent>): readonly Told[] {
  const { reference } = read.metadata;
  if (reference === undefined) return [];
  const decline = type === 'payment_intent.payment_failed' ? declineOf(read) : undefined;
  return [{ about: { reference }, what: decline ? { kind: 'declined', decline } : CHANGED }];
}

/** A charge that was refunded. The event of the refund itself does not always come. */
function toldByCharge({ id: chargeId, metadata: { reference } }: z.output<typeof charge>): readonly Told[] {
  return reference === undefined ? [] : [{ about: { reference, chargeId }, what: CHANGED }];
}

function toldByRefund(read: z.output<typeof refund>): readonly Told[] {
  const own = read.metadata?.reference;
  if (own === undefined) return [];
  const about = { refund: own, chargeId: read.charge ?? undefined };
  return [{ about, what: { kind: 'refund', state: refundWord(read) } }];
}

function toldByDispute(type: string, read: z.output<typeof dispute>): readonly Told[] {
  const { id: disputeId, charge: chargeId } = read;
  const amount = BigInt(read.amount);
  return kindsOf(type, read).map((kind) => ({ about: { chargeId }, what: { kind, disputeId, amount } }));
}

/** A question of the bank takes no money; a dispute takes it when it begins, and gives it back when it is won. */
function kindsOf(
  type: string,
  { status, balance_transactions: moved }: z.output<typeof dispute>,
): GatewayDisputeWord[] {
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

function toldByWarning({
  id: warningId,
  charge: chargeId,
  fraud_type: said,
}: z.output<typeof warning>): readonly Told[] {
  return [{ about: { chargeId }, what: { kind: 'fraudWarned', warningId, word: said.slice(0, WORD_MOST) } }];
}
