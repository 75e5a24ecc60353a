import type { Connection, Ignored, Keyed } from '../port.ts';
import { instantOf, otherCurrency } from '../reading.ts';
import { referenceOf } from '../reference.ts';
import type { DecidedBy, Told } from '../told.ts';
import { requestMessage, transactionMessage } from './message.ts';
import type { StripeAuthorization, StripeDispute, StripeTransaction } from './objects.ts';

type Message = Keyed & Told;

/** Reasons of approvals. Another one is Stripe's own decision too. */
const APPROVED_BY: Readonly<Record<string, DecidedBy>> = {
  webhook_approved: 'us',
  webhook_timeout: 'timeout',
  webhook_error: 'timeout',
  network_fallback: 'network',
};
/** Reasons of declines that follow a question to us. All others are declines that Stripe made alone. */
const DECLINED_BY: Readonly<Record<string, DecidedBy>> = {
  ...APPROVED_BY,
  webhook_approved: 'processor',
  webhook_declined: 'us',
};

/** Reference of a request of an authorisation: the first one has that of the purchase. */
export function requestReference(connection: Connection, authorization: string, place: number): string {
  return referenceOf(connection.id, place === 0 ? authorization : `${authorization}/${place}`);
}

/** An event or an answer that has an authorisation: its time in Unix seconds, and its name. */
export type Telling = { readonly created: number; readonly key: string; readonly isChange: boolean };

/**
 * Everything that an authorisation says: each of its requests with its outcome, and what is held now. Stripe sends the
 * whole object each time, so that an event that was lost is made up for by the next one.
 */
export function toldByAuthorization(
  sent: StripeAuthorization,
  telling: Telling,
  connection: Connection,
): readonly Message[] {
  const requests = inOrder(sent.request_history);
  const told = requests.map((request, place): Message => {
    const reference = requestReference(connection, sent.id, place);
    const original = place === 0 ? undefined : requestReference(connection, sent.id, 0);
    const message = requestMessage(sent, request, { reference, original, created: request.created }, connection);
    const known = {
      key: `${sent.id}/${place}`,
      of: sent.id,
      at: instantOf(request.created),
      // An increment comes before the hold of its second, which includes it.
      ...(place > 0 && { after: Math.min(request.created, telling.created) * 1000 }),
    };
    const reason = request.reason ?? '';
    if (request.approved) {
      return { ...known, did: 'decided', approved: true, by: APPROVED_BY[reason] ?? 'processor', message };
    }
    const by = DECLINED_BY[reason];
    return by === undefined
      ? { ...known, did: 'declined', reason: reason || 'other', message }
      : { ...known, did: 'decided', approved: false, by, message };
  });
  if (requests.some(({ approved }) => approved)) told.push(...stateOf(sent, telling, connection));
  const currency = otherCurrency(sent.currency, connection);
  return currency === undefined ? told : told.map((each) => ({ ...each, currency }));
}

/** The list has no documented order. Requests of one second keep theirs. */
function inOrder<T extends { readonly created: number }>(history: readonly T[]): readonly T[] {
  return [...history].sort((a, b) => a.created - b.created);
}

/** The hold now. Only a status ends a purchase: an amount of 0 may rise again. */
function stateOf(sent: StripeAuthorization, telling: Telling, connection: Connection): readonly Message[] {
  const key = `${sent.id}/${telling.key}`;
  const known = { key, of: sent.id, at: instantOf(telling.created), after: placeOf(sent, telling) };
  const by = { reference: referenceOf(connection.id, key), original: requestReference(connection, sent.id, 0) };
  if (sent.status === 'reversed') return [{ ...known, did: 'reversed', ...by, left: 0 }];
  if (sent.status === 'expired') return [{ ...known, did: 'expired', ...by }];
  if (sent.status === 'closed') return [{ ...known, did: 'holdSet', ...by, amount: 0 }];
  const amount = heldBy(sent);
  // An unknown status holds what is held: it ends nothing.
  if (sent.status === 'pending' && amount === approvedTotal(sent) && !telling.isChange) return [];
  return [{ ...known, did: 'holdSet', ...by, amount }];
}

