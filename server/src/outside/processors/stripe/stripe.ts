import { isApproval } from '@wattle/contract/network/message.ts';
import type { Ask, Connection, Decision, Delivery, HttpAnswer, Ignored, Inbound, ProcessorAdapter } from '../port.ts';
import { UnreadableDelivery } from '../port.ts';
import { instantOf, otherCurrency, parseBody } from '../reading.ts';
import { stripeApi } from './api.ts';
import { requestMessage } from './message.ts';
import { authorization, cardState, dispute, event, type StripeEvent, transaction } from './objects.ts';
import { isSignedByStripe } from '../../stripe-signature.ts';
import { requestReference, toldByAuthorization, toldByDispute, toldByTransaction } from './told.ts';

const CARD_STATES: Readonly<Record<string, 'on' | 'off' | 'closed'>> = {
  active: 'on',
  inactive: 'off',
  canceled: 'closed',
};

/**
 * Stripe Issuing: real-time authorisations to one endpoint of the account, all else to ordinary ones. Stripe compares
 * CVC, expiry and PIN, and a setting of the account decides where no answer comes.
 */
export const stripe: ProcessorAdapter = {
  kind: 'stripe',
  deadlineMs: 2_000,
  onSilence: 'setting',
  compares: 'processor',
  needs: { apiVersion: true },
  isSigned: ({ headers, rawBody }, secrets, nowMs) =>
    isSignedByStripe(secrets, headers['stripe-signature'], rawBody, nowMs),
  secretOf: (path) => (path === 'asks' || path === 'events' ? path : undefined),
  read,
  answer: (ask, decision, connection) => json(answerTo(ask, decision), connection),
  silence: (ask, connection) => json(declined(ask.message.reference, 'noAnswer'), connection),
  taken: () => json({ received: true }),
  api: stripeApi,
};

function read({ path, rawBody }: Delivery, connection: Connection): readonly Inbound[] {
  const parsed = event.safeParse(parseBody(rawBody));
  if (!parsed.success) throw new UnreadableDelivery('no event');
  const sent = parsed.data;
  if (sent.type === 'issuing_authorization.request') return [askOf(sent, connection)];
  if (sent.type.startsWith('issuing_authorization.')) return authorisationOf(sent, connection) ?? [ignored(sent)];
  return [otherOf(sent, connection) ?? ignored(sent, path === 'asks' ? connection : undefined)];
}

function askOf(sent: StripeEvent, connection: Connection): Ask {
  const parsed = authorization.safeParse(sent.data.object);
  const asked = parsed.success ? parsed.data.pending_request : undefined;
  if (!parsed.success || !asked) throw new UnreadableDelivery('no pending request');
  const { id, request_history: history } = parsed.data;
  // Each earlier request of an authorisation is in its history: a further one adds to it.
  const isFirst = history.length === 0;
  const reference = requestReference(connection, id, history.length);
  const original = isFirst ? undefined : requestReference(connection, id, 0);
  return {
    key: sent.id,
    of: id,
    at: instantOf(sent.created),
    currency: otherCurrency(asked.currency, connection),
    do: isFirst ? 'authorise' : 'increment',
    message: requestMessage(parsed.data, asked, { reference, original, created: sent.created }, connection),
  };
}

function authorisationOf(sent: StripeEvent, connection: Connection): readonly Inbound[] | undefined {
  const parsed = authorization.safeParse(sent.data.object);
  if (!parsed.success) return undefined;
  const isChange = sent.type !== 'issuing_authorization.created';
  const told = toldByAuthorization(parsed.data, { key: sent.id, created: sent.created, isChange }, connection);
  return told.length > 0 ? told : undefined;
}

function otherOf(sent: StripeEvent, connection: Connection): Inbound | undefined {
  const { object } = sent.data;
  if (sent.type === 'issuing_transaction.created') {
    const parsed = transaction.safeParse(object);
    return parsed.success ? toldByTransaction(parsed.data, connection) : undefined;
  }
  if (sent.type.startsWith('issuing_dispute.')) {
    const parsed = dispute.safeParse(object);
    return parsed.success ? toldByDispute(parsed.data, sent, connection) : undefined;
  }
  if (sent.type === 'issuing_card.created' || sent.type === 'issuing_card.updated') {
    const parsed = cardState.safeParse(object);
    const state = parsed.success ? CARD_STATES[parsed.data.status] : undefined;
    if (!parsed.success || state === undefined) return undefined;
    const card = parsed.data.id;
    return { key: sent.id, of: card, after: sent.created, at: instantOf(sent.created), did: 'cardState', card, state };
  }
  return undefined;
}

/** An ask waits for an answer: it is declined, though it was not understood. */
function ignored(sent: StripeEvent, asking?: Connection): Ignored {
  const answer = asking && json({ approved: false }, asking);
  return { ignored: true, key: sent.id, word: sent.type.slice(0, 60), answer };
}

type Answer = {
  readonly approved: boolean;
  /** Only a part: without it Stripe holds what it has asked for. */
  readonly amount?: number;
  /** Kept with the authorisation, so that no call is needed while Stripe waits. */
  readonly metadata: { readonly wattle: string; readonly declined_reason?: string };
};

function answerTo({ message }: Ask, { answer, reason, approvedAmount }: Decision): Answer {
  if (!isApproval(answer)) return declined(message.reference, reason ?? answer);
  const isPart = approvedAmount !== undefined && approvedAmount < message.amount;
  return { approved: true, ...(isPart && { amount: approvedAmount }), metadata: { wattle: message.reference } };
}

function declined(reference: string, reason: string): Answer {
  return { approved: false, metadata: { wattle: reference, declined_reason: reason } };
}

/** Stripe takes an answer only with the version of its endpoint. */
function json(body: object, connection?: Connection): HttpAnswer {
  const version = connection?.apiVersion;
  return {
    status: 200,
    headers: { 'Content-Type': 'application/json', ...(version !== undefined && { 'Stripe-Version': version }) },
    body: JSON.stringify(body),
  };
}
