import { lineText } from '@wattle/contract/rules/typed-text.ts';
import * as z from 'zod';
import { toInstant } from '../../platform/database/database.ts';
import { dollarsOf } from '../../platform/money.ts';
import { deskCommand, type DeskCallInTransaction, refused, pageInput, pageOf } from '../desk/public.ts';
import { askAgain } from './refund.store.ts';
import { lockRefund } from './settle-refund.ts';
import { listWaiting } from './waiting-refund.store.ts';

/** Key of a refund. */
export const refundKey = z
  .string()
  .overwrite(lineText)
  .regex(/^[\w.:-]{1,100}$/)
  .describe('a refund, as gateway-refunds shows it');

const NEXT = {
  refused: 'refund-again, or pay-refund to a bank account',
  unsure: 'look it up at the gateway by its charge, then settle-refund; it is sent only where the gateway has none',
} as const;

/** Lists refunds that a person decides about: the gateway refused them, or their outcome has been unknown for days. */
export const gatewayRefundsCommand = deskCommand({
  name: 'gateway-refunds',
  title: 'Card refunds that failed',
  summary:
    'List refunds to other cards that the payment gateway has refused, or that are unsure for three days, the oldest first',
  permission: 'look',
  input: z.object(pageInput),
  answer: z.object({
    refund: z.string(),
    charge: z.string(),
    amount: z.string(),
    reason: z.string(),
    /** `refused`, `unsure`. */
    state: z.string(),
    attempts: z.number(),
    askedAt: z.string(),
    /** Command or step of a person. */
    next: z.string(),
  }),
  async run({ ctx, tx, staff, input }) {
    const now = { business: ctx.clocks.business.now(), security: ctx.clocks.security.now() };
    const { shown, hasMore } = await pageOf(ctx, input, (most) => listWaiting(tx, staff.tenantId, now, most));
    const rows = shown.map((refund) => ({
      refund: refund.key,
      charge: refund.charge_id,
      amount: dollarsOf(refund.amount),
      reason: refund.reason,
      state: refund.state,
      attempts: refund.attempt,
      askedAt: toInstant(refund.asked_at),
      next: NEXT[refund.state],
    }));
    return { ok: true, rows, hasMore };
  },
});

type Again = { readonly refund: string };

/** Requests a refund again with another key, since the gateway's refusal of the previous one is final. */
export const refundAgainCommand = deskCommand({
  name: 'refund-again',
  title: 'Try a card refund again',
  summary: 'Ask the payment gateway once more for a refund that it has refused',
  permission: 'act',
  done: () => ({ words: 'The payment gateway is asked for the refund again.' }),
  positional: 'refund',
  input: z.object({ refund: refundKey }),
  answer: z.object({ refund: z.string(), state: z.string() }),
  async run({ ctx, tx, staff, input }: DeskCallInTransaction<Again>) {
    await lockRefund(tx, staff.tenantId, input.refund);
    const isAsked = await askAgain(tx, staff.tenantId, input.refund, ctx.clocks.security.now());
    if (!isAsked) return refused('not_found', { field: 'refund' });
    return { ok: true, object: `refund:${input.refund}`, rows: [{ refund: input.refund, state: 'Asked' }] };
  },
});
