import { randomUUID } from 'node:crypto';
import type { NetworkAnswer } from '@wattle/contract/network/message.ts';
import type { AppContext } from '../../../compose/context.ts';
import type { PurchaseMessage } from '../../../outside/processors/purchase-message.ts';
import { byDeadline } from '../../../platform/database/deadline.ts';
import { drawReceipt } from '../../transactions/public.ts';
import { answerCardMessage, type Outcome, type PaymentTransaction, taken } from '../answer-once.ts';
import type { Deadline } from '../authorise.ts';
import { happenedAt } from '../happened-at.domain.ts';
import { readMerchant } from '../merchant.ts';
import type { NetworkCard } from '../network.store.ts';
import { addPendingRefund } from './pending-refund.store.ts';

/** Processors wait no longer for the refund that a shop has announced. */
const WAITS_MS = 30 * 86_400_000;

/**
 * Keeps a refund that a shop has announced: a pending row, and no money. It ends by the refund that names it, by its
 * reversal, or after 30 days. Throws Late at the deadline, and what was written by then is rolled back, unless it was
 * being committed.
 */
export function announceRefund(
  ctx: AppContext,
  message: PurchaseMessage,
  { deadlineAt = Number.POSITIVE_INFINITY }: Deadline = {},
): Promise<NetworkAnswer> {
  const announce = async ({ tx, tenantId }: PaymentTransaction, card: NetworkCard): Promise<Outcome> => {
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
  };
  const answered = answerCardMessage(ctx, 'refundAuthorisation', message, announce, { deadlineAt });
  return byDeadline(answered, deadlineAt);
}
