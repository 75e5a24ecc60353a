import { createHash } from 'node:crypto';
import path from 'node:path';
import { ANSWER, type DeclineCode, type NetworkAnswer } from '@wattle/contract/network/message.ts';
import type { AppConfig } from '../../../config/config.ts';
import type { AppContext } from '../../../compose/context.ts';
import { leftForPurchases } from '../../../ledger/aside.domain.ts';
import { readAside } from '../../../ledger/keep-aside.ts';
import { openLedger } from '../../../ledger/open-ledger.ts';
import {
  DatabaseReadOnly,
  DatabaseUnreachable,
  Late,
  TenantElsewhere,
  type Tx,
} from '../../../platform/database/database.ts';
import { isDatabaseAway } from '../../../platform/database/database-fault.ts';
import { type DurableLines, openDurableLines } from '../../../platform/durable-lines.ts';
import { UnknownHere } from '../../../platform/tenant-places.ts';
import { isNoAnswerOfReplica } from '../../../platform/database/replica.ts';
import { drawApprovalCode, noteOfCard, refused } from '../answer-once.ts';
import { heldFeeOf } from '../../fees/public.ts';
import { authorisePurchase, type Deadline, takeStandIn } from '../authorise.ts';
import { feePointsOf } from '../foreign.domain.ts';
import type { PurchaseMessage } from '../../../outside/processors/purchase-message.ts';
import { type CardKey, cardKeyOf, hashOfCard } from '../card-key.ts';
import { takeBackApproval } from '../reverse.ts';
import { standInReference, standInReversalReference } from './stand-in-reference.ts';
import { CVV2_TRIES, decideInOrder, type Purchase } from '../decide.domain.ts';
import { findCards, readCards, readProducts } from '../network.store.ts';
import {
  addMessages,
  findMessages,
  findTenantsOfCards,
  isApprovedForUs,
  lockReferences,
} from '../network-message.store.ts';
import { factsOf } from '../purchase-facts.ts';
import { noteWrongCvv2 } from '../wrong-cvv2.ts';
import { standInAnswer } from './stand-in.domain.ts';

const ledger = openLedger();
/**
 * Maximum number of purchases in doubt. A purchase whose first attempt may be in the books gets no stand-in answer; the
 * network repeats it until the outcome is known.
 */
const IN_DOUBT_MAX = 10_000;

/** Time after which a commit whose connection broke has ended at the new primary too. */
const SETTLED_AFTER_MS = 15_000;

type Declined = DeclineCode;

/**
 * A purchase that was declined here. If another server approved it before, without its answer reaching the network,
 * that approval is reversed.
 */
type StandInDecline = {
  readonly reference: string;
  readonly requestHash: string;
  readonly declined: Declined;
  readonly atMs: number;
  /** Keyed hashes of the card's number. Its tenant stores the decline, so that a later repeat gets it too. */
  readonly panHashes?: readonly string[];
  /** The card of a processor, in place of the hashes. */
  readonly card?: Exclude<CardKey, { readonly panHashes: unknown }>;
  /** The card whose CVV2 was wrong, which is counted when the books are back. */
  readonly wrongCvv2?: { readonly tenantId: number; readonly cardId: string };
};

/** A purchase that was approved here, until it is posted in the books. */
type StandInApproval = {
  readonly reference: string;
  readonly tenantId: number;
  readonly approvalCode: string;
  /** Cents, and those of the fee of a foreign purchase. */
  readonly amount: number;
  readonly fee?: number;
  /** Keyed hash of the card. */
  readonly card: string;
  /** Hash of the content, by which a repeat is known. */
  readonly requestHash: string;
  /** The message without PIN and CVV2, encrypted. */
  readonly cipher: string;
  readonly keyVersion: number;
};

type StandInEntry = StandInApproval | StandInDecline;
const isDecline = (entry: StandInEntry): entry is StandInDecline => 'declined' in entry;
const isApproval = (entry: StandInEntry): entry is StandInApproval => !isDecline(entry);

type StandIn = { readonly file: DurableLines<StandInEntry>; readonly inDoubt: Set<string> };
/** State of each server in this process. */
const standInOf = new WeakMap<AppConfig, StandIn>();

