import { ANSWER, type NetworkAnswer } from '@wattle/contract/network/message.ts';
import type { AppContext } from '../../context.ts';
import { type Command, type Posted, TRANSFER_CODE, type TransferCommand } from '../../ledger/ledger.ts';
import { openLedger } from '../../ledger/open-ledger.ts';
import { keepFormerMoney } from '../debts/public.ts';
import { carryOutRefund, isSamePlan, planRefund } from '../disputes/public.ts';
import { addForeignPart } from '../fees/public.ts';
import { dayAt } from '../../platform/clock.ts';
import type { Tx } from '../../platform/database.ts';
import { againWhenMoved, Moved } from './again-when-moved.ts';
import { answerCardMessage, type Outcome, refused, type PaymentTransaction } from './answer-once.ts';
import { keyOf, outcomeOf, type Refund, wordsOf } from './clear.ts';
import { feePointsOf } from './foreign.domain.ts';
import { type ForeignCharge, isOvertaken, planForeignCharge, type PostedPart, recordPart } from './foreign-charge.ts';
import { happenedAt } from './happened-at.domain.ts';
import { readMerchant } from './merchant.ts';
import { findRowsOfPurchase, readPurchaseNamed } from './network-message.store.ts';
import type { NetworkCard } from './network.store.ts';

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

async function refund(within: PaymentTransaction, card: NetworkCard, message: Refund, known: Known): Promise<Outcome> {
  const { ctx, tx, tenantId } = within;
  const now = ctx.clocks.business.now();
  const { ledger_account_id: ledgerAccountId } = card;
  const rows = message.original ? await findRowsOfPurchase(tx, tenantId, message.original, ledgerAccountId) : [];
  const key = keyOf(message);
  const at = happenedAt(message.at, now);
  const asked = { tenantId, ledgerAccountId, amount: BigInt(message.amount), key, now };
  const plan = await planRefund(tx, asked, rows);
  const charge = await chargeBackOf(tx, card, message, now);
  const owedTo = known.isClosed ? await ledger.settlementAccount(tx, tenantId, 'formerHolders') : ledgerAccountId;
  const credit: TransferCommand = {
    do: 'post',
    key,
    debit: await ledger.settlementAccount(tx, tenantId, 'schemeSettlement'),
    credit: owedTo,
    amount: asked.amount,
    code: TRANSFER_CODE.refund,
    effectiveAt: at,
    postedAt: now,
    forced: true,
  };
  const fees = (charge?.commands ?? []).map((fee) => (fee.do === 'post' ? { ...fee, credit: owedTo } : fee));
  const commands: readonly Command[] = [credit, ...fees, ...plan.commands];
  const opened = await ledger.open(tx, tenantId, commands, async () => ({
    plan: await planRefund(tx, asked, rows),
    isOvertaken: charge !== undefined && (await isOvertaken(tx, charge)),
  }));
  if (opened.beside.isOvertaken || !isSamePlan(plan, opened.beside.plan)) throw new Moved();
  if (opened.closed.has(ledgerAccountId)) {
    known.isClosed = true;
    throw new Moved();
  }
  // A dispute has already credited these cents, so the network settles with the sender.
  if (plan.isRefused) return { answer: refused(message.reference, ANSWER.notPermitted) };
  const results = await opened.apply(commands);
  const [first, ...others] = results.map((result) => {
    if (!result.ok) throw new Error(`the ledger refused a forced posting: ${result.refusal}`);
    return result.value as Posted;
  });
  if (!first) throw new Error('a refund was not posted');
  const fee = fees.length > 0 ? others[0] : undefined;
  const posted = { refund: first, posted: others.slice(fees.length) };
  await carryOutRefund({ ctx, tx }, asked, plan, posted);
  if (known.isClosed) {
    keepRefund(within, card, { of: first, fee }, { cents: asked.amount, charge, now });
    return outcomeOf(tx, card, message, first, undefined);
  }
  const words = {
    ...wordsOf(card, message, first, at),
    // It counts against the spending of the month in which it arrives.
    day: dayAt(now),
    seq: first.creditSeq,
    kind: 'refund' as const,
    category: readMerchant(message.merchant, message.channel).category,
  };
  await recordPart(tx, card, words, charge, { of: first, fee }, now);
  return outcomeOf(tx, card, message, first, undefined);
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
  now: number,
): Promise<ForeignCharge | undefined> {
  if (message.original === undefined) return undefined;
  const { tenant_id: tenantId, ledger_account_id: ledgerAccountId } = card;
  const of = { tenantId, ledgerAccountId, purchase: await readPurchaseNamed(tx, tenantId, message.original) };
  const points = feePointsOf(message, card) ?? 0;
  const planned = { cents: -BigInt(message.amount), points, key: keyOf(message), at: now, now };
  const charge = await planForeignCharge(tx, of, planned);
  return charge.points > 0 ? charge : undefined;
}
