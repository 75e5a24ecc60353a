import * as z from 'zod';
import {
  accountNumber,
  bankAccountNumber,
  bsbNumber,
  type DeskCallInTransaction,
  deskCommand,
  effectOnAccount,
  inDollars,
  inGroups,
  nameOf,
  refused,
} from '../desk/public.ts';
import { effectOfWay } from './ending-effects.ts';
import { moneyWaitsFor } from './close.ts';
import { findEndingAccount } from './ending.store.ts';
import { refuseWay } from './paid-to.ts';
import { payOut } from './pay-out.kind.ts';

const input = z.object({
  account: accountNumber,
  bsb: bsbNumber,
  to: bankAccountNumber,
  name: nameOf(1, 32),
});

/** Pays out the whole balance of an account with expired cards, or of an estate, with a second approval. */
export const payOutCommand = deskCommand({
  name: 'pay-out',
  title: 'Pay out an account',
  summary: 'Pay everything on an account without a card that works, or of somebody who has died, to a bank account',
  permission: 'act',
  done: (row) => ({
    words: `${inDollars(row.amount)} of account ${inGroups(row.account)} is paid out.`,
    reference: row.receipt,
  }),
  input,
  answer: z.object({ account: z.string(), amount: z.string(), receipt: z.string() }),
  async check(call: DeskCallInTransaction<z.output<typeof input>>) {
    const {
      ctx,
      tx,
      staff,
      input: { account },
    } = call;
    const found = await findEndingAccount({ ctx, tx, tenantId: staff.tenantId }, account);
    if (!found || found.is_closed) return refused('not_found', { field: 'account' });
    const about = { field: 'account', object: `account:${found.id}` };
    if (!found.has_died && found.has_card_in_use) return refused('not_expired', about);
    const waits = moneyWaitsFor(found);
    if (waits) return refused(waits, about);
    if (found.balance <= 0n) return refused('nothing_to_do', about);
    return (await refuseWay(call, found, call.input)) ?? { ok: true, rows: [], object: about.object };
  },
  async effect(call) {
    const { ctx, tx, staff, input } = call;
    const found = await findEndingAccount({ ctx, tx, tenantId: staff.tenantId }, input.account);
    if (!found || found.is_closed || found.balance <= 0n) return [];
    return [
      ...(await effectOnAccount(call, { id: found.id }, -found.balance)),
      ...(await effectOfWay(call, { bsb: input.bsb, to: input.to, name: input.name }, found.balance)),
    ];
  },
  async runAlone({ ctx, staff, input: { account, bsb, to, name }, key, requestId }) {
    const paid = await ctx.payments.submit({
      tenantId: staff.tenantId,
      kind: payOut,
      key,
      // The actor is fixed, because a key is unique per actor and the request may be carried out by different people.
      actor: 'desk',
      requestId,
      input: { accountNumber: account, bsb, to, name },
    });
    if (!paid.ok) return paid.error === 'not_found' ? refused('not_found', { field: 'account' }) : paid;
    const { amount, receiptNumber } = paid.value;
    return { ok: true, rows: [{ account, amount, receipt: receiptNumber }] };
  },
});
