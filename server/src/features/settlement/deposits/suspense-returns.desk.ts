import { maskCardNumbers } from '@wattle/contract/rules/card-numbers.ts';
import * as z from 'zod';
import { dollarsOf } from '../../../platform/money.ts';
import {
  accountNumber,
  becomes,
  type DeskCallInTransaction,
  deskCommand,
  effectOnAccount,
  effectOnBook,
  inDollars,
  inGroups,
  pageInput,
  pageOf,
  refused,
  rowNumber,
} from '../../desk/public.ts';
import type { Tx } from '../../../platform/database/database.ts';
import type { AppContext } from '../../../compose/context.ts';
import { type Candidate, listCandidates } from '../answers/candidate.store.ts';
import { comeBack } from '../answers/come-back.kind.ts';
import { suspenseCharge } from './charge.kind.ts';
import { methodsAnswering } from '../files/file-methods.ts';
import { findAccountIdOf } from './deposit-account.store.ts';
import { findSuspense, type SuspenseLine } from './suspense.store.ts';
import { suspenseLine, signedDollars } from './suspense.desk.ts';

/** Payments that a return in suspense may belong to: those that were not returned. */
async function candidatesOf(
  { secrets, paymentMethods }: Pick<AppContext, 'secrets' | 'paymentMethods'>,
  tx: Tx,
  tenantId: number,
  inSuspense: SuspenseLine,
): Promise<Candidate[]> {
  const { kind, bsb, accountNumber, cents, fileDay, day } = inSuspense;
  if (kind !== 'return' || fileDay === null) return [];
  const of = { bsb, account_number: accountNumber, cents, file_day: fileDay, day };
  const all = await listCandidates(tx, secrets, tenantId, methodsAnswering(paymentMethods, 'returns'), of);
  return all.filter(({ state, member_account_id: payer }) => state !== 'Returned' && payer !== null);
}

/** Command that lists the candidates from which the desk chooses. */
export const returnCandidates = deskCommand({
  name: 'return-candidates',
  title: 'Payments that a return may be of',
  summary: 'Payments that a return in suspense may be of, by the answer and line that suspense shows',
  permission: 'look',
  input: z.object({ ...suspenseLine.shape, ...pageInput }),
  answer: z.object({
    payment: z.string(),
    account: z.string(),
    payer: z.string(),
    reference: z.string(),
    sent: z.string(),
    state: z.string(),
  }),
  async run({ tx, ctx, staff, input: { answer: answerId, line, page } }) {
    const inSuspense = await findSuspense(tx, staff.tenantId, { answerId, line });
    if (inSuspense?.state !== 'Suspense') return refused('not_found', { field: 'line' });
    const { shown, hasMore } = await pageOf(ctx, { page }, () => candidatesOf(ctx, tx, staff.tenantId, inSuspense));
    const rows = shown.map((one) => ({
      payment: String(one.transfer_id),
      account: one.payer_account ?? '',
      payer: one.remitter,
      reference: maskCardNumbers(one.reference),
      sent: one.value_date,
      state: one.state,
    }));
    return { ok: true, rows, hasMore };
  },
});

const chosen = z.object({ ...suspenseLine.shape, payment: rowNumber.transform(String) });

