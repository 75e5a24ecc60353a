import { monthAt } from '../../platform/time/clock.ts';
import * as z from 'zod';
import { dollarsOf } from '../../platform/money.ts';
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
import { LOAD_TYPES } from './desk-load.store.ts';
import { loadKind, PAID_FROM } from './load.kind.ts';
import { findLoadedAccount } from './load.store.ts';

const input = z.object({
  account: accountNumber,
  amount: typedDollars,
  /** Every posting of the desk has a type; money that came to the bank is the usual one. */
  type: z.enum(LOAD_TYPES).default('received'),
});

/** Loads an account with money of the programme, with a second approval. */
export const loadCommand = deskCommand({
  name: 'load',
  title: 'Load',
  summary: "Load an account: received, from the programme's bank account, or goodwill, from its income; in dollars",
  permission: 'act',
  done: (row) => ({
    words: `${inDollars(row.amount)} is loaded onto account ${inGroups(row.account)}.`,
    reference: row.receipt,
    next: 'It can be spent straight away.',
  }),
  input,
  answer: z.object({ account: z.string(), amount: z.string(), receipt: z.string() }),
  async check({ ctx, tx, staff, input: { account, amount } }: DeskCallInTransaction<z.output<typeof input>>) {
    const found = await findLoadedAccount(tx, staff.tenantId, monthAt(ctx.clocks.business.now()), account);
    if (!found) return refused('not_found', { field: 'account' });
    const object = `account:${found.member_account_id}`;
    if (amount > found.maxBalance) return refused('outside_load_limits', { field: 'amount', object });
    return { ok: true, rows: [], object };
  },
  async effect(call) {
    const { ctx, tx, staff, input } = call;
    const { account, amount, type } = input;
    const found = await findLoadedAccount(tx, staff.tenantId, monthAt(ctx.clocks.business.now()), account);
    if (!found) return [];
    return [
      ...(await effectOnAccount(call, { number: account }, amount)),
      await effectOnBook(call, PAID_FROM[type], -amount),
    ];
  },
  async runAlone({ ctx, staff, input: { account, amount, type }, key, requestId }) {
    const loaded = await ctx.payments.submit({
      tenantId: staff.tenantId,
      kind: loadKind,
      key,
      // The actor is fixed, because a key is unique per actor and the request may be carried out by different people.
      actor: 'desk',
      requestId,
      input: { accountNumber: account, amount, type },
    });
    if (!loaded.ok) return loaded.error === 'not_found' ? refused('not_found', { field: 'account' }) : loaded;
    return { ok: true, rows: [{ account, amount: dollarsOf(amount), receipt: loaded.value.receiptNumber }] };
  },
});
