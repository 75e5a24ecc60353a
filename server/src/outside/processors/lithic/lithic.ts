import { createHash } from 'node:crypto';
import { ANSWER, isApproval } from '@wattle/contract/network/message.ts';
import { isSignedWebhook, webhookKey } from '../../standard-webhooks.ts';
import type { Ask, Connection, Decision, Delivery, HttpAnswer, Inbound, ProcessorAdapter } from '../port.ts';
import { UnreadableDelivery } from '../port.ts';
import { otherCurrency, parseBody } from '../reading.ts';
import { referenceOf } from '../reference.ts';
import { lithicApi } from './api.ts';
import { askMessage } from './message.ts';
import { ask as askObject, cardUpdated, dispute, managedDispute, transaction } from './objects.ts';
import { askKeyOf, toldByDispute, toldByManagedDispute, toldByTransaction } from './told.ts';

const ASKS: Readonly<Record<string, Ask['do']>> = {
  AUTHORIZATION: 'authorise',
  FINANCIAL_AUTHORIZATION: 'authorise',
  CREDIT_AUTHORIZATION: 'creditAuthorise',
  FINANCIAL_CREDIT_AUTHORIZATION: 'creditAuthorise',
  BALANCE_INQUIRY: 'balance',
};
const CARD_STATES: Readonly<Record<string, 'on' | 'off' | 'closed'>> = { OPEN: 'on', PAUSED: 'off', CLOSED: 'closed' };

/** Words of Lithic for a decline, by our answer. Another text declines too, as a result of the programme's own. */
const RESULTS: Readonly<Record<string, string>> = {
  [ANSWER.noFunds]: 'INSUFFICIENT_FUNDS',
  [ANSWER.overLimit]: 'VELOCITY_EXCEEDED',
  [ANSWER.restricted]: 'CARD_PAUSED',
  [ANSWER.notPermitted]: 'UNAUTHORIZED_MERCHANT',
  [ANSWER.expired]: 'CARD_EXPIRED',
  [ANSWER.lost]: 'CARD_LOST',
  [ANSWER.stolen]: 'CARD_STOLEN',
};
const OTHER_RESULT = 'DO_NOT_HONOUR';
const NO_ANSWER = 'NO_ANSWER_IN_TIME';

/**
 * Lithic: Auth Stream Access to one responder, events to a subscription, each with its own secret. Lithic compares
 * PIN, CVV2 and expiry, and declines where no answer comes.
 */
export const lithic: ProcessorAdapter = {
  kind: 'lithic',
  deadlineMs: 6_000,
  onSilence: 'declines',
  compares: 'processor',
  // Each ask of a transaction has its token and the status of a first one.
  saysIncrements: false,
  isSigned({ headers, rawBody }, secrets, nowMs) {
    const keys = secrets.flatMap((secret) => webhookKey(secret) ?? []);
    return isSignedWebhook(keys, headers, rawBody, nowMs);
  },
  secretOf: (path) => (path === 'asks' || path === 'events' ? path : undefined),
  read,
  answer: (asked, decision) => json(answerTo(asked, decision)),
  silence: ({ of }) => json({ result: NO_ANSWER, token: of }),
  taken: () => json({}),
  api: lithicApi,
};

function read({ path, headers, rawBody }: Delivery, connection: Connection): readonly Inbound[] {
  const sent = parseBody(rawBody);
  const type = sent['event_type'];
  const id = headers['webhook-id'];
  if (typeof type !== 'string' || typeof id !== 'string') throw new UnreadableDelivery('no event');
  if (type === 'card_authorization.approval_request') return [askOf(sent, rawBody, connection)];
  const at = new Date(Number(headers['webhook-timestamp']) * 1000).toISOString();
  const read = eventOf(type, sent, { key: id, at }, connection);
  if (read && read.length > 0) return read;
  // What waits for an answer is declined, though it was not understood.
  const answer = path === 'asks' ? json({ result: OTHER_RESULT }) : undefined;
  return [{ ignored: true, key: id, word: type.slice(0, 60), answer }];
}

function askOf(sent: object, rawBody: Uint8Array, connection: Connection): Inbound {
  const parsed = askObject.safeParse(sent);
  if (!parsed.success) throw new UnreadableDelivery('no authorization');
  const { token, event_token: eventToken, status, created, amounts } = parsed.data;
  // Whether a repeat has the same id is not documented: what is the same to the byte is the same question.
  const key = eventToken
    ? askKeyOf(eventToken)
    : `${token}/${createHash('sha256').update(rawBody).digest('hex').slice(0, 32)}`;
  const does = ASKS[status];
  if (does === undefined) {
    return { ignored: true, key, word: `ask ${status}`.slice(0, 60), answer: json({ result: OTHER_RESULT, token }) };
  }
  const reference = referenceOf(connection.id, token);
  return {
    key,
    of: token,
    at: created,
    currency: otherCurrency((amounts.hold ?? amounts.cardholder).currency, connection),
    do: does,
    message: askMessage(parsed.data, { reference }, connection),
  };
}

function eventOf(
  type: string,
  sent: object,
  known: { readonly key: string; readonly at: string },
  connection: Connection,
): readonly Inbound[] | undefined {
  if (type === 'card_transaction.updated') {
    const parsed = transaction.safeParse(sent);
    return parsed.success ? toldByTransaction(parsed.data, connection) : undefined;
  }
  if (type === 'dispute.updated') {
    const parsed = dispute.safeParse(sent);
    return parsed.success ? [toldByDispute(parsed.data, known, connection)] : undefined;
  }
  if (type === 'dispute_transaction.created' || type === 'dispute_transaction.updated') {
    const parsed = managedDispute.safeParse(sent);
    return parsed.success ? toldByManagedDispute(parsed.data, connection) : undefined;
  }
  if (type === 'card.updated') {
    const parsed = cardUpdated.safeParse(sent);
    const state = parsed.success ? CARD_STATES[parsed.data.state] : undefined;
    if (!parsed.success || state === undefined) return undefined;
    const card = parsed.data.card_token;
    return [{ ...known, of: card, after: Date.parse(known.at), did: 'cardState', card, state }];
  }
  return undefined;
}

type Answer = {
  readonly result: string;
  readonly token: string;
  readonly balance?: { readonly amount: number | null; readonly available: number };
  /** Its presence means a part. */
  readonly approved_amount?: number;
};

function answerTo({ of: token, message }: Ask, decision: Decision): Answer {
  const { answer, approvedAmount, available, ledgerBalance } = decision;
  if (!isApproval(answer)) return { result: RESULTS[answer] ?? OTHER_RESULT, token };
  const isPart = approvedAmount !== undefined && approvedAmount < message.amount;
  return {
    result: 'APPROVED',
    token,
    ...(available !== null && { balance: { amount: ledgerBalance ?? null, available } }),
    ...(isPart && { approved_amount: approvedAmount }),
  };
}

function json(body: object): HttpAnswer {
  return { status: 200, headers: { 'Content-Type': 'application/json' }, body: JSON.stringify(body) };
}
