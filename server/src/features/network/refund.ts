import type { NetworkAnswer } from '@wattle/contract/network/message.ts';
import type { AppContext } from '../../compose/context.ts';
import { type Command, type Posted, TRANSFER_CODE, type TransferCommand } from '../../ledger/ledger.ts';
import { openLedger } from '../../ledger/open-ledger.ts';
import { keepFormerMoney } from '../debts/public.ts';
import { addExcessRefund, carryOutRefund, isSamePlan, type NamedPurchase, planRefund } from '../disputes/public.ts';
import { addForeignPart } from '../fees/public.ts';
import { drawNumber, receiptNumber } from '../payments/public.ts';
import { dayAt } from '../../platform/time/clock.ts';
import type { Tx } from '../../platform/database/database.ts';
import { againWhenMoved, Moved } from './again-when-moved.ts';
import { answerCardMessage, type Outcome, type PaymentTransaction } from './answer-once.ts';
import { keyOf, outcomeOf, type Refund, wordsOf } from './clear.ts';
import { feePointsOf } from './foreign.domain.ts';
import { type ForeignCharge, isOvertaken, planForeignCharge, type PostedPart, recordPart } from './foreign-charge.ts';
import { happenedAt } from './happened-at.domain.ts';
import { readMerchant } from './merchant.ts';
import { findRowsOfPurchase, readPurchaseNamed, readRefunded } from './network-message.store.ts';
import type { NetworkCard } from './network.store.ts';
import { endPendingRefund, isPendingRefund } from './told/pending-refund.store.ts';
import { isOfPurchase, isTakenBack } from './told/refund.store.ts';

const ledger = openLedger();

/** Findings of one attempt for the next. */
type Known = { isClosed: boolean };

/**
 * Pays money back, whatever the maximum balance or the status of the card. Where the account is closed the money is
 * owed to its former holder.
 */
export function refundPurchase(ctx: AppContext, message: Refund): Promise<NetworkAnswer> {
  const known = { isClosed: false };
  return againWhenMoved(() =>
    answerCardMessage(ctx, 'refund', message, (within, card) => refund(within, card, message, known)),
  );
}

async function refund(within: PaymentTransaction, card: NetworkCard, sent: Refund, known: Known): Promise<Outcome> {
  const { ctx, tx, tenantId } = within;
  const { original: named, isUnnamed } = await linkOf(within, card, sent);
  const message = { ...sent, original: named };
  const now = ctx.clocks.business.now();
  const { ledger_account_id: ledgerAccountId } = card;
  const key = keyOf(message);
  const at = happenedAt(message.at, now);
  const own = async (closed: 'formerHolders' | 'formerHolderDebts') =>
    known.isClosed ? await ledger.settlementAccount(tx, tenantId, closed) : ledgerAccountId;
  const [owedTo, takesFrom] = [await own('formerHolders'), await own('formerHolderDebts')];
  const asked = { tenantId, ledgerAccountId, takesFrom, amount: BigInt(message.amount), key, now };
  const { original } = message;
  const purchase = original === undefined ? undefined : await readPurchaseNamed(tx, tenantId, original);
  const planNow = async () => planRefund(tx, asked, await readNamed(tx, card, purchase, original));
  const plan = await planNow();
  const { credited, kept } = plan;
  const charge = credited > 0n ? await chargeBackOf(tx, card, message, { purchase, credited, now }) : undefined;
  const programme = await ledger.settlementAccount(tx, tenantId, 'fees');
  const posting = { do: 'post', code: TRANSFER_CODE.refund, effectiveAt: at, postedAt: now, forced: true } as const;
  const scheme = await ledger.settlementAccount(tx, tenantId, 'schemeSettlement');
  // One entry of the scheme, as its statement has one line.
  const settled = { ...posting, key, debit: scheme, credit: kept === 0n ? owedTo : programme, amount: asked.amount };
  const passedOn: TransferCommand[] =
    kept === 0n || credited === 0n
      ? []
      : [{ ...posting, key: `${key}:credited`, debit: programme, credit: owedTo, amount: credited }];
  const fees = (charge?.commands ?? []).map((fee) => (fee.do === 'post' ? { ...fee, credit: owedTo } : fee));
  const commands: readonly Command[] = [settled, ...passedOn, ...fees, ...plan.commands];
  const opened = await ledger.open(tx, tenantId, commands, async () => ({
    plan: await planNow(),
    isOvertaken: charge !== undefined && (await isOvertaken(tx, charge)),
  }));
  if (opened.beside.isOvertaken || !isSamePlan(plan, opened.beside.plan)) throw new Moved();
  if (opened.closed.has(ledgerAccountId)) {
    known.isClosed = true;
    throw new Moved();
  }
  const results = await opened.apply(commands);
  const [first, ...others] = results.map((result) => {
    if (!result.ok) throw new Error(`the ledger refused a forced posting: ${result.refusal}`);
    return result.value as Posted;
  });
  if (!first) throw new Error('a refund was not posted');
  const theirs = passedOn.length > 0 ? others.shift() : first;
  if (!theirs) throw new Error('a part of a refund was not posted');
  const fee = fees.length > 0 ? others[0] : undefined;
  const posted = { refund: theirs, posted: others.slice(fees.length) };
  await carryOutRefund({ ctx, tx }, asked, plan, posted);
  if (plan.excess && purchase !== undefined) {
    addExcessRefund(tx, tenantId, {
      ...plan.excess,
      kept,
      cents: asked.amount,
      purchase,
      refund: message.reference,
      transferId: first.id,
      reference: receiptNumber(dayAt(now), await drawNumber(tx)),
      memberAccountId: card.member_account_id,
      merchant: readMerchant(message.merchant, message.channel).name,
      atMs: now,
    });
  }
  if (credited === 0n) return { ...(await outcomeOf(tx, card, message, first, undefined)), isUnnamed };
  if (known.isClosed) {
    keepRefund(within, card, { of: theirs, fee }, { cents: credited, charge, now });
    return { ...(await outcomeOf(tx, card, message, first, undefined)), isUnnamed };
  }
  const words = {
    ...wordsOf(card, message, theirs, at),
    amount: credited,
    // The shop's currency says what the whole refund was.
    ...(kept > 0n && { shopAmount: null }),
    // It counts against the spending of the month in which it arrives.
    day: dayAt(now),
    seq: theirs.creditSeq,
    kind: 'refund' as const,
    category: readMerchant(message.merchant, message.channel).category,
  };
  await recordPart(tx, card, words, charge, { of: theirs, fee }, now);
  return { ...(await outcomeOf(tx, card, message, first, undefined)), isUnnamed };
}

