import type { sendGatewayNotice } from '@wattle/contract/gateway/gateway-notice.ts';
import { sendGatewayNotice as operation } from '@wattle/contract/gateway/gateway-notice.ts';
import type { BodyOf } from '@wattle/contract/operation.ts';
import type { IncomingHttpHeaders } from 'node:http';
import { parseJson } from '../http-json.ts';
import { isSignedWebhook } from '../standard-webhooks.ts';
import type { GatewayCharge, GatewayHappening, GatewayNotice } from './port.ts';

/** Notice of a hosted page, in the words of its protocol. */
export type HostedNotice = BodyOf<typeof sendGatewayNotice>;

/** Reads the bytes of a notice. Undefined: not signed by one of the keys, too old, or not in the form of the protocol. */
export function readHostedNotices(
  keys: readonly Uint8Array[],
  headers: IncomingHttpHeaders,
  rawBody: Uint8Array,
  nowMs: number,
): readonly GatewayNotice[] | undefined {
  if (!isSignedWebhook(keys, headers, rawBody, nowMs)) return undefined;
  const read = operation.body.safeParse(parseJson(rawBody));
  return read.success ? noticesOf(read.data) : undefined;
}

/** A notice in the port's words; none where its type says nothing to us. */
export function noticesOf({ id, type, data }: HostedNotice): readonly GatewayNotice[] {
  const what = happeningOf(type, data);
  const { reference, chargeId, refund } = data;
  return what ? [{ id, about: { reference, chargeId: chargeId ?? data.charge?.id, refund }, what }] : [];
}

function happeningOf(type: string, data: HostedNotice['data']): GatewayHappening | undefined {
  const { reference, charge, card, decline, refund, chargeId, dispute = chargeId, warning } = data;
  const amount = data.amount === undefined ? undefined : BigInt(data.amount);
  switch (type) {
    case 'payment.paid':
      return charge && { kind: 'said', word: { kind: 'paid', charges: [chargeOf(charge)] } };
    case 'payment.pending':
      return { kind: 'said', word: { kind: 'pending' } };
    case 'payment.cancelled':
      return { kind: 'said', word: { kind: 'cancelled' } };
    case 'payment.declined':
      return { kind: 'declined', decline: { id: decline ?? `${reference}.declined`, card } };
    case 'refund.pending':
    case 'refund.done':
    case 'refund.failed':
    case 'refund.returned':
      return refund === undefined ? undefined : { kind: 'refund', state: REFUND_STATES[type] };
    case 'charge.inquired':
    case 'charge.disputed':
    case 'charge.disputeWon':
    case 'charge.disputeClosed':
      return dispute === undefined ? undefined : { kind: DISPUTES[type], disputeId: dispute, amount };
    case 'charge.fraudWarned':
      return warning && { kind: 'fraudWarned', warningId: warning.id, word: warning.word };
    default:
      return undefined;
  }
}

const REFUND_STATES = {
  'refund.pending': 'pending',
  'refund.done': 'done',
  'refund.failed': 'failed',
  'refund.returned': 'returned',
} as const;

const DISPUTES = {
  'charge.inquired': 'disputeOpened',
  'charge.disputed': 'disputed',
  'charge.disputeWon': 'disputeWon',
  'charge.disputeClosed': 'disputeClosed',
} as const;

function chargeOf({ amount, fee, ...rest }: NonNullable<HostedNotice['data']['charge']>): GatewayCharge {
  return { ...rest, amount: BigInt(amount), fee: fee === undefined ? undefined : BigInt(fee) };
}
