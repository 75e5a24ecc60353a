import * as z from 'zod';
import { dollarsOf } from '../../../platform/money.ts';
import { move } from '../../../platform/state-table.domain.ts';
import {
  becomes,
  type DeskCallInTransaction,
  deskCommand,
  effectOnAccount,
  effectOnBook,
  inDollars,
  refused,
  rowNumber,
  typedDollars,
} from '../../desk/public.ts';
import { afterReturn, debitReturn } from './debit-return.kind.ts';
import { DIRECT_DEBIT } from './direct-debit.states.domain.ts';
import { findReferencedDebit } from './direct-debit.store.ts';

const input = z.object({
  debit: rowNumber.describe('the number of a debit, as its reference says it: 77 of AUTO TOP-UP 77'),
  amount: typedDollars,
  code: z
    .string()
    .regex(/^[1-689]$/)
    .describe("the bank's reason, a digit of 1 to 6, 8 or 9: 6 is refer to customer"),
});
type Call = DeskCallInTransaction<z.output<typeof input>>;

async function find({ tx, staff, input: { debit: number, amount } }: Pick<Call, 'tx' | 'staff' | 'input'>) {
  const debit = await findReferencedDebit(tx, staff.tenantId, number);
  if (!debit) return refused('not_found', { field: 'debit' });
  const object = `account:${debit.member_account_id}`;
  if (debit.amount !== amount) return refused('input_invalid', { field: 'amount', object });
  return { ok: true, debit, object } as const;
}

async function judge(call: Call) {
  const found = await find(call);
  if (!found.ok) return found;
  const { debit, object } = found;
  const moved = move(DIRECT_DEBIT, { state: debit.state, event: 'comeBack', by: 'bank' });
  if (moved.kind !== 'changed') return refused('nothing_to_do', { field: 'debit', object });
  return { ...found, to: moved.to };
}

/** Reverses a dishonoured direct debit that is missing from the files of returns, with a second approval. */
export const returnDebitCommand = deskCommand({
  name: 'return-debit',
  title: 'Return a direct debit',
  summary: 'Take back a collected direct debit that the other bank dishonours, where no file of returns says it',
  permission: 'act',
  done: (row) => ({ words: `The direct debit of ${inDollars(row.amount)} is taken back.` }),
  positional: 'debit',
  input,
  answer: z.object({ debit: z.string(), amount: z.string(), state: z.string() }),
  async check(call: Call) {
    const found = await judge(call);
    return found.ok ? { ok: true, rows: [], object: found.object } : found;
  },
  async effect(call: Call) {
    const found = await judge(call);
    if (!found.ok) return [];
    const { debit, to } = found;
    const after = afterReturn(debit, call.input.code, call.ctx.config.topup.auto.retries);
    return [
      becomes(`Direct debit ${debit.id}`, debit.state, to),
      ...(debit.state === 'Credited'
        ? await effectOnAccount(call, { id: debit.member_account_id }, -debit.amount)
        : [await effectOnBook(call, 'directDebits', -debit.amount)]),
      await effectOnBook(call, 'bank', debit.amount),
      ...(after ? [becomes('Its automatic top-up', debit.topup_state, after.to)] : []),
    ];
  },
  async runAlone({ ctx, staff, input: given, key, requestId }) {
    const { tenantId } = staff;
    const read = () => ctx.database.read(tenantId, (tx) => find({ tx, staff, input: given }));
    const found = await read();
    if (!found.ok) return found;
    const { debit, object } = found;
    const submitted = { tenantId, kind: debitReturn, key, actor: 'desk', requestId, retryIfRefused: true };
    const returned = { debitId: debit.id, code: given.code, from: null };
    const done = await ctx.payments.submit({ ...submitted, input: returned });
    if (!done.ok) return refused('nothing_to_do', { field: 'debit', object });
    const after = await read();
    if (!after.ok) return after;
    const rows = [{ debit: String(debit.id), amount: dollarsOf(debit.amount), state: after.debit.state }];
    return { ok: true, rows, object };
  },
});