function standIn({ config }: Pick<AppContext, 'config'>): StandIn {
  const known = standInOf.get(config);
  if (known) return known;
  const name = `stand-in-${config.port}.jsonl`;
  const opened = {
    file: openDurableLines<StandInEntry>(path.join(config.dataFolder, name), ({ reference }) => reference),
    inDoubt: new Set<string>(),
  };
  standInOf.set(config, opened);
  return opened;
}

/** Asks the books, and answers by the configured rule where no database accepts writes. */
export async function authoriseOrStandIn(
  ctx: AppContext,
  message: PurchaseMessage,
  deadline: Deadline = {},
): Promise<NetworkAnswer> {
  const { inDoubt, file } = standIn(ctx);
  // Only the books have the purchase that it adds to.
  if (message.original !== undefined) return authorisePurchase(ctx, message, deadline);
  // The network keeps the answer given here, also after the books are back, so a repeat is not a new purchase.
  if (file.find(message.reference)) return answerAlone(ctx, message);
  try {
    const answer = await authorisePurchase(ctx, message, deadline);
    inDoubt.delete(message.reference);
    return answer;
  } catch (error) {
    // Rolled back: a repeat may be answered in any way.
    if (error instanceof Late && !error.isInDoubt) throw error;
    if (error instanceof TenantElsewhere) return answerFrozen(ctx, message, error);
    const isUnwritten = error instanceof DatabaseUnreachable || error instanceof DatabaseReadOnly;
    const hasRule = ctx.config.cluster.standIn.rule !== 'none';
    if (hasRule && isUnwritten && !inDoubt.has(message.reference)) {
      // Purchases of one card wait for each other, so that each sees the holds and wrong guesses before it.
      return ctx.turns.take(`stand-in:${cardOf(ctx, message)}`, () => answerAlone(ctx, message));
    }
    if (isDatabaseAway(error) && inDoubt.size < IN_DOUBT_MAX) inDoubt.add(message.reference);
    throw error;
  }
}

/**
 * A tenant that is being moved accepts no writes for a moment. An approval here would belong into the books of another
 * cluster, so an approving rule leaves the answer to the network, which repeats the message.
 */
function answerFrozen({ config }: AppContext, { reference }: PurchaseMessage, error: TenantElsewhere): NetworkAnswer {
  if (error.isFrozen && config.cluster.standIn.rule === 'decline') return refused(reference, ANSWER.error);
  throw error;
}

async function answerAlone(ctx: AppContext, message: PurchaseMessage): Promise<NetworkAnswer> {
  const { standIn: setting } = ctx.config.cluster;
  const { reference } = message;
  const { file } = standIn(ctx);
  const { requestHash } = noteOfCard(ctx, 'authorisation', message);
  const before = file.find(reference);
  if (before)
    return before.requestHash === requestHash.toString('hex')
      ? answeredAlone(before)
      : refused(reference, ANSWER.duplicate);
  const judged =
    setting.rule === 'approve' ? await judgeAlone(ctx, message, BigInt(setting.most)) : { declined: ANSWER.error };
  const entry: StandInEntry =
    'declined' in judged
      ? { reference, requestHash: requestHash.toString('hex'), ...judged, ...keptOf(ctx, message) }
      : entryOf(ctx, judged, message, requestHash);
  await file.add(entry);
  return answeredAlone(entry);
}

function keptOf(ctx: AppContext, { card }: PurchaseMessage): Pick<StandInDecline, 'atMs' | 'panHashes' | 'card'> {
  const key = cardKeyOf(ctx, card);
  const atMs = ctx.clocks.security.now();
  return 'panHashes' in key
    ? { atMs, panHashes: key.panHashes.map((hash) => hash.toString('hex')) }
    : { atMs, card: key };
}

type Approved = Pick<StandInApproval, 'tenantId' | 'fee'>;
type Judged = Pick<StandInDecline, 'declined' | 'wrongCvv2'> | Approved;

/** Reason of a decline, or the tenant for which it is approved, and its fee. */
async function judgeAlone(ctx: AppContext, message: PurchaseMessage, most: bigint): Promise<Judged> {
  if (!ctx.replica) return { declined: ANSWER.error };
  try {
    const key = cardKeyOf(ctx, message.card);
    const [tenantId] = await ctx.replica.readShared((tx) => findTenantsOfCards(tx, [key]));
    if (tenantId === undefined) return { declined: ANSWER.noSuchCard };
    // Any standby is used, because no one can tell how old it is now.
    return await ctx.replica.read(tenantId, '0', (tx) => judge(ctx, tx, tenantId, message, most));
  } catch (error) {
    if (isNoAnswerOfReplica(error)) return { declined: ANSWER.error };
    throw error;
  }
}

