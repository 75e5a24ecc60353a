import { ANSWER, type NetworkAnswer } from '@wattle/contract/network/message.ts';
import type { AppContext } from '../../../compose/context.ts';
import { type Command, type Posted, TRANSFER_CODE, type TransferCommand } from '../../../ledger/ledger.ts';
import { openLedger } from '../../../ledger/open-ledger.ts';
import type { PurchaseMessage } from '../../../outside/processors/purchase-message.ts';
import { least } from '../../../platform/money.ts';
import { dayAt } from '../../../platform/time/clock.ts';
import { carryOutUndo, closeExcessOf, isSameUndo, planUndo, type UndoneRefund } from '../../disputes/public.ts';
import { drawNumber, receiptNumber } from '../../payments/public.ts';
import { againWhenMoved, Moved } from '../again-when-moved.ts';
import { answerCardMessage, type Outcome, type PaymentTransaction, refused, taken } from '../answer-once.ts';
import { keyOf, wordsOf } from '../clear.ts';
import { type ForeignCharge, isOvertaken, planForeignCharge, recordPart } from '../foreign-charge.ts';
import { happenedAt } from '../happened-at.domain.ts';
import { readMerchant } from '../merchant.ts';
import type { NetworkCard } from '../network.store.ts';
import { readStoredRefund, type StoredRefund } from './refund.store.ts';
import { addToldCase } from './told-case.store.ts';

const ledger = openLedger();

/**
 * Reverses a refund, whatever the balance: the processor has taken the money already. `original` is the refund. Its
 * effect on disputes and its part of the foreign fee go back too. It may come before its refund, which then has no
 * effect but its money.
 */
export function takeRefundBack(ctx: AppContext, message: PurchaseMessage): Promise<NetworkAnswer> {
  return againWhenMoved(() =>
    answerCardMessage(ctx, 'refundReversal', message, (within, card) => takeBack(within, card, message)),
  );
}

/** Parts of a reversed refund, of the cardholder and of the programme, which had kept the rest of the refund. */
type Parts = {
  readonly refund: StoredRefund | undefined;
  readonly amount: bigint;
  readonly ofHolder: bigint;
  /** Part of `ofHolder` that the refund had credited. */
  readonly ofRefund: bigint;
};

function partsOf(amount: bigint, refund: StoredRefund | undefined): Parts {
  if (!refund) return { refund, amount, ofHolder: amount, ofRefund: 0n };
  const ofRefund = least(amount, refund.creditedLeft);
  const ofProgramme = least(amount - ofRefund, refund.left - refund.creditedLeft);
  return { refund, amount, ofHolder: amount - ofProgramme, ofRefund };
}

async function takeBack(within: PaymentTransaction, card: NetworkCard, message: PurchaseMessage): Promise<Outcome> {
  const { ctx, tx, tenantId } = within;
  const now = ctx.clocks.business.now();
  const { original: refundReference } = message;
  const { ledger_account_id: account } = card;
  const refund =
    refundReference === undefined ? undefined : await readStoredRefund(tx, tenantId, refundReference, account);
  const parts = partsOf(BigInt(message.amount), refund);
  const asked: UndoneRefund = {
    tenantId,
    ledgerAccountId: account,
    refund: refund?.credit ?? 0n,
    refundKey: `network:${refundReference}`,
    cents: refund?.credit === undefined ? 0n : parts.ofRefund,
    key: keyOf(message),
    now,
  };
  const posted = await post(within, card, message, { parts, asked });
  const { name, kind, category } = readMerchant(message.merchant, message.channel);
  addToldCase(tx, tenantId, {
    reference: receiptNumber(dayAt(now), await drawNumber(tx)),
    kind: 'refundReversal',
    message: message.reference,
    named: refundReference ?? null,
    memberAccountId: card.member_account_id,
    transferId: posted?.settled.id ?? null,
    cents: -parts.ofHolder,
    about: name,
    atMs: now,
  });
  // A closed account pays nothing: it is settled in another way, as a clearing is.
  if (!posted) return { answer: refused(message.reference, ANSWER.doNotHonour) };
  if (refundReference !== undefined && refund && parts.amount >= refund.left)
    closeExcessOf(tx, tenantId, refundReference, now);
  const { settled, theirs, fee, charge } = posted;
  if (theirs) {
    const words = {
      ...wordsOf(card, message, theirs, now),
      amount: parts.ofHolder,
      seq: theirs.debitSeq,
      // It counts as spending again.
      kind,
      category,
    };
    await recordPart(tx, card, words, charge, { of: theirs, fee }, now);
  }
  return { answer: taken(message.reference), transferId: settled.id, changed: card.member_account_id };
}

