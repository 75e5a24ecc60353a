import * as z from 'zod';
import { toInstant } from '../../platform/database/database.ts';
import { dollarsOf } from '../../platform/money.ts';
import { deskCommand, referenceNumber, refused } from '../desk/public.ts';
import { findDispute } from './dispute.store.ts';
import { readPurchase } from './disputed-purchase.store.ts';
import { outstandingCredit, unrefunded } from './outstanding-credit.ts';

/** A dispute in one row: its holder, the purchase, the deadline, and the amounts that each end moves. */
export const disputeFactsCommand = deskCommand({
  name: 'dispute-facts',
  title: 'Facts of a dispute',
  summary: 'A dispute with its person, its purchase, its days, and the money of either end; its words are in dispute',
  permission: 'look',
  positional: 'dispute',
  input: z.object({ dispute: referenceNumber }),
  answer: z.object({
    dispute: z.string(),
    state: z.string(),
    reason: z.string(),
    person: z.string(),
    name: z.string(),
    account: z.string(),
    card: z.string(),
    merchant: z.string(),
    statement: z.string(),
    mcc: z.string(),
    channel: z.string(),
    country: z.string(),
    bought: z.string(),
    cleared: z.string(),
    amount: z.string(),
    refunded: z.string(),
    provisional: z.string(),
    provisionalGiven: z.boolean(),
    ifUpheld: z.string(),
    ifNot: z.string(),
    opened: z.string(),
    submitted: z.string(),
    due: z.string(),
    ended: z.string(),
    resolution: z.string(),
    credited: z.string(),
  }),
  async run({ tx, staff, input }) {
    const dispute = await findDispute(tx, staff.tenantId, input.dispute);
    const purchase = dispute && (await readPurchase(tx, dispute));
    if (!dispute || !purchase) return refused('not_found', { field: 'dispute' });
    const given = outstandingCredit(dispute);
    const at = (moment: string | null) => (moment === null ? '' : toInstant(moment));
    const row = {
      dispute: dispute.reference,
      state: dispute.state,
      reason: dispute.reason,
      person: `holder:${purchase.holder_id}`,
      name: purchase.person,
      account: purchase.account,
      card: purchase.card === null ? '' : `ends ${purchase.card}`,
      merchant: purchase.merchant,
      statement: purchase.raw ?? '',
      mcc: purchase.mcc ?? '',
      channel: purchase.channel ?? '',
      country: purchase.country ?? '',
      bought: toInstant(purchase.bought_at),
      cleared: toInstant(purchase.cleared_at),
      amount: dollarsOf(dispute.amount),
      refunded: dollarsOf(dispute.refunded),
      provisional: dollarsOf(given),
      provisionalGiven: dispute.provisional !== null,
      // The final credit is posted together with the reversal of the provisional one.
      ifUpheld: dollarsOf(unrefunded(dispute) - given),
      ifNot: dollarsOf(-given),
      opened: at(dispute.opened_at),
      submitted: at(dispute.submitted_at),
      due: dispute.answer_by,
      ended: at(dispute.ended_at),
      resolution: dispute.resolution ?? '',
      credited: dispute.credited === null ? '' : dollarsOf(dispute.credited),
    };
    return { ok: true, rows: [row], object: `dispute:${dispute.reference}` };
  },
});