async function judge(
  ctx: AppContext,
  tx: Tx,
  tenantId: number,
  message: PurchaseMessage,
  most: bigint,
): Promise<Judged> {
  const key = cardKeyOf(ctx, message.card);
  const [card] = await findCards(tx, tenantId, [{ key, expiry: message.expiry }]);
  if (!card) return { declined: ANSWER.noSuchCard };
  const now = ctx.clocks.business.now();
  const noted = { ...noteOfCard(ctx, 'authorisation', message), key, card };
  const [cards, productRows, balance, aside] = await Promise.all([
    readCards(tx, tenantId, [card.id]),
    readProducts(tx, tenantId, [card.product_id]),
    ledger.balance(tx, tenantId, card.ledger_account_id),
    readAside(tx, tenantId, card.ledger_account_id),
  ]);
  const facts = await factsOf({ ctx, tx, tenantId }, [noted], { cards, productRows }, now);
  const { declines, wrongCvv2s } = decideInOrder(facts.map((fact) => withOwnCvv2s(ctx, fact)));
  const [decline] = declines;
  const own = cardOf(ctx, message);
  const before = standIn(ctx)
    .file.all()
    .filter(isApproval)
    .filter((entry) => entry.card === own);
  const fee = heldFeeOf(0n, BigInt(message.amount), feePointsOf(message, card));
  const answer = standInAnswer({
    amount: BigInt(message.amount),
    fees: before.reduce((sum, entry) => sum + BigInt(entry.fee ?? 0), fee),
    decline: decline?.answer,
    hasPin: message.pin !== undefined,
    available: leftForPurchases(balance ? balance.balance - balance.held : 0n, aside),
    approvedBefore: before.reduce((sum, { amount }) => sum + BigInt(amount), 0n),
    most,
  });
  if (answer === ANSWER.approved) return { tenantId, fee: Number(fee) };
  return { declined: answer, ...(wrongCvv2s.size > 0 && { wrongCvv2: { tenantId, cardId: String(card.id) } }) };
}

/** A purchase with the wrong CVV2s that its card has had here meanwhile. They count like those in the books. */
function withOwnCvv2s(ctx: AppContext, purchase: Purchase): Purchase {
  const { card, cardId } = purchase;
  const wrong = standIn(ctx)
    .file.all()
    .filter((entry) => isDecline(entry) && entry.wrongCvv2?.cardId === String(cardId)).length;
  if (wrong === 0) return purchase;
  const cvv2Failures = card.cvv2Failures + wrong;
  return {
    ...purchase,
    card: { ...card, cvv2Failures, isCvv2Stopped: card.isCvv2Stopped || cvv2Failures >= CVV2_TRIES },
  };
}

const cardOf = (ctx: AppContext, { card }: PurchaseMessage): string =>
  hashOfCard(ctx, 'stand-in card', card).toString('hex');

const idOf = (reference: string): bigint =>
  createHash('sha256').update(reference).digest().readBigInt64BE() & 0x7fff_ffff_ffff_ffffn;

function entryOf(ctx: AppContext, approved: Approved, message: PurchaseMessage, requestHash: Buffer): StandInApproval {
  const { pin: _pin, cvv2: _cvv2, ...kept } = message;
  const at = message.at ?? new Date(ctx.clocks.business.now()).toISOString();
  const { cipher, keyVersion } = ctx.secrets.encrypt(
    JSON.stringify({ ...kept, at }),
    'standIn',
    idOf(message.reference),
  );
  return {
    reference: message.reference,
    ...approved,
    approvalCode: drawApprovalCode(),
    amount: message.amount,
    card: cardOf(ctx, message),
    requestHash: requestHash.toString('hex'),
    cipher: cipher.toString('hex'),
    keyVersion,
  };
}

