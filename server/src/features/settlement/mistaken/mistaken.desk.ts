import * as z from 'zod';
import { toInstant } from '../../../platform/database/database.ts';
import { move } from '../../../platform/state-table.domain.ts';
import {
  becomes,
  type DeskCallInTransaction,
  deskCommand,
  effectOnAccount,
  effectOnBook,
  pageInput,
  pageOf,
  referenceNumber,
  refused,
} from '../../desk/public.ts';
import { comeBack } from '../answers/come-back.kind.ts';
import { findFileOf, findPaidOut, type PaidOut } from '../answers/payment.store.ts';
import { notifyReturnOf } from '../answers/notify-returned.ts';
import { acceptFile } from '../answers/read-answers.ts';
import {
  findMistakenByReference,
  listOpenMistaken,
  lockMistaken,
  type MistakenRow,
  saveMistaken,
} from './mistaken-payment.store.ts';
import { MISTAKEN, type MistakenEvent } from './mistaken-payment.states.domain.ts';

const input = z.object({ mistaken: referenceNumber });
const answer = z.object({ mistaken: z.string(), state: z.string() });
type Call = DeskCallInTransaction<z.output<typeof input>>;
/** Whether the bank has taken the payment. Before that, the other bank has nothing to return. */
const hasLeft = (paid: PaidOut | undefined) => paid?.state !== 'Made';
/** Reason "returned by the recipient's bank". */
const SENT_BACK = '7';

/** Lists recalls with the references by which the bank finds each payment, without account numbers. */
export const mistakenPayments = deskCommand({
  name: 'mistaken-payments',
  title: 'Payments to the wrong account',
  summary: 'Payments to the wrong account that wait for an answer, the oldest first',
  permission: 'look',
  input: z.object(pageInput),
  answer: z.object({
    mistaken: z.string(),
    state: z.string(),
    rule: z.string(),
    amount: z.string(),
    file: z.string(),
    line: z.number().nullable(),
    asked: z.string(),
  }),
  async run({ tx, ctx, staff, input }) {
    const { shown, hasMore } = await pageOf(ctx, input, (most) => listOpenMistaken(tx, staff.tenantId, most));
    const rows = shown.map((one) => ({
      mistaken: one.reference,
      state: one.state,
      rule: one.rule,
      amount: `${one.cents / 100n}.${String(one.cents % 100n).padStart(2, '0')}`,
      file: one.file_name ?? '',
      line: one.line,
      asked: toInstant(one.asked_at),
    }));
    return { ok: true, rows, hasMore };
  },
});

async function moving({ tx, staff, input: { mistaken } }: Call, event: MistakenEvent) {
  const found = await lockMistaken(tx, staff.tenantId, mistaken);
  const object = `mistaken_payment:${mistaken}`;
  if (!found) return { found, object, refusal: refused('not_found', { field: 'mistaken' }) };
  const moved = move(MISTAKEN, { state: found.state, event, by: 'staff' });
  if (moved.kind === 'refused') return { found, object, refusal: refused('nothing_to_do', { object }) };
  return { found, object, moved };
}

async function carryOut(call: Call, event: MistakenEvent) {
  const { found, object, refusal, moved } = await moving(call, event);
  if (refusal) return refusal;
  if (moved.kind === 'changed') {
    await saveMistaken(call.tx, call.staff.tenantId, found.id, moved.to, call.ctx.clocks.business.now());
  }
  return { ok: true as const, rows: [rowOf(found, moved.kind === 'changed' ? moved.to : found.state)], object };
}

const rowOf = (found: MistakenRow, state: string) => ({ mistaken: found.reference, state });

/** Records that the other bank was asked to return a payment. */
export const requestMistaken = deskCommand({
  name: 'request-mistaken',
  title: 'Ask a bank for money back',
  summary: 'Note that the other bank was asked to send a payment back',
  permission: 'act',
  done: (row) => ({
    words: 'It is noted that the other bank was asked.',
    reference: row.mistaken,
    next: 'The payer has an answer within 30 days of the report.',
  }),
  input,
  positional: 'mistaken',
  answer,
  run: (call) => carryOut(call, 'request'),
});

