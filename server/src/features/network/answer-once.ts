import { createHash, randomInt } from 'node:crypto';
import { ANSWER, type DeclineCode, type NetworkAnswer } from '@wattle/contract/network/message.ts';
import type { AppContext } from '../../compose/context.ts';
import { canonicalJson } from '../../platform/text/canonical-json.ts';
import type { Tx } from '../../platform/database/database.ts';
import type { Limits } from '../../platform/database/deadline.ts';
import type { PurchaseMessage } from '../../outside/processors/purchase-message.ts';
import { cardKeyOf, hashOfCard } from './card-key.ts';
import { UnknownHere } from '../../platform/tenant-places.ts';
import {
  addMessages,
  findMessages,
  findTenantOfReference,
  findTenantsOfCards,
  lockReferences,
  type MessageKind,
} from './network-message.store.ts';
import { findCards, type NetworkCard } from './network.store.ts';

/** A transaction of the network under one tenant. */
export type PaymentTransaction = { readonly ctx: AppContext; readonly tx: Tx; readonly tenantId: number };

/** Outcome of a message. */
export type Outcome = {
  readonly answer: NetworkAnswer;
  readonly authorisationId?: bigint | undefined;
  readonly transferId?: bigint | undefined;
  /** The named message is not taken: a wrong link of a refund. */
  readonly isUnnamed?: boolean | undefined;
  /** Member account whose cardholders are notified of the change. */
  readonly changed?: bigint | undefined;
};

type Message = {
  readonly reference: string;
  readonly original?: string | undefined;
  readonly isFinal?: boolean | undefined;
};
type CardMessage = Message & Pick<PurchaseMessage, 'card' | 'expiry'>;

/** A message with the facts that identify a repeat of it. */
export type Noted<M extends Message = Message> = {
  readonly kind: MessageKind;
  readonly message: M;
  readonly requestHash: Buffer;
  /**
   * Reference of the purchase that the books declined and that this message holds money for. Later messages name that
   * reference.
   */
  readonly standsFor?: string | undefined;
};

export function approved(reference: string, approvalCode: string, available: bigint): NetworkAnswer {
  return { reference, answer: ANSWER.approved, approvalCode, available: Number(available) };
}

/** Answer to an event that was taken. What is available is not said: no one waits for it. */
export function taken(reference: string): NetworkAnswer {
  return { reference, answer: ANSWER.approved, approvalCode: drawApprovalCode(), available: null };
}

export function refused(reference: string, answer: DeclineCode): NetworkAnswer {
  return { reference, answer, approvalCode: null, available: null };
}

/** Answers a message whose card or purchase is not in this cluster, after asking the other clusters. */
export function unknownHere(
  { places }: Pick<AppContext, 'places'>,
  reference: string,
  code: DeclineCode,
): NetworkAnswer {
  const answer = refused(reference, code);
  if (!places) return answer;
  throw new UnknownHere(answer, (other) => (other as Partial<NetworkAnswer>).answer === code);
}

/** Draws 6 digits that prove an approval on the shop's slip. */
export function drawApprovalCode(): string {
  return String(randomInt(1_000_000)).padStart(6, '0');
}

/** A message that names a card belongs to the tenant of the card. A message of an unknown card is not stored. */
export async function answerCardMessage(
  ctx: AppContext,
  kind: MessageKind,
  message: CardMessage,
  work: (within: PaymentTransaction, card: NetworkCard) => Promise<Outcome>,
  limits?: Limits,
): Promise<NetworkAnswer> {
  const key = cardKeyOf(ctx, message.card);
  const [tenantId] = await ctx.database.readShared((tx) => findTenantsOfCards(tx, [key]));
  if (tenantId === undefined) return unknownHere(ctx, message.reference, ANSWER.noSuchCard);
  const inIts = async (within: PaymentTransaction) => {
    const [card] = await findCards(within.tx, tenantId, [{ key, expiry: message.expiry }]);
    return card ? work(within, card) : { answer: refused(message.reference, ANSWER.noSuchCard) };
  };
  return answerOne(ctx, tenantId, noteOfCard(ctx, kind, message), inIts, limits);
}

/** A message that names only an earlier one belongs to the tenant of that one. */
export async function answerFollowUp(
  ctx: AppContext,
  kind: MessageKind,
  message: Message & { readonly original: string },
  work: (within: PaymentTransaction) => Promise<Outcome>,
): Promise<NetworkAnswer> {
  const tenantId = await ctx.database.readShared((tx) => findTenantOfReference(tx, message.original));
  if (tenantId === undefined) return unknownHere(ctx, message.reference, ANSWER.error);
  return answerOne(ctx, tenantId, note(kind, message, undefined), work);
}

