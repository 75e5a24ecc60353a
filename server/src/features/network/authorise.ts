import { ANSWER, isApproval, type NetworkAnswer } from '@wattle/contract/network/message.ts';
import type { AppContext } from '../../compose/context.ts';
import { openTimedGroups, type TimedGroups } from '../../platform/batches/timed-groups.ts';
import { byDeadline } from '../../platform/database/deadline.ts';
import type { NamedCard, PurchaseMessage } from '../../outside/processors/purchase-message.ts';
import { answerAll, noteOfCard, unknownHere, type PaymentTransaction } from './answer-once.ts';
import { cardKeyOf, nameOfKey } from './card-key.ts';
import { type CardTenants, openCardTenants } from './card-tenants.ts';
import { carryOutPurchases } from './carry-out-purchases.ts';
import { incrementPurchase } from './increment.ts';
import type { NotedPurchase } from './noted-purchase.ts';
import { countPurchase } from './figures/purchase-figures.ts';
import { readEarly } from './early-reversal.store.ts';
import { findCards } from './network.store.ts';
import { findMessages } from './network-message.store.ts';
import { standInReference } from './stand-in/stand-in-reference.ts';

/** Until when a message is waited for, by `performance.now()`; absent: it is waited for until it is done. */
export type Deadline = { readonly deadlineAt?: number | undefined };

/**
 * Authorises a purchase. An approval holds its amount. A decline is stored so that the cardholder sees it. Throws Late at
 * the deadline; what was decided by then is rolled back, unless it was being committed.
 */
export function authorisePurchase(
  ctx: AppContext,
  message: PurchaseMessage,
  deadline: Deadline = {},
): Promise<NetworkAnswer> {
  if (message.original !== undefined)
    return incrementPurchase(ctx, { ...message, original: message.original }, deadline);
  return submit(ctx, 'authorisation', message, deadline);
}

/** Answers what is available. The card is checked as for a purchase of 0.00, and nothing is held. */
export function inquireBalance(
  ctx: AppContext,
  message: PurchaseMessage,
  deadline: Deadline = {},
): Promise<NetworkAnswer> {
  return submit(ctx, 'authorisation', { ...message, amount: 0 }, deadline, { isInquiry: true });
}

/** Holds a purchase that the network approved on our behalf, regardless of the card and its balance. */
export function takeAdvice(ctx: AppContext, message: PurchaseMessage): Promise<NetworkAnswer> {
  return submit(ctx, 'advice', message);
}

type StandInKnown = { readonly requestHash: Buffer; readonly approvalCode: string; readonly standsFor?: string };

/** Posts a stand-in approval as an advice under its original reference, so a repeat of the authorisation finds it. */
export function takeStandIn(ctx: AppContext, message: PurchaseMessage, known: StandInKnown): Promise<NetworkAnswer> {
  return submit(ctx, 'advice', message, {}, known);
}

/**
 * Holds a purchase that the processor approved although the books declined it. Their decline stays, and later messages
 * of the purchase find this hold by its reference.
 */
export function holdDeclined(ctx: AppContext, message: PurchaseMessage): Promise<NetworkAnswer> {
  const { reference } = message;
  return submit(ctx, 'advice', { ...message, reference: standInReference(reference) }, {}, { standsFor: reference });
}

/** The tenant of a card; undefined where there is none. */
export function tenantOfCard(ctx: AppContext, card: NamedCard): Promise<number | undefined> {
  const { tenants } = purchasesOf.get(ctx) ?? openPurchases(ctx);
  return tenants.find(cardKeyOf(ctx, card));
}

type Purchases = {
  readonly tenants: CardTenants;
  /** Purchases of a tenant that arrive together commit together. */
  readonly groups: TimedGroups<NotedPurchase, NetworkAnswer>;
};

/** State of each server in this process. */
const purchasesOf = new WeakMap<AppContext, Purchases>();

async function submit(
  ctx: AppContext,
  kind: 'authorisation' | 'advice',
  message: PurchaseMessage,
  { deadlineAt = Number.POSITIVE_INFINITY }: Deadline = {},
  known: Partial<StandInKnown & Pick<NotedPurchase, 'isInquiry'>> = {},
): Promise<NetworkAnswer> {
  const { tenants, groups } = purchasesOf.get(ctx) ?? openPurchases(ctx);
  const isPurchase = kind === 'authorisation' && message.amount > 0;
  const key = cardKeyOf(ctx, message.card);
  const tenantId = await byDeadline(tenants.find(key), deadlineAt);
  if (tenantId === undefined) {
    const answer = unknownHere(ctx, message.reference, ANSWER.noSuchCard);
    if (isPurchase) countPurchase(answer.answer);
    return answer;
  }
  const noted = { ...noteOfCard(ctx, kind, { ...message, isInquiry: known.isInquiry }), message, key, ...known };
  const answer = await groups.submit(tenantId, noted, { deadlineAt, subject: nameOfKey(key) });
  if (isPurchase) countPurchase(answer.answer);
  return answer;
}

function openPurchases(ctx: AppContext): Purchases {
  const opened: Purchases = {
    tenants: openCardTenants(ctx),
    groups: openTimedGroups(ctx.database, (tx, tenantId, all) => carryOut({ ctx, tx, tenantId }, all)),
  };
  purchasesOf.set(ctx, opened);
  return opened;
}

async function carryOut(within: PaymentTransaction, all: readonly NotedPurchase[]): Promise<NetworkAnswer[]> {
  const { tx, tenantId } = within;
  const asked = all.map(({ key, message }) => ({ key, expiry: message.expiry }));
  // Sent together with the look-up of the messages.
  const cards = findCards(tx, tenantId, asked);
  const isNew = new Set<string>();
  const answering = answerAll(within, all, async (fresh) => {
    for (const { message } of fresh) isNew.add(message.reference);
    const [found, earlyOf] = await Promise.all([cards, early]);
    return carryOutPurchases(
      within,
      fresh.map((noted) => ({ ...noted, card: found[all.indexOf(noted)] })),
      earlyOf,
    );
  });
  // `answerAll` has already sent the locks of the references, so this reads under them.
  const references = all.map(({ message, standsFor }) => standsFor ?? message.reference);
  const early = readEarly(tx, tenantId, references);
  const [answers] = await Promise.all([answering, cards, early]);
  return withStandIns(
    within,
    answers,
    answers.map(({ reference }) => !isNew.has(reference)),
  );
}

/**
 * Repeats of purchases that the books declined and a server approved while it stood in. The network has the approval.
 */
async function withStandIns(
  { tx, tenantId }: PaymentTransaction,
  answers: NetworkAnswer[],
  isRepeat: readonly boolean[],
): Promise<NetworkAnswer[]> {
  const declined = answers.filter(
    ({ answer }, index) => isRepeat[index] && !isApproval(answer) && answer !== ANSWER.duplicate,
  );
  if (declined.length === 0) return answers;
  const forced = declined.map(({ reference }) => standInReference(reference));
  const stored = new Map((await findMessages(tx, tenantId, forced)).map((row) => [row.reference, row.response]));
  return answers.map((answer) => {
    const ofStandIn = declined.includes(answer) ? stored.get(standInReference(answer.reference)) : undefined;
    return ofStandIn?.answer === ANSWER.approved ? { ...ofStandIn, reference: answer.reference } : answer;
  });
}