function answeredAlone(entry: StandInEntry): NetworkAnswer {
  const { reference } = entry;
  if (isDecline(entry)) return refused(reference, entry.declined);
  return { reference, answer: ANSWER.approved, approvalCode: entry.approvalCode, available: null };
}

/** Posts the answers given here in the books: approvals as advices, declines as reversals. Repeated, it continues. */
export async function postStandIns(ctx: AppContext, mayGoOn: () => boolean = () => true): Promise<void> {
  const { file } = standIn(ctx);
  for (const entry of file.all()) {
    if (!mayGoOn()) return;
    if (isDecline(entry) && ctx.clocks.security.now() < entry.atMs + SETTLED_AFTER_MS) continue;
    try {
      await (isDecline(entry) ? takeBack(ctx, entry) : post(ctx, entry));
    } catch (error) {
      // If the tenant has moved, its cluster has to be notified by hand (docs/operations.md). The entries behind it
      // continue.
      if (error instanceof TenantElsewhere || error instanceof UnknownHere) {
        ctx.log.error(
          { reference: entry.reference },
          'a purchase that was answered alone is of a tenant that is elsewhere',
        );
        // This server cannot reverse an approval in another cluster, so it drops the decline.
        if (isDecline(entry)) await file.remove(entry.reference);
        continue;
      }
      // The next round tries again.
      if (isDatabaseAway(error)) return;
      throw error;
    }
    await file.remove(entry.reference);
  }
}

/** Reverses a purchase that the books have approved, and stores the decline of one that they do not know. */
async function takeBack(ctx: AppContext, entry: StandInDecline): Promise<void> {
  const { reference, wrongCvv2 } = entry;
  const isApproved = await keepDecline(ctx, entry);
  try {
    // The network has the approval of another server that stood in as well as this decline, so the purchase will be
    // cleared.
    if (!isApproved) {
      await takeBackApproval(ctx, { reference: standInReversalReference(reference), original: reference });
    }
  } catch (error) {
    // No tenant here has the card, so nothing was approved here.
    if (!(error instanceof UnknownHere)) throw error;
  }
  if (!wrongCvv2) return;
  const { tenantId, cardId } = wrongCvv2;
  await ctx.database.transact(tenantId, (tx) => noteWrongCvv2({ ctx, tx, tenantId }, BigInt(cardId)));
}

/** Returns whether another server has approved it while it stood in. */
async function keepDecline(ctx: AppContext, entry: StandInDecline): Promise<boolean> {
  const { reference, requestHash, declined, panHashes = [], card } = entry;
  const key = card ?? { panHashes: panHashes.map((hash) => Buffer.from(hash, 'hex')) };
  const [tenantId] = await ctx.database.readShared((tx) => findTenantsOfCards(tx, [key]));
  if (tenantId === undefined) return false;
  return ctx.database.transact(tenantId, async (tx) => {
    await lockReferences(tx, [reference]);
    if ((await findMessages(tx, tenantId, [reference])).length > 0) {
      return isApprovedForUs(tx, tenantId, [reference, standInReference(reference)]);
    }
    const message = {
      kind: 'authorisation',
      requestHash: Buffer.from(requestHash, 'hex'),
      response: refused(reference, declined),
      authorisationId: null,
      transferId: null,
      original: null,
      isFinal: null,
    } as const;
    addMessages(tx, tenantId, [message], ctx.clocks.business.now());
    return false;
  });
}

async function post(ctx: AppContext, entry: StandInApproval): Promise<void> {
  const { reference, approvalCode, cipher, keyVersion } = entry;
  const plain = ctx.secrets.decrypt(Buffer.from(cipher, 'hex'), keyVersion, 'standIn', idOf(reference));
  const message = JSON.parse(plain) as PurchaseMessage;
  const requestHash = Buffer.from(entry.requestHash, 'hex');
  const answer = await takeStandIn(ctx, message, { requestHash, approvalCode });
  if (answer.answer === ANSWER.approved) return;
  // Another server had declined it before, without its answer reaching the network, which has our approval.
  const again = { ...message, reference: standInReference(reference) };
  const forced = await takeStandIn(ctx, again, { requestHash, approvalCode, standsFor: reference });
  if (forced.answer !== ANSWER.approved) {
    ctx.log.error(
      { reference, answer: forced.answer },
      'a purchase that was approved while the database was away is not held',
    );
  }
}
