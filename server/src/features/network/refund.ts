import { ANSWER, type NetworkAnswer } from '@wattle/contract/network/message.ts';
import type { AppContext } from '../../context.ts';
import { type Command, type Posted, TRANSFER_CODE, type TransferCommand } from '../../ledger/ledger.ts';
import { openLedger } from '../../ledger/open-ledger.ts';
import { carryOutRefund, isSamePlan, planRefund } from '../disputes/public.ts';
import { recordPosting } from '../transactions/public.ts';
import { dayAt } from '../../platform/clock.ts';
import { answerCardMessage, type Outcome, refused, type Within } from './answer-once.ts';
import { closed, keyOf, outcomeOf, type Refund, wordsOf } from './clear.ts';
import { happenedAt } from './happened-at.domain.ts';
import { readMerchant } from './merchant.ts';
import { findRowsOfPurchase } from './network-message.store.ts';
import type { NetworkCard } from './network.store.ts';

const ledger = openLedger();

/** A dispute of the purchase has moved money between the plan and its locks. */
class Moved extends Error {}

const TRIES = 5;

/** Pays money back. A maximum balance does not stop it, nor does a dead card. */
export async function refundPurchase(ctx: AppContext, message: Refund): Promise<NetworkAnswer> {
  for (let tried = 1; ; tried += 1) {
    try {
      return await answerCardMessage(ctx, 'refund', message, (within, card) => refund(within, card, message));
    } catch (error) {
      if (!(error instanceof Moved) || tried === TRIES) throw error;
    }
  }
}

async function refund({ ctx, tx, tenantId }: Within, card: NetworkCard, message: Refund): Promise<Outcome> {
  const now = ctx.clocks.business.now();
  const { ledger_account_id: ledgerAccountId } = card;
  const rows = message.original ? await findRowsOfPurchase(tx, tenantId, message.original, ledgerAccountId) : [];
  const key = keyOf(message);
  const asked = { tenantId, ledgerAccountId, amount: BigInt(message.amount), key, now };
  const plan = await planRefund(tx, asked, rows);
  const credit: TransferCommand = {
    do: 'post',
    key,
    debit: await ledger.settlementAccount(tx, tenantId, 'schemeSettlement'),
    credit: ledgerAccountId,
    amount: asked.amount,
    code: TRANSFER_CODE.refund,
    effectiveAt: happenedAt(message.at, now),
    postedAt: now,
    forced: true,
  };
  const commands: readonly Command[] = [credit, ...plan.commands];
  const opened = await ledger.open(tx, tenantId, commands, () => planRefund(tx, asked, rows));
  if (!isSamePlan(plan, opened.beside)) throw new Moved();
  if (opened.closed.has(ledgerAccountId)) return closed(message);
  // A dispute has given these cents back already: the network settles with whoever sent it.
  if (plan.isRefused) return { answer: refused(message.reference, ANSWER.notPermitted) };
  const results = await opened.apply(commands);
  const [first, ...others] = results.map((result) => {
    if (!result.ok) throw new Error(`the ledger refused a forced posting: ${result.refusal}`);
    return result.value as Posted;
  });
  if (!first) throw new Error('a refund was not posted');
  await carryOutRefund({ ctx, tx }, asked, plan, { refund: first, posted: others });
  recordPosting(tx, {
    ...wordsOf(card, message, first, happenedAt(message.at, now)),
    // It counts against the spending of the month in which it arrives.
    day: dayAt(now),
    seq: first.creditSeq,
    kind: 'refund',
    category: readMerchant(message.merchant, message.channel).category,
  });
  return outcomeOf(tx, card, message, first, undefined);
}