/**
 * Purchase that a refund is linked with. A refund that was announced ends the announcement. One that was reversed before
 * it came has no link, and for a processor's card a link must fit.
 */
async function linkOf(
  { ctx, tx, tenantId }: PaymentTransaction,
  card: NetworkCard,
  sent: Refund,
): Promise<{ readonly original?: string | undefined; readonly isUnnamed: boolean }> {
  const { original } = sent;
  if (original === undefined) return { isUnnamed: false };
  if (await isPendingRefund(tx, tenantId, original)) {
    await endPendingRefund(tx, tenantId, original, { ending: 'refunded', atMs: ctx.clocks.business.now() });
    return { isUnnamed: false };
  }
  const purchase = await readPurchaseNamed(tx, tenantId, original);
  const isLinked = 'number' in sent.card || (await isOfPurchase(tx, card, sent, purchase));
  if (!isLinked || (await isTakenBack(tx, tenantId, sent.reference))) return { isUnnamed: true };
  return { original, isUnnamed: false };
}

/** The purchase that a refund names, or nothing. */
async function readNamed(
  tx: Tx,
  { tenant_id: tenantId, ledger_account_id: account }: NetworkCard,
  purchase: string | undefined,
  named: string = '',
): Promise<NamedPurchase> {
  if (purchase === undefined) return { rows: [], refunded: undefined };
  const rows = await findRowsOfPurchase(tx, tenantId, { purchase, named }, account);
  return { rows, refunded: await readRefunded(tx, tenantId, purchase) };
}

type Kept = { readonly cents: bigint; readonly charge: ForeignCharge | undefined; readonly now: number };

/** A refund for a closed account, with the returned part of the fee. It has no row in a list. */
function keepRefund(
  within: PaymentTransaction,
  card: NetworkCard,
  { of, fee }: PostedPart,
  { cents, charge, now }: Kept,
): void {
  const common = { memberAccountId: card.member_account_id, source: 'refund', atMs: now } as const;
  keepFormerMoney(within, { ...common, transferId: of.id, cents });
  if (charge) addForeignPart(within.tx, charge, { ...charge, transferId: of.id });
  if (charge && fee) keepFormerMoney(within, { ...common, transferId: fee.id, cents: -charge.fee });
}

/** Part of the fee that a refund returns, by the purchase that it names. Without one the fee is unknown. */
async function chargeBackOf(
  tx: Tx,
  card: NetworkCard,
  message: Refund,
  {
    purchase,
    credited,
    now,
  }: { readonly purchase: string | undefined; readonly credited: bigint; readonly now: number },
): Promise<ForeignCharge | undefined> {
  if (purchase === undefined) return undefined;
  const { tenant_id: tenantId, ledger_account_id: ledgerAccountId } = card;
  const of = { tenantId, ledgerAccountId, purchase };
  const points = feePointsOf(message, card) ?? 0;
  const planned = { cents: -credited, points, key: keyOf(message), at: now, now };
  const charge = await planForeignCharge(tx, of, planned);
  return charge.points > 0 ? charge : undefined;
}