/** Records that the other bank refuses to return it. */
export const refuseMistaken = deskCommand({
  name: 'refuse-mistaken',
  title: 'Note that a bank keeps the money',
  summary: 'Note that the other bank does not send a payment back',
  permission: 'act',
  done: (row) => ({ words: 'It is noted that the other bank keeps the money.', reference: row.mistaken }),
  input,
  positional: 'mistaken',
  answer,
  run: (call) => carryOut(call, 'refuse'),
});

/** Credits the returned money to the payer, with a second approval. */
export const recoverMistaken = deskCommand({
  name: 'recover-mistaken',
  title: 'Credit money that a bank returned',
  summary: 'Credit a payment that the other bank has sent back apart from its files of returns',
  permission: 'act',
  done: (row) => ({ words: 'The money is back on the payer’s account.', reference: row.mistaken }),
  input,
  positional: 'mistaken',
  answer,
  async check(call) {
    const { found, object, refusal } = await moving(call, 'recover');
    if (refusal) return refusal;
    const paid = await findPaidOut(call.tx, call.ctx.secrets, call.staff.tenantId, found.transfer_id);
    if (!hasLeft(paid)) return refused('nothing_to_do', { object });
    return { ok: true as const, rows: [rowOf(found, found.state)], object };
  },
  async effect(call) {
    const { ctx, tx, staff, input: given } = call;
    const row = await findMistakenByReference(tx, staff.tenantId, given.mistaken);
    if (!row || move(MISTAKEN, { state: row.state, event: 'recover', by: 'staff' }).kind !== 'changed') return [];
    const paid = await findPaidOut(tx, ctx.secrets, staff.tenantId, row.transfer_id);
    if (!paid || !hasLeft(paid)) return [];
    return [
      becomes(`Mistaken payment ${row.reference}`, row.state, 'Recovered'),
      ...(paid.state === 'Returned'
        ? []
        : [
            ...(await effectOnAccount(call, { id: paid.member_account_id }, paid.amount)),
            await effectOnBook(call, 'bank', -paid.amount),
          ]),
    ];
  },
  async runAlone({ ctx, staff, input: { mistaken }, key, requestId }) {
    const { tenantId } = staff;
    const row = await ctx.database.read(tenantId, (tx) => findMistakenByReference(tx, tenantId, mistaken));
    if (!row) return refused('not_found', { field: 'mistaken' });
    const object = `mistaken_payment:${mistaken}`;
    const { kind } = move(MISTAKEN, { state: row.state, event: 'recover', by: 'staff' });
    if (kind === 'refused') return refused('nothing_to_do', { object });
    if (kind === 'done') return { ok: true as const, rows: [rowOf(row, row.state)], object };
    const paid = await ctx.database.read(tenantId, (tx) => findPaidOut(tx, ctx.secrets, tenantId, row.transfer_id));
    if (!hasLeft(paid)) return refused('nothing_to_do', { object });
    // A file of returns may have credited it meanwhile.
    if (paid?.state !== 'Returned') {
      // The other bank had the money, so our bank accepted the file even if it did not confirm it.
      const file = await ctx.database.read(tenantId, (tx) => findFileOf(tx, tenantId, row.transfer_id));
      if (file) await acceptFile(ctx, tenantId, file);
      const credited = await ctx.payments.submit({
        tenantId,
        kind: comeBack,
        key,
        actor: 'desk',
        requestId,
        input: { from: null, transferId: String(row.transfer_id), code: SENT_BACK, by: 'desk' },
      });
      if (!credited.ok) return refused('nothing_to_do', { object });
    }
    return ctx.database.transact(tenantId, async (tx) => {
      const found = await lockMistaken(tx, tenantId, mistaken);
      if (!found) return refused('not_found', { field: 'mistaken' });
      const moved = move(MISTAKEN, { state: found.state, event: 'recover', by: 'staff' });
      if (moved.kind === 'changed') await saveMistaken(tx, tenantId, found.id, moved.to, ctx.clocks.business.now());
      await notifyReturnOf(ctx, tx, tenantId, row.transfer_id);
      return { ok: true as const, rows: [rowOf(found, 'Recovered')], object };
    });
  },
});