type Done = {
  /** The one entry of the scheme, and the debit of the cardholder: often the same. */
  readonly settled: Posted;
  readonly theirs: Posted | undefined;
  readonly fee: Posted | undefined;
  readonly charge: ForeignCharge | undefined;
};

/** Undefined on a closed account. */
async function post(
  { ctx, tx, tenantId }: PaymentTransaction,
  card: NetworkCard,
  message: PurchaseMessage,
  { parts, asked }: { readonly parts: Parts; readonly asked: UndoneRefund },
): Promise<Done | undefined> {
  const { now, key } = asked;
  const { ledger_account_id: account } = card;
  const { amount, ofHolder, refund } = parts;
  const plan = await planUndo(tx, asked);
  const charge = await chargeAgain({ tx, tenantId }, account, parts, asked);
  const scheme = await ledger.settlementAccount(tx, tenantId, 'schemeSettlement');
  const programme = await ledger.settlementAccount(tx, tenantId, 'fees');
  const posting = {
    do: 'post',
    code: TRANSFER_CODE.refundReversal,
    effectiveAt: happenedAt(message.at, ctx.clocks.business.now()),
    postedAt: now,
    forced: true,
  } as const;
  const isShared = ofHolder < amount;
  const settled = { ...posting, key, debit: isShared ? programme : account, credit: scheme, amount };
  const passedOn: TransferCommand[] =
    isShared && ofHolder > 0n
      ? [{ ...posting, key: `${key}:debited`, debit: account, credit: programme, amount: ofHolder }]
      : [];
  const commands: readonly Command[] = [settled, ...passedOn, ...(charge?.commands ?? []), ...plan.commands];
  const opened = await ledger.open(tx, tenantId, commands, async () => ({
    plan: await planUndo(tx, asked),
    isOvertaken: charge !== undefined && (await isOvertaken(tx, charge)),
  }));
  if (opened.closed.has(account)) {
    await opened.write(commands);
    return undefined;
  }
  if (opened.beside.isOvertaken || !isSameUndo(plan, opened.beside.plan)) throw new Moved();
  const results = (await opened.apply(commands)).map((result) => {
    if (!result.ok) throw new Error(`the ledger refused a forced posting: ${result.refusal}`);
    return result.value as Posted;
  });
  const [first, ...others] = results;
  if (!first) throw new Error('a refund was not taken back');
  const theirs = isShared ? (passedOn.length > 0 ? others.shift() : undefined) : first;
  const fee = charge && charge.commands.length > 0 ? others.shift() : undefined;
  if (theirs && refund?.credit !== undefined)
    await carryOutUndo({ ctx, tx }, asked, plan, { debit: theirs, posted: others });
  return { settled: first, theirs, fee, charge };
}

/** Part of the foreign fee that the refund had returned. */
async function chargeAgain(
  { tx, tenantId }: Pick<PaymentTransaction, 'tx' | 'tenantId'>,
  ledgerAccountId: bigint,
  { refund, ofRefund }: Parts,
  { key, now }: UndoneRefund,
): Promise<ForeignCharge | undefined> {
  if (!refund?.foreign || ofRefund === 0n) return undefined;
  const { purchase, points } = refund.foreign;
  const of = { tenantId, ledgerAccountId, purchase };
  return planForeignCharge(tx, of, { cents: ofRefund, points, key, at: now, now });
}
