import * as z from 'zod';
import { toInstant } from '../../platform/database/database.ts';
import { dollarsOf } from '../../platform/money.ts';
import {
  accountNumber,
  type DeskCallInTransaction,
  deskCommand,
  effectOn,
  effectOnAccount,
  effectOnBook,
  inDollars,
  inGroups,
  pageInput,
  pageOf,
  referenceNumber,
  refused,
  typedDollars,
} from '../desk/public.ts';
import { findLoad, listLoads } from './desk-load.store.ts';
import { PAID_FROM } from './load.kind.ts';
import { takeBackLoad } from './take-back-load.kind.ts';

/** Loads of the desk, with their reversals. */
export const loadsCommand = deskCommand({
  name: 'loads',
  title: 'Loads by the desk',
  summary: 'Loads by the desk, the newest first, with what of each was taken back',
  permission: 'look',
  input: z.object({ account: accountNumber.optional(), ...pageInput }),
  answer: z.object({
    receipt: z.string(),
    account: z.string(),
    type: z.string(),
    amount: z.string(),
    takenBack: z.string(),
    at: z.string(),
  }),
  async run({ ctx, tx, staff, input: { account, page } }) {
    const { shown, hasMore } = await pageOf(ctx, { page }, (most) => listLoads(tx, staff.tenantId, { account, most }));
    const rows = shown.map(({ receipt, account_number, type, cents, taken_back, made_at }) => ({
      receipt,
      account: account_number,
      type,
      amount: dollarsOf(cents),
      takenBack: dollarsOf(taken_back),
      at: toInstant(made_at),
    }));
    return { ok: true, rows, hasMore };
  },
});

const input = z.object({ receipt: referenceNumber, amount: typedDollars.optional() });
type Call = DeskCallInTransaction<z.output<typeof input>>;

async function judge({ tx, staff, input: { receipt, amount } }: Pick<Call, 'tx' | 'staff' | 'input'>) {
  const load = await findLoad(tx, staff.tenantId, receipt);
  if (!load) return refused('not_found', { field: 'receipt' });
  const object = `account:${load.member_account_id}`;
  const left = load.cents - load.taken_back;
  if (left === 0n) return refused('nothing_to_do', { field: 'receipt', object });
  if ((amount ?? 0n) > left) return refused('input_invalid', { field: 'amount', object });
  return { ok: true, load, amount: amount ?? left, object } as const;
}

/** Reverses a wrong load, or a part of it, with a second approval. */
export const takeBackLoadCommand = deskCommand({
  name: 'take-back-load',
  title: 'Take back a load',
  summary: 'Take back a wrong load of the desk, or what of it was too much: what is not there any more is a debt',
  permission: 'act',
  done: (row) => ({
    words: `${inDollars(row.amount)} of the load is taken back from account ${inGroups(row.account)}.`,
    reference: row.receipt,
  }),
  positional: 'receipt',
  input,
  answer: z.object({ account: z.string(), amount: z.string(), receipt: z.string() }),
  async check(call: Call) {
    const found = await judge(call);
    return found.ok ? { ok: true, rows: [], object: found.object } : found;
  },
  async effect(call: Call) {
    const found = await judge(call);
    if (!found.ok) return [];
    const { load, amount } = found;
    return [
      effectOn(`Load ${load.receipt}, not taken back`, load.cents - load.taken_back, -amount),
      ...(await effectOnAccount(call, { id: load.member_account_id }, -amount)),
      await effectOnBook(call, PAID_FROM[load.type], amount),
    ];
  },
  async runAlone({ ctx, staff, input: given, key, requestId }) {
    const { tenantId } = staff;
    const load = await ctx.database.read(tenantId, (tx) => findLoad(tx, tenantId, given.receipt));
    if (!load) return refused('not_found', { field: 'receipt' });
    const object = `account:${load.member_account_id}`;
    const submitted = { tenantId, kind: takeBackLoad, key, actor: 'desk', requestId, retryIfRefused: true };
    const done = await ctx.payments.submit({ ...submitted, input: given });
    if (!done.ok) return refused('nothing_to_do', { field: 'receipt', object });
    const rows = [{ account: load.account_number, amount: done.value.amount, receipt: done.value.receiptNumber }];
    return { ok: true, rows, object };
  },
});