function approvedTotal({ request_history: history }: StripeAuthorization): number {
  return history.reduce((sum, { approved, amount }) => sum + (approved ? Math.abs(amount) : 0), 0);
}

/**
 * Cents that are held. Whether the amount of an authorisation that was captured in part still has that part is not
 * documented: where both together are more than was approved, it has.
 */
function heldBy(sent: StripeAuthorization): number {
  const captured = (sent.transactions ?? []).reduce<number>((sum, each) => sum + capturedBy(each), 0);
  const amount = Math.abs(sent.amount);
  return amount + captured > approvedTotal(sent) ? Math.max(0, amount - captured) : amount;
}

function capturedBy(each: unknown): number {
  const { type, amount } = (each ?? {}) as { readonly type?: unknown; readonly amount?: unknown };
  return type === 'capture' && typeof amount === 'number' ? Math.abs(amount) : 0;
}

/**
 * Order of the messages about one authorisation. Within a second, the longer its lists are the newer it is, and one that
 * has ended is newer than one that has not.
 */
function placeOf(sent: StripeAuthorization, { created }: Telling): number {
  const length =
    sent.request_history.length + (sent.transactions?.length ?? 0) + (sent.balance_transactions?.length ?? 0);
  return created * 1000 + Math.min(length, 499) + (sent.status === 'pending' ? 0 : 500);
}

/** A capture or a refund. The same transaction is taken once, whichever event has it. */
export function toldByTransaction(sent: StripeTransaction, connection: Connection): Message | Ignored {
  const reference = referenceOf(connection.id, sent.id);
  const purchase = sent.authorization;
  const original = purchase ? requestReference(connection, purchase, 0) : undefined;
  const message = transactionMessage(sent, { reference, original, created: sent.created }, connection);
  const known = {
    key: sent.id,
    of: purchase ?? sent.id,
    // Before the hold that remains after it, which has the same second.
    after: sent.created * 1000,
    at: instantOf(sent.created),
    currency: otherCurrency(sent.currency, connection),
  };
  // Another capture may follow. The state of the authorisation says when none will.
  if (sent.type === 'capture') return { ...known, did: 'cleared', message, isFinal: false };
  if (sent.type !== 'refund') return { ignored: true, key: sent.id, word: `transaction ${sent.type}`.slice(0, 60) };
  // A refund is a credit. One with the other sign takes a refund back.
  return sent.amount < 0 ? { ...known, did: 'refundReversed', message } : { ...known, did: 'refunded', message };
}

type DisputeState = Extract<Told, { did: 'disputed' }>['state'];

const DISPUTE_STATES: Readonly<Record<string, DisputeState>> = {
  unsubmitted: 'needsInfo',
  submitted: 'submitted',
  won: 'won',
  lost: 'lost',
  expired: 'expired',
};
/** Events about the money of a dispute. Its status says nothing about that. */
const FUNDS: Readonly<Record<string, DisputeState>> = {
  'issuing_dispute.funds_reinstated': 'fundsBack',
  'issuing_dispute.funds_rescinded': 'fundsTaken',
};

/** State of a dispute, or what became of its money. */
export function toldByDispute(
  sent: StripeDispute,
  event: { readonly id: string; readonly type: string; readonly created: number },
  connection: Connection,
): Message {
  const funds = FUNDS[event.type];
  const { authorization } = sent.transaction as { readonly authorization?: string | null };
  return {
    key: event.id,
    of: authorization ?? sent.transaction.id,
    at: instantOf(event.created),
    currency: otherCurrency(sent.currency, connection),
    did: 'disputed',
    dispute: sent.id,
    original: authorization
      ? requestReference(connection, authorization, 0)
      : referenceOf(connection.id, sent.transaction.id),
    state: funds ?? DISPUTE_STATES[sent.status] ?? 'other',
    amount: sent.amount === null || sent.amount === undefined ? undefined : Math.abs(sent.amount),
  };
}
