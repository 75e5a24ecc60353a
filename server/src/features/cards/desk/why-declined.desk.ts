import * as z from 'zod';
import { toDollars } from '../../../platform/money.ts';
import { deskCommand, type DeskCallInTransaction, refused, pageInput, pageOf, cardInput } from '../../desk/public.ts';
import { explainDecisions } from '../../purchase-rules/public.ts';
import { objectOf } from './card-status.desk.ts';
import { findDeskCard, listDeclined } from './desk-card.store.ts';

/** Declined purchases of a card, with the reason, the answer to the network, and the amount it cleared all the same. */
export const whyDeclined = deskCommand({
  name: 'why-declined',
  title: 'Why a card was declined',
  summary: 'Show why purchases with a card were declined, newest first: card:ID',
  permission: 'look',
  positional: 'card',
  input: z.object({ card: cardInput, ...pageInput }),
  answer: z.object({
    at: z.string(),
    amount: z.string(),
    cleared: z.string(),
    merchant: z.string(),
    country: z.nullable(z.string()),
    mcc: z.string(),
    channel: z.string(),
    reason: z.string(),
    /** Word of the processor that declined it. Empty: it was declined here. */
    word: z.string(),
    /** The rule that declined it, and the figures that decided. Empty: no rule did. */
    rule: z.string(),
    figures: z.string(),
    answer: z.string(),
    reference: z.string(),
  }),
  async run({ ctx, tx, staff, input }: DeskCallInTransaction<{ readonly card: bigint; readonly page: number }>) {
    const card = await findDeskCard(tx, staff.tenantId, input.card);
    if (!card) return refused('not_found', { field: 'card' });
    const { shown, hasMore } = await pageOf(ctx, input, (most) => listDeclined(tx, card, most));
    const ruled = await explainDecisions(
      tx,
      staff.tenantId,
      shown.map(({ id }) => id),
    );
    return {
      ok: true,
      object: objectOf(card),
      hasMore,
      rows: shown.map((row) => ({
        at: row.at,
        amount: toDollars(row.amount).toFixed(2),
        cleared: toDollars(row.cleared_amount).toFixed(2),
        merchant: row.merchant_name,
        country: row.merchant_country,
        mcc: row.mcc,
        channel: row.channel,
        reason: row.decline_reason ?? '',
        word: row.word ?? '',
        rule: ruled.get(row.id)?.rule ?? '',
        figures: ruled.get(row.id)?.figures ?? '',
        answer: row.answer,
        reference: row.reference,
      })),
    };
  },
});
