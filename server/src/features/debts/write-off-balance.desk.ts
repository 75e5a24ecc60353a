import * as z from 'zod';
import {
  accountNumber,
  type DeskCallInTransaction,
  deskCommand,
  effectOnAccount,
  effectOnBook,
  inDollars,
  inGroups,
  refused,
  typedDollars,
} from '../desk/public.ts';
import { findOverdrawn } from './debt.store.ts';
import { writeOffBalance } from './write-off-balance.kind.ts';

const input = z.object({
  account: accountNumber,
  /** Default: the whole amount below zero. */
  amount: typedDollars.optional(),
});
type Input = z.output<typeof input>;

/** Writes off the amount that an open account is below zero, with a second approval. */
export const writeOffBalanceCommand = deskCommand({
  name: 'write-off-balance',
  title: 'Write off a negative balance',
  summary: 'Write off what an open account is below zero, or --amount of it: the programme bears it',
  permission: 'act',
  done: (row) => ({
    words: `${inDollars(row.amount)} that account ${inGroups(row.account)} was below zero is written off.`,
    reference: row.receipt,
  }),
  positional: 'account',
  input,
  answer: z.object({ account: z.string(), amount: z.string(), receipt: z.string() }),
  async check({ tx, staff, input: { account, amount } }: DeskCallInTransaction<Input>) {
    const found = await findOverdrawn(tx, staff.tenantId, account);
    if (!found) return refused('not_found', { field: 'account' });
    const object = `account:${found.member_account_id}`;
    if (found.balance >= 0n) return refused('nothing_to_do', { field: 'account', object });
    if (amount !== undefined && amount > -found.balance)
      return refused('outside_load_limits', { field: 'amount', object });
    return { ok: true, rows: [], object };
  },
  async effect(call) {
    const found = await findOverdrawn(call.tx, call.staff.tenantId, call.input.account);
    if (!found || found.balance >= 0n) return [];
    const amount = call.input.amount ?? -found.balance;
    return [
      ...(await effectOnAccount(call, { id: found.member_account_id }, amount)),
      await effectOnBook(call, 'writtenOff', -amount),
    ];
  },
  async runAlone({ ctx, staff: { tenantId }, input: { account, amount }, key, requestId }) {
    const from = { tenantId, kind: writeOffBalance, key, actor: 'desk', requestId };
    const done = await ctx.payments.submit({ ...from, input: { accountNumber: account, amount } });
    if (!done.ok) return done.error === 'not_found' ? refused('nothing_to_do', { field: 'account' }) : done;
    return { ok: true, rows: [{ account, amount: done.value.amount, receipt: done.value.receiptNumber }] };
  },
});
