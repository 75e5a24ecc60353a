import { ANSWER, type NetworkAnswer } from '@wattle/contract/network/message.ts';
import type { AppContext } from '../../../compose/context.ts';
import { type Posted, TRANSFER_CODE, type TransferCommand } from '../../../ledger/ledger.ts';
import { openLedger } from '../../../ledger/open-ledger.ts';
import type { PurchaseMessage } from '../../../outside/processors/purchase-message.ts';
import { dayAt } from '../../../platform/time/clock.ts';
import { keepFormerMoney } from '../../debts/public.ts';
import { drawNumber, receiptNumber } from '../../payments/public.ts';
import { answerCardMessage, type Outcome, type PaymentTransaction, refused, taken } from '../answer-once.ts';
import { keyOf, wordsOf } from '../clear.ts';
import { recordPart } from '../foreign-charge.ts';
import { happenedAt } from '../happened-at.domain.ts';
import { readMerchant } from '../merchant.ts';
import type { NetworkCard } from '../network.store.ts';
import { addToldCase } from './told-case.store.ts';

/** A correction of what was cleared. `debit`: to the cardholder's cost. */
export type Correction = PurchaseMessage & { readonly side: 'debit' | 'credit' };

const ledger = openLedger();

/**
 * Posts a correction, whatever the balance, and lists it at the desk. It is the processor's amount: no foreign fee is
 * charged or returned with it, and no purchase or dispute changes.
 */
export function correctPurchase(ctx: AppContext, message: Correction): Promise<NetworkAnswer> {
  return answerCardMessage(ctx, 'correction', message, (within, card) => correct(within, card, message));
}

async function correct(within: PaymentTransaction, card: NetworkCard, message: Correction): Promise<Outcome> {
  const { ctx, tx, tenantId } = within;
  const now = ctx.clocks.business.now();
  const isCredit = message.side === 'credit';
  const posted = await post(within, card, message, now);
  const { name } = readMerchant(message.merchant, message.channel);
  const amount = BigInt(message.amount);
  addToldCase(tx, tenantId, {
    reference: receiptNumber(dayAt(now), await drawNumber(tx)),
    kind: 'correction',
    message: message.reference,
    named: message.original ?? null,
    memberAccountId: card.member_account_id,
    transferId: posted?.of.id ?? null,
    cents: isCredit ? amount : -amount,
    about: name,
    atMs: now,
  });
  if (!posted) return { answer: refused(message.reference, ANSWER.doNotHonour) };
  const { of, isFormer } = posted;
  const answer = taken(message.reference);
  if (isFormer) {
    keepFormerMoney(within, {
      memberAccountId: card.member_account_id,
      transferId: of.id,
      cents: amount,
      source: 'refund',
      atMs: now,
    });
    return { answer, transferId: of.id };
  }
  const { kind, category } = readMerchant(message.merchant, message.channel);
  const words = {
    ...wordsOf(card, message, of, now),
    seq: isCredit ? of.creditSeq : of.debitSeq,
    kind: isCredit ? ('refund' as const) : kind,
    category,
  };
  await recordPart(tx, card, words, undefined, { of, fee: undefined }, now);
  return { answer, transferId: of.id, changed: card.member_account_id };
}

/**
 * Money for a closed account is kept for its former holder. Undefined: the account is closed, and what it would have
 * to pay is settled with the processor in another way, as a clearing is.
 */
async function post(
  { ctx, tx, tenantId }: PaymentTransaction,
  card: NetworkCard,
  message: Correction,
  now: number,
): Promise<{ readonly of: Posted; readonly isFormer: boolean } | undefined> {
  const scheme = await ledger.settlementAccount(tx, tenantId, 'schemeSettlement');
  const former = await ledger.settlementAccount(tx, tenantId, 'formerHolders');
  const { ledger_account_id: account } = card;
  const isCredit = message.side === 'credit';
  const common = {
    do: 'post',
    amount: BigInt(message.amount),
    code: TRANSFER_CODE.correction,
    effectiveAt: happenedAt(message.at, ctx.clocks.business.now()),
    postedAt: now,
    forced: true,
  } as const;
  const sides = isCredit ? { debit: scheme, credit: account } : { debit: account, credit: scheme };
  const own: TransferCommand = { ...common, key: keyOf(message), ...sides };
  const ofFormer: TransferCommand = { ...common, key: `${keyOf(message)}:former`, debit: scheme, credit: former };
  const opened = await ledger.open(tx, tenantId, isCredit ? [own, ofFormer] : [own], async () => undefined);
  const isClosed = opened.closed.has(account);
  if (isClosed && !isCredit) {
    await opened.write([own]);
    return undefined;
  }
  const [chosen, other] = isClosed ? [ofFormer, own] : [own, ofFormer];
  const result = opened.decide(chosen);
  if (!result.ok) throw new Error(`the ledger refused a correction: ${result.refusal}`);
  await opened.write(isCredit ? [other] : []);
  return { of: result.value, isFormer: isClosed };
}
