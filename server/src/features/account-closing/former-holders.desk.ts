import * as z from 'zod';
import { toInstant } from '../../platform/database/database.ts';
import { dollarsOf } from '../../platform/money.ts';
import { listFormer, readFormerSums } from '../debts/public.ts';
import {
  accountNumber,
  type DeskCallInTransaction,
  deskCommand,
  effectOn,
  effectOnBook,
  inDollars,
  inGroups,
  isNothing,
  pageInput,
  pageOf,
  refused,
} from '../desk/public.ts';
import { effectOfWay } from './ending-effects.ts';
import { findEndingAccount } from './ending.store.ts';
import { faultOf, paidTo, refuseWay } from './paid-to.ts';
import { payFormerHolder } from './pay-former-holder.kind.ts';
import { writeOffDebt } from './write-off-debt.kind.ts';

/** Lists money for closed accounts, and their debts. */
export const formerHoldersCommand = deskCommand({
  name: 'former-holders',
  title: 'Money of former holders',
  summary: 'List what closed accounts are owed and owe, by person, the oldest first',
  permission: 'look',
  input: z.object(pageInput),
  answer: z.object({
    person: z.string(),
    account: z.string(),
    owedToThem: z.string(),
    owedByThem: z.string(),
    hasDied: z.boolean(),
    since: z.string(),
  }),
  async run({ ctx, tx, staff, input }: DeskCallInTransaction<{ readonly page: number }>) {
    const { shown, hasMore } = await pageOf(ctx, input, (most) => listFormer(tx, staff.tenantId, most));
    const rows = shown.map((row) => ({
      person: row.holder_id === null ? '' : `holder:${row.holder_id}`,
      account: row.account_number,
      owedToThem: dollarsOf(row.money),
      owedByThem: dollarsOf(row.debts),
      hasDied: row.has_died,
      since: toInstant(row.since),
    }));
    return { ok: true, rows, hasMore };
  },
});

const paying = z.object({ account: accountNumber, ...paidTo });

async function sumsOf({ ctx, tx, staff, input }: DeskCallInTransaction<{ readonly account: string }>) {
  const found = await findEndingAccount({ ctx, tx, tenantId: staff.tenantId }, input.account);
  if (!found?.is_closed) return undefined;
  return { found, object: `account:${found.id}`, ...(await readFormerSums(tx, staff.tenantId, found.id)) };
}

/** Pays out money returned to a closed account, with a second approval. */
export const payFormerHolderCommand = deskCommand({
  name: 'pay-former-holder',
  title: 'Pay a former holder',
  summary: 'Pay what came back for a closed account to a bank account, or with --to-account to another of its holder',
  permission: 'act',
  done: (row) => ({
    words: `${inDollars(row.amount)} is paid to the former holder of account ${inGroups(row.account)}.`,
    reference: row.receipt,
    next: isNothing(row.settled) ? undefined : `${inDollars(row.settled)} of it settled their debt.`,
  }),
  input: paying,
  answer: z.object({ account: z.string(), amount: z.string(), settled: z.string(), receipt: z.string() }),
  async check(call: DeskCallInTransaction<z.output<typeof paying>>) {
    const fault = faultOf(call.input);
    if (fault) return refused('input_invalid', { field: fault });
    const sums = await sumsOf(call);
    if (!sums) return refused('not_found', { field: 'account' });
    const about = { field: 'account', object: sums.object };
    if (sums.money === 0n) return refused('nothing_to_do', about);
    if (sums.money <= sums.debts) return refused('debts_open', about);
    return (await refuseWay(call, sums.found, call.input)) ?? { ok: true, rows: [], object: sums.object };
  },
  async effect(call) {
    const sums = await sumsOf(call);
    if (!sums || sums.money <= sums.debts) return [];
    const of = `the former holder of account ${call.input.account}`;
    return [
      effectOn(`Owed to ${of}`, sums.money, -sums.money),
      ...(sums.debts === 0n ? [] : [effectOn(`Owed by ${of}`, sums.debts, -sums.debts)]),
      await effectOnBook(call, 'formerHolders', -sums.money),
      ...(sums.debts === 0n ? [] : [await effectOnBook(call, 'formerHolderDebts', sums.debts)]),
      ...(await effectOfWay(call, call.input, sums.money - sums.debts)),
    ];
  },
  async runAlone({ ctx, staff, input: { account: accountNumber, ...given }, key, requestId }) {
    const from = { tenantId: staff.tenantId, kind: payFormerHolder, key, actor: 'desk', requestId };
    const paid = await ctx.payments.submit({ ...from, input: { accountNumber, paidTo: given } });
    if (!paid.ok) return paid;
    const { amount, settled, receiptNumber: receipt } = paid.value;
    return { ok: true, rows: [{ account: accountNumber, amount, settled, receipt }] };
  },
});

const writing = z.object({ account: accountNumber });

/** Writes off the debt of a closed account, with a second approval. */
export const writeOffDebtCommand = deskCommand({
  name: 'write-off-debt',
  title: 'Write off a debt',
  summary: 'Write off what a closed account owes: the programme bears it',
  permission: 'act',
  done: (row) => ({ words: `${inDollars(row.amount)} that account ${inGroups(row.account)} owed is written off.` }),
  positional: 'account',
  input: writing,
  answer: z.object({ account: z.string(), amount: z.string() }),
  async check(call: DeskCallInTransaction<z.output<typeof writing>>) {
    const sums = await sumsOf(call);
    if (!sums) return refused('not_found', { field: 'account' });
    if (sums.debts === 0n) return refused('nothing_to_do', { field: 'account', object: sums.object });
    return { ok: true, rows: [], object: sums.object };
  },
  async effect(call) {
    const sums = await sumsOf(call);
    if (!sums || sums.debts === 0n) return [];
    return [
      effectOn(`Owed by the former holder of account ${call.input.account}`, sums.debts, -sums.debts),
      await effectOnBook(call, 'formerHolderDebts', sums.debts),
      await effectOnBook(call, 'losses', -sums.debts),
    ];
  },
  async runAlone({ ctx, staff, input: { account: accountNumber }, key, requestId }) {
    const from = { tenantId: staff.tenantId, kind: writeOffDebt, key, actor: 'desk', requestId };
    const done = await ctx.payments.submit({ ...from, input: { accountNumber } });
    if (!done.ok) return done.error === 'not_found' ? refused('not_found', { field: 'account' }) : done;
    return { ok: true, rows: [{ account: accountNumber, amount: done.value.amount }] };
  },
});
