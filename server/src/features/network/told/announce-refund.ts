import { randomUUID } from 'node:crypto';
import type { NetworkAnswer } from '@wattle/contract/network/message.ts';
import type { AppContext } from '../../../compose/context.ts';
import type { PurchaseMessage } from '../../../outside/processors/purchase-message.ts';
import { drawReceipt } from '../../transactions/public.ts';
import { answerCardMessage } from '../answer-once.ts';
import { happenedAt } from '../happened-at.domain.ts';
import { readMerchant } from '../merchant.ts';
import { addPendingRefund } from './pending-refund.store.ts';
import { taken } from './taken.ts';

/** Processors wait no longer for the refund that a shop has announced. */
const WAITS_MS = 30 * 86_400_000;

/**
 * Keeps a refund that a shop has announced: a pending row, and no money. It ends by the refund that names it, by its
 * reversal, or after 30 days.
 */
export function announceRefund(ctx: AppContext, message: PurchaseMessage): Promise<NetworkAnswer> {
  return answerCardMessage(ctx, 'refundAuthorisation', message, async ({ tx, tenantId }, card) => {
    const answer = taken(message.reference);
    if (message.amount === 0) return { answer };
    const { name, raw, category } = readMerchant(message.merchant, message.channel);
    const atMs = happenedAt(message.at, ctx.clocks.business.now());
    addPendingRefund(tx, tenantId, {
      reference: message.reference,
      publicId: randomUUID(),
      cardId: card.id,
      memberAccountId: card.member_account_id,
      amount: BigInt(message.amount),
      merchantName: name,
      merchantRaw: raw,
      merchantCountry: message.merchant.country ?? null,
      mcc: message.merchant.mcc,
      category,
      channel: message.channel,
      receipt: drawReceipt(),
      atMs,
      endsAtMs: atMs + WAITS_MS,
    });
    return { answer, changed: card.member_account_id };
  });
}