function answerOne(
  ctx: AppContext,
  tenantId: number,
  noted: Noted,
  work: (within: PaymentTransaction) => Promise<Outcome>,
  limits?: Limits,
): Promise<NetworkAnswer> {
  const answerIn = async (tx: Tx) => {
    const within = { ctx, tx, tenantId };
    const [answer] = await answerAll(within, [noted], async () => [await work(within)]);
    if (!answer) throw new Error('a message has no answer');
    return answer;
  };
  return ctx.database.transact(tenantId, answerIn, undefined, limits);
}

/*
 * Locks of a transaction of the network. All take them in this order, which prevents deadlocks:
 * 1. the references of its messages and of those that they name, sorted (advisory);
 * 2. the purchase that it names; the expiry of holds takes theirs and skips those that are locked;
 * 3. accounts of the ledger, by id;
 * 4. only under the lock of its account: a card whose PIN count changes, the sums of a day.
 * Cards are not locked, because the facts that decide are read under 3 and a card never changes its account.
 */

/**
 * Carries each message out once, in one transaction for all. A repeat gets the stored answer, also in the same
 * batch. The same reference with another content is an error of the network (94). Effects and answers, declines
 * included, commit together. `work` gets the new messages and answers an outcome for each, in their order.
 */
export async function answerAll<N extends Noted>(
  within: PaymentTransaction,
  all: readonly N[],
  work: (fresh: readonly N[]) => Promise<readonly Outcome[]>,
): Promise<NetworkAnswer[]> {
  const { tx, tenantId } = within;
  const references = all.map(({ message }) => message.reference);
  // The lock includes the named messages, so the second of two related messages finds the first.
  const named = all.flatMap(({ message: { reference, original }, standsFor }) =>
    [reference, original, standsFor].filter((one) => one !== undefined),
  );
  // The lock and the look-up are sent together, and the look-up runs under the lock.
  const [, stored] = await Promise.all([lockReferences(tx, named), findMessages(tx, tenantId, references)]);
  const known = new Map<string, { hash: Buffer | null; answer: NetworkAnswer | null }>(
    stored.map((row) => [row.reference, { hash: row.request_hash, answer: row.response }]),
  );
  const fresh: N[] = [];
  const taken = new Set(known.keys());
  for (const noted of all) {
    if (!taken.has(noted.message.reference)) fresh.push(noted);
    taken.add(noted.message.reference);
  }
  if (fresh.length > 0) {
    const outcomes = await work(fresh);
    for (const [index, { message, requestHash }] of fresh.entries()) {
      known.set(message.reference, { hash: requestHash, answer: outcomes[index]?.answer ?? null });
    }
    keep(within, fresh, outcomes);
  }
  return all.map(({ message: { reference }, requestHash }) => {
    const { hash, answer } = known.get(reference) ?? {};
    return answer && hash?.equals(requestHash) ? answer : refused(reference, ANSWER.duplicate);
  });
}

function keep({ ctx, tx, tenantId }: PaymentTransaction, fresh: readonly Noted[], outcomes: readonly Outcome[]): void {
  if (outcomes.length !== fresh.length) throw new Error(`${fresh.length} messages had ${outcomes.length} outcomes`);
  for (const account of new Set(outcomes.flatMap(({ changed }) => changed ?? []))) {
    ctx.live.publishChanged(tx, tenantId, account);
  }
  const messages = outcomes.map(({ answer, authorisationId = null, transferId = null, isUnnamed }, index) => {
    const { kind, requestHash, message } = fresh[index] as Noted;
    const { original = null, isFinal = null } = message;
    const named = isUnnamed === true ? null : original;
    return { kind, requestHash, response: answer, authorisationId, transferId, original: named, isFinal };
  });
  addMessages(tx, tenantId, messages, ctx.clocks.business.now());
}

/** A message that names a card, with the hash of its content. */
export function noteOfCard<M extends CardMessage>(ctx: AppContext, kind: MessageKind, message: M): Noted<M> {
  return note(kind, message, hashOfCard(ctx, 'network card', message.card));
}

/** The hash covers every field but PIN and CVV2, in a fixed order. */
function note<M extends Message>(kind: MessageKind, message: M, card: Buffer | undefined): Noted<M> {
  const { pin: _pin, cvv2: _cvv2, card: _card, ...kept } = message as M & Partial<PurchaseMessage>;
  const content = canonicalJson({ ...kept, kind, card: card?.toString('hex') ?? null });
  return { kind, message, requestHash: createHash('sha256').update(content).digest() };
}
