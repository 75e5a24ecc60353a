import * as z from 'zod';
import type { Tx } from '../../platform/database/database.ts';
import {
  accountNumber,
  type DeskCall,
  type DeskCallInTransaction,
  deskCommand,
  type DeskOutcome,
  effectOnAccount,
  effectOnBook,
  inDollars,
  inGroups,
  refused,
} from '../desk/public.ts';
import { readAccrued } from '../interest/public.ts';
import { countActive, stopSchedules } from '../schedules/public.ts';
import { refuseClosing } from './close.ts';
import { closeAndPay } from './close-and-pay.kind.ts';
import { effectOfClosing, effectOfWay } from './ending-effects.ts';
import { type EndingAccount, findEndingAccount } from './ending.store.ts';
import { faultOf, paidTo, refuseWay } from './paid-to.ts';

const input = z.object({ account: accountNumber, stopSchedules: z.boolean().optional(), ...paidTo });
type Input = z.output<typeof input>;

type Judged = { readonly account: EndingAccount; readonly object: string };

async function judge(
  tx: Tx,
  { ctx, staff, input: given }: Pick<DeskCall<Input>, 'ctx' | 'staff' | 'input'>,
): Promise<Judged | Exclude<DeskOutcome, { ok: true }>> {
  const fault = faultOf(given);
  if (fault) return refused('input_invalid', { field: fault });
  const account = await findEndingAccount({ ctx, tx, tenantId: staff.tenantId }, given.account);
  if (!account) return refused('not_found', { field: 'account' });
  const object = `account:${account.id}`;
  const whose = { memberAccountIds: [account.id], holderIds: [] };
  const isLeft = given.stopSchedules !== true && (await countActive(tx, staff.tenantId, whose)) > 0;
  // Money held by a schedule becomes available when the schedule ends.
  const refusal = refuseClosing(given.stopSchedules === true ? { ...account, held: 0n } : account);
  if (refusal) return refusal;
  if (isLeft) return refused('schedules_open', { field: 'account', object });
  const { net } = await readAccrued(tx, staff.tenantId, account.id, ctx.clocks.business.now());
  if (account.balance < 0n || account.balance + net <= 0n)
    return refused('nothing_to_do', { field: 'account', object });
  return { account, object };
}

/** Closes an account with a balance, with a second approval: pays the money out and ends account and cards. */
export const closeAndPayCommand = deskCommand({
  name: 'close-and-pay',
  title: 'Close an account and pay it out',
  summary: 'Close an account and pay what is on it to a bank account, or with --to-account to another of its holder',
  permission: 'act',
  done: (row) => ({
    words: `Account ${inGroups(row.account)} is closed, and ${inDollars(row.amount)} is paid out.`,
    reference: row.receipt,
  }),
  input,
  answer: z.object({ account: z.string(), amount: z.string(), receipt: z.string() }),
  async check(call: DeskCallInTransaction<Input>) {
    const judged = await judge(call.tx, call);
    if (!('account' in judged)) return judged;
    const refusal = await refuseWay(call, judged.account, call.input);
    return refusal ?? { ok: true, rows: [], object: judged.object };
  },
  async effect(call) {
    const { ctx, tx, staff, input: given } = call;
    const now = ctx.clocks.business.now();
    const account = await findEndingAccount({ ctx, tx, tenantId: staff.tenantId }, given.account);
    if (!account || account.is_closed) return [];
    const { net, interest, tax } = await readAccrued(tx, staff.tenantId, account.id, now);
    return [
      ...(await effectOnAccount(call, { id: account.id }, -account.balance)),
      ...(interest === 0n ? [] : [await effectOnBook(call, 'interest', -interest)]),
      ...(tax === 0n ? [] : [await effectOnBook(call, 'withholdingTax', tax)]),
      ...(await effectOfWay(call, given, account.balance + net)),
      ...(await effectOfClosing(call, account)),
    ];
  },
  async runAlone({ ctx, staff, input: given, key, requestId }: DeskCall<Input>): Promise<DeskOutcome> {
    const { tenantId } = staff;
    const { account: accountNumber, stopSchedules: isStopping, ...to } = given;
    const from = { tenantId, kind: closeAndPay, key, actor: 'desk', requestId };
    if (isStopping === true) {
      await ctx.database.transact(tenantId, async (tx) => {
        const judged = await judge(tx, { ctx, staff, input: given });
        if (!('account' in judged)) return;
        await stopSchedules({ ctx, tx, tenantId }, { memberAccountIds: [judged.account.id], holderIds: [] });
      });
    }
    const paid = await ctx.payments.submit({ ...from, input: { accountNumber, paidTo: to } });
    if (!paid.ok) return paid;
    return { ok: true, rows: [{ account: accountNumber, ...paid.value }] };
  },
});
