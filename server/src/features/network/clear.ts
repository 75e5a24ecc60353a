import type { clear, refund } from '@wattle/contract/network/authorise.ts';
import { ANSWER, type NetworkAnswer } from '@wattle/contract/network/message.ts';
import type { BodyOf } from '@wattle/contract/operation.ts';
import type { AppContext } from '../../context.ts';
import { type LedgerResult, type Posted, TRANSFER_CODE } from '../../ledger/ledger.ts';
import { openLedger } from '../../ledger/open-ledger.ts';
import { dayAt } from '../../platform/clock.ts';
import { type Tx, toInstant } from '../../platform/database.ts';
import { recordPosting } from '../transactions/public.ts';
import { answerCardMessage, approved, drawApprovalCode, type Outcome, refused } from './answer-once.ts';
import { happenedAt } from './happened-at.domain.ts';
import { readMerchant } from './merchant.ts';
import { lockAuthorisation, type NetworkCard, saveClearing, type StoredAuthorisation } from './network.store.ts';
import { heldAfterClearing } from './purchase-course.domain.ts';
import { saveUses } from './virtual-use.store.ts';

type Clearing = BodyOf<typeof clear>;
export type Refund = BodyOf<typeof refund>;

const ledger = openLedger();

/**
 * Takes the money of a purchase, the part, the whole or more of what was held. It posts in any
 * case, without a hold, over the balance and for a dead card too: the shop has been paid already.
 */
export function clearPurchase(ctx: AppContext, message: Clearing): Promise<NetworkAnswer> {
  return answerCardMessage(ctx, 'clearing', message, async ({ tx }, card) => {
    const original = await findOriginal(tx, card, message);
    // The purchase was made when it was authorised, whenever the shop sends it in.
    const now = ctx.clocks.business.now();
    const at = original ? Date.parse(toInstant(original.at)) : happenedAt(message.at, now);
    const open = original?.status === 'approved' ? original : undefined;
    const ending = { isFinal: message.isFinal, channel: (open ?? message).channel };
    const keep = open ? heldAfterClearing(open.current_amount, BigInt(message.amount), ending) : 0n;
    const posted = accepted(await post(tx, card, message, open && { ...open, keep }, { at, now }));
    if (!posted) return closed(message);
    if (original) await saveClearing(tx, original, BigInt(message.amount), keep);
    const merchant = readMerchant(message.merchant, message.channel);
    // Below a floor limit nobody has asked before.
    if (!original)
      saveUses(tx, card.tenant_id, [{ cardId: card.id, merchant: message.merchant, by: message.reference }]);
    recordPosting(tx, {
      ...wordsOf(card, message, posted, at),
      seq: posted.debitSeq,
      kind: merchant.kind,
      category: merchant.category,
      // The clearing that ends a pending row takes its place; any other is a row of its own.
      ...(open && keep === 0n && { publicId: open.public_id, reference: open.receipt }),
    });
    return outcomeOf(tx, card, message, posted, original);
  });
}

/** What a clearing ends. Only a purchase of the same account: a wrong reference must not free another's hold. */
async function findOriginal(tx: Tx, card: NetworkCard, message: Clearing): Promise<StoredAuthorisation | undefined> {
  if (message.original === undefined) return undefined;
  const original = await lockAuthorisation(tx, card.tenant_id, message.original);
  return original?.member_account_id === card.member_account_id ? original : undefined;
}

async function post(
  tx: Tx,
  card: NetworkCard,
  message: Clearing,
  open: (StoredAuthorisation & { readonly keep: bigint }) | undefined,
  { at, now }: { readonly at: number; readonly now: number },
): Promise<LedgerResult<Posted>> {
  const common = {
    tenantId: card.tenant_id,
    key: keyOf(message),
    amount: BigInt(message.amount),
    credit: await ledger.settlementAccount(tx, card.tenant_id, 'schemeSettlement'),
    code: TRANSFER_CODE[readMerchant(message.merchant, message.channel).kind],
    effectiveAt: at,
    postedAt: now,
    forced: true,
  };
  const hold = open?.hold_id ?? null;
  if (!open || hold === null) return ledger.post(tx, { ...common, debit: card.ledger_account_id });
  if (open.keep === 0n) return ledger.captureHold(tx, { ...common, hold });
  const [released, posted] = await ledger.apply(tx, card.tenant_id, [
    { do: 'release', hold, keep: open.keep, at: now, because: 'voided' },
    { do: 'post', ...common, debit: card.ledger_account_id },
  ]);
  if (!released.ok) throw new Error(`the ledger refused to let go of a part of a hold: ${released.refusal}`);
  return posted;
}

export function wordsOf(card: NetworkCard, message: Clearing | Refund, posted: Posted, at: number) {
  const merchant = readMerchant(message.merchant, message.channel);
  return {
    tenantId: card.tenant_id,
    memberAccountId: card.member_account_id,
    ledgerAccountId: card.ledger_account_id,
    transferId: posted.id,
    amount: BigInt(message.amount),
    day: dayAt(at),
    description: merchant.name,
    rawDescription: merchant.raw,
    mcc: message.merchant.mcc,
    channel: message.channel,
    country: message.merchant.country,
    cardId: card.id,
    cardLast4: card.last4,
  };
}

export async function outcomeOf(
  tx: Tx,
  card: NetworkCard,
  message: Clearing | Refund,
  posted: Posted,
  original: StoredAuthorisation | undefined,
): Promise<Outcome> {
  const balance = await ledger.balance(tx, card.tenant_id, card.ledger_account_id);
  if (!balance) throw new Error(`the account of card ${card.id} is gone`);
  const approvalCode = original?.approval_code ?? drawApprovalCode();
  return {
    answer: approved(message.reference, approvalCode, balance.balance - balance.held),
    authorisationId: original?.id,
    transferId: posted.id,
    changed: card.member_account_id,
  };
}

export function keyOf(message: { readonly reference: string }): string {
  return `network:${message.reference}`;
}

/** Undefined on a closed account; forced postings are refused for no other reason that a network could be told. */
export function accepted<T>(result: LedgerResult<T>): T | undefined {
  if (result.ok) return result.value;
  if (result.refusal !== 'closed_account') throw new Error(`the ledger refused a forced posting: ${result.refusal}`);
  return undefined;
}

/** Money for an account that is closed for good is for the network to settle in another way. */
export function closed({ reference }: Clearing | Refund): Outcome {
  return { answer: refused(reference, ANSWER.doNotHonour) };
}
