import * as z from 'zod';
import { toInstant } from '../../../platform/database/database.ts';
import { dollarsOf } from '../../../platform/money.ts';
import { cardInput, deskCommand, pageInput, pageOf, refused, rowNumber } from '../../desk/public.ts';
import { explainDecisions } from '../../purchase-rules/public.ts';
import { checksOf } from '../check-order.domain.ts';
import { findMessage, listMessages, type NetworkMessageRow, readResponse } from './network-messages.store.ts';

const outcomeOf = ({ status, is_advice }: NetworkMessageRow): string =>
  status === 'declined' ? 'declined' : is_advice ? 'advice' : 'approved';

const rowOf = (row: NetworkMessageRow) => ({
  message: String(row.id),
  at: toInstant(row.at),
  outcome: outcomeOf(row),
  reason: row.decline_reason ?? '',
  person: row.holder_id === null ? '' : `holder:${row.holder_id}`,
  name: row.name ?? '',
  card: `card:${row.card_id}`,
  ending: row.ending,
  shop: row.shop,
  amount: dollarsOf(row.amount),
});

const shown = {
  message: z.string(),
  at: z.string(),
  /** `approved`, `declined`; `advice`: it was approved on our behalf. */
  outcome: z.string(),
  reason: z.string(),
  person: z.string(),
  name: z.string(),
  card: z.string(),
  ending: z.string(),
  shop: z.string(),
  amount: z.string(),
};

export const networkMessagesCommand = deskCommand({
  name: 'network-messages',
  title: 'Purchases of the card network',
  summary: 'Purchases that the card network asked for, the newest first; --declined for those that were declined',
  permission: 'look',
  input: z.object({ declined: z.boolean().optional(), card: cardInput.optional(), ...pageInput }),
  answer: z.object(shown),
  async run({ ctx, tx, staff: { tenantId }, input }) {
    const wanted = { card: input.card, isDeclined: input.declined === true };
    const { shown: rows, hasMore } = await pageOf(ctx, input, (most) => listMessages(tx, tenantId, wanted, most));
    return { ok: true, rows: rows.map(rowOf), hasMore };
  },
});

const one = z.object({ message: rowNumber });

export const networkMessageCommand = deskCommand({
  name: 'network-message',
  title: 'Show a purchase of the card network',
  summary: 'A purchase as the card network asked for it, with the answer that it got',
  permission: 'look',
  positional: 'message',
  input: one,
  answer: z.object({
    ...shown,
    reference: z.string(),
    /** 11 digits, as the cardholder has it; other receipts have 12. */
    purchaseReceipt: z.string(),
    channel: z.string(),
    mcc: z.string(),
    place: z.string(),
    country: z.string(),
    code: z.string(),
    approvalCode: z.string(),
    /** The answer as the network got it. */
    response: z.string(),
    /** The rule that declined it, and the figures that decided. Empty: no rule did. */
    rule: z.string(),
    figures: z.string(),
  }),
  async run({ tx, staff: { tenantId }, input: { message } }) {
    const found = await findMessage(tx, tenantId, message);
    if (!found) return refused('not_found', { field: 'message' });
    const [response, ruled] = await Promise.all([
      readResponse(tx, tenantId, found.reference),
      explainDecisions(tx, tenantId, [found.id]),
    ]);
    const { reference, receipt, channel, mcc } = found;
    const row = {
      ...rowOf(found),
      reference,
      purchaseReceipt: receipt,
      channel,
      mcc,
      place: found.city ?? '',
      country: found.country ?? '',
      code: found.answer,
      approvalCode: found.approval_code ?? '',
      response,
      rule: ruled.get(found.id)?.rule ?? '',
      figures: ruled.get(found.id)?.figures ?? '',
    };
    return { ok: true, rows: [row], object: `purchase:${message}` };
  },
});

export const networkChecksCommand = deskCommand({
  name: 'network-checks',
  title: 'Checks of a purchase',
  summary: 'The checks of a purchase in their order, up to the one that declined it',
  permission: 'look',
  positional: 'message',
  input: one,
  answer: z.object({ check: z.string(), result: z.string(), reason: z.string() }),
  async run({ tx, staff: { tenantId }, input: { message } }) {
    const found = await findMessage(tx, tenantId, message);
    if (!found) return refused('not_found', { field: 'message' });
    // What was approved on our behalf was not checked here.
    const checks = found.is_advice ? [] : checksOf('authorise', found.decline_reason ?? undefined);
    const rows = checks.map(({ check, result }) => ({
      check,
      result,
      reason: result === 'failed' ? (found.decline_reason ?? '') : '',
    }));
    return { ok: true, rows };
  },
});
