import * as z from 'zod';
import { toDollars } from '../../platform/money.ts';
import {
  type DeskCallInTransaction,
  deskCommand,
  effectOn,
  effectOnAccount,
  effectOnBook,
  inDollars,
  referenceNumber,
  refused,
  typedDollars,
} from '../desk/public.ts';
import { findDispute } from './dispute.store.ts';
import { unrefunded } from './outstanding-credit.ts';
import { provisionalCredit } from './provisional-credit.kind.ts';

const input = z.object({ dispute: referenceNumber, amount: typedDollars.optional() });
type Given = z.output<typeof input>;

/**
 * Credits the disputed amount, or a part of it, until the dispute is decided. It is reversed when the dispute ends,
 * together with the credit of the decision. Two members of staff have to approve it.
 */
export const provisionalCreditCommand = deskCommand({
  name: 'provisional-credit',
  title: 'Credit a dispute for now',
  summary: 'Credit what is disputed until the dispute ends, once; all of it unless --amount says a part in dollars',
  permission: 'act',
  done: (row) => ({ words: `${inDollars(row.credited)} is credited until the dispute ends.`, reference: row.receipt }),
  positional: 'dispute',
  input,
  answer: z.object({ dispute: z.string(), credited: z.string(), receipt: z.string() }),
  async check({ tx, staff, input: given }: DeskCallInTransaction<Given>) {
    const dispute = await findDispute(tx, staff.tenantId, given.dispute);
    if (!dispute) return refused('not_found', { field: 'dispute' });
    const about = { field: 'dispute', object: `dispute:${given.dispute}` };
    if (dispute.ended_at !== null) return refused('dispute_closed', about);
    if (dispute.provisional !== null) return refused('nothing_to_do', about);
    if ((given.amount ?? 0n) > unrefunded(dispute)) return refused('input_invalid', { ...about, field: 'amount' });
    return { ok: true, rows: [], object: about.object };
  },
  async effect(call) {
    const dispute = await findDispute(call.tx, call.staff.tenantId, call.input.dispute);
    if (!dispute || dispute.ended_at !== null || dispute.provisional !== null) return [];
    const amount = call.input.amount ?? unrefunded(dispute);
    return [
      effectOn(`Credited until dispute ${dispute.reference} is decided`, 0n, amount),
      ...(await effectOnAccount(call, { id: dispute.member_account_id }, amount)),
      await effectOnBook(call, 'fees', -amount),
    ];
  },
  async runAlone({ ctx, staff, input: given, key, requestId }) {
    const { tenantId } = staff;
    const dispute = await ctx.database.read(tenantId, (tx) => findDispute(tx, tenantId, given.dispute));
    if (!dispute) return refused('not_found', { field: 'dispute' });
    const amount = given.amount ?? unrefunded(dispute);
    const credited = await ctx.payments.submit({
      tenantId,
      kind: provisionalCredit,
      key,
      actor: 'desk',
      requestId,
      input: { reference: given.dispute, amount },
    });
    if (!credited.ok) return credited;
    const { receipt } = credited.value;
    return { ok: true, rows: [{ dispute: given.dispute, credited: toDollars(amount).toFixed(2), receipt }] };
  },
});