/** Assigns a return in suspense to its payment, with a second approval. */
export const returnToPayer = deskCommand({
  name: 'return-to-payer',
  title: 'Return a deposit to its payer',
  summary: 'Give a return in suspense back to the payer of a payment that return-candidates shows',
  permission: 'act',
  done: (row) => ({ words: `${inDollars(row.amount)} is back with its payer.`, reference: row.payment }),
  input: chosen,
  answer: z.object({ payment: z.string(), amount: z.string() }),
  async check({
    tx,
    ctx,
    staff,
    input: { answer: answerId, line, payment },
  }: DeskCallInTransaction<z.output<typeof chosen>>) {
    const inSuspense = await findSuspense(tx, staff.tenantId, { answerId, line });
    if (!inSuspense) return refused('not_found', { field: 'line' });
    const object = `bank_answer:${answerId}`;
    if (inSuspense.state !== 'Suspense') return refused('nothing_to_do', { object });
    const all = await candidatesOf(ctx, tx, staff.tenantId, inSuspense);
    if (!all.some(({ transfer_id: id }) => String(id) === payment)) {
      return refused('not_found', { field: 'payment', object });
    }
    return { ok: true, rows: [], object };
  },
  async effect(call) {
    const { tx, ctx, staff, input: given } = call;
    const inSuspense = await findSuspense(tx, staff.tenantId, { answerId: given.answer, line: given.line });
    if (inSuspense?.state !== 'Suspense') return [];
    const all = await candidatesOf(ctx, tx, staff.tenantId, inSuspense);
    const paid = all.find(({ transfer_id: id }) => String(id) === given.payment);
    if (!paid || paid.member_account_id === null) return [];
    return [
      ...(await effectOnAccount(call, { id: paid.member_account_id }, inSuspense.cents)),
      await effectOnBook(call, 'suspense', -inSuspense.cents),
      becomes(`Payment ${given.payment} of account ${paid.payer_account ?? ''}`, paid.state, 'Returned'),
    ];
  },
  async runAlone({ ctx, staff, input: { answer: answerId, line, payment }, key, requestId }) {
    const { tenantId } = staff;
    const inSuspense = await ctx.database.read(tenantId, (tx) => findSuspense(tx, tenantId, { answerId, line }));
    const submitted = {
      tenantId,
      kind: comeBack,
      requestId,
      actor: 'desk',
      input: { from: { answerId, line, isKept: true as const }, transferId: payment, code: inSuspense?.code ?? null },
    };
    const done = await ctx.payments.submit({ ...submitted, key, retryIfRefused: true });
    if (!done.ok) return refused('nothing_to_do');
    return { ok: true, rows: [{ payment, amount: dollarsOf(inSuspense?.cents ?? 0n) }] };
  },
});

const charged = z.object({ ...suspenseLine.shape, account: accountNumber });

/** Charges a debit in suspense to an account, with a second approval. The part above the balance becomes a debt. */
export const chargeSuspense = deskCommand({
  name: 'charge-suspense',
  title: 'Charge a debit to an account',
  summary: 'Charge a debit in suspense to an account as a forced debit, by the answer and line that suspense shows',
  permission: 'act',
  done: (row) => ({
    words: `${inDollars(row.amount)} is charged to account ${inGroups(row.account)}.`,
    reference: row.receipt,
  }),
  input: charged,
  answer: z.object({ account: z.string(), amount: z.string(), receipt: z.string() }),
  async check({
    tx,
    staff,
    input: { answer: answerId, line, account },
  }: DeskCallInTransaction<z.output<typeof charged>>) {
    const inSuspense = await findSuspense(tx, staff.tenantId, { answerId, line });
    if (inSuspense?.kind !== 'debitReturn') return refused('not_found', { field: 'line' });
    const object = `bank_answer:${answerId}`;
    if (inSuspense.state !== 'Suspense') return refused('nothing_to_do', { object });
    const found = await findAccountIdOf(tx, staff.tenantId, account);
    return found === undefined ? refused('not_found', { field: 'account', object }) : { ok: true, rows: [], object };
  },
  async effect(call) {
    const { tx, staff, input: given } = call;
    const inSuspense = await findSuspense(tx, staff.tenantId, { answerId: given.answer, line: given.line });
    if (inSuspense?.kind !== 'debitReturn' || inSuspense.state !== 'Suspense') return [];
    return [
      ...(await effectOnAccount(call, { number: given.account }, -inSuspense.cents)),
      await effectOnBook(call, 'suspense', inSuspense.cents),
    ];
  },
  async runAlone({ ctx, staff, input: { answer: answerId, line, account }, key, requestId }) {
    const { tenantId } = staff;
    const inSuspense = await ctx.database.read(tenantId, (tx) => findSuspense(tx, tenantId, { answerId, line }));
    const submitted = {
      tenantId,
      kind: suspenseCharge,
      requestId,
      actor: 'desk',
      input: { answerId, line, accountNumber: account },
    };
    const done = await ctx.payments.submit({ ...submitted, key, retryIfRefused: true });
    if (!done.ok || !inSuspense) return refused('nothing_to_do');
    return { ok: true, rows: [{ account, amount: signedDollars(inSuspense), receipt: done.value.receiptNumber }] };
  },
});
