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
import { chargeFee } from './charge-fee.ts';
import { findFeeAccount } from './fee.store.ts';
import { FEE_NAMES } from './fee-words.ts';

const input = z.object({
  account: accountNumber,
  fee: z.enum(FEE_NAMES),
  amount: typedDollars,
});

/** Charges a fee to an account, with a second approval. */
export const chargeFeeCommand = deskCommand({
  name: 'charge-fee',
  title: 'Charge a fee',
  summary: `Charge a fee to an account: ${FEE_NAMES.join(', ')}; the amount in dollars`,
  permission: 'act',
  done: (row) => ({
    words: `A fee of ${inDollars(row.amount)} is charged to account ${inGroups(row.account)}.`,
    reference: row.receipt,
  }),
  input,
  answer: z.object({ account: z.string(), fee: z.string(), amount: z.string(), receipt: z.string() }),
  async check({ tx, staff, input: { account } }: DeskCallInTransaction<z.output<typeof input>>) {
    const payer = await findFeeAccount(tx, staff.tenantId, account);
    if (!payer) return refused('not_found', { field: 'account' });
    return { ok: true, rows: [], object: `account:${payer.member_account_id}` };
  },
  async effect(call) {
    const { account, amount } = call.input;
    const onAccount = await effectOnAccount(call, { number: account }, -amount);
    return onAccount.length === 0 ? [] : [...onAccount, await effectOnBook(call, 'fees', amount)];
  },
  async runAlone({ ctx, staff, input: { account, fee, amount }, key, requestId }) {
    const charged = await chargeFee(ctx, {
      tenantId: staff.tenantId,
      // The actor is fixed, because a key is unique per actor and the request may be carried out by different people.
      actor: 'desk',
      key,
      requestId,
      accountNumber: account,
      name: fee,
      amount,
    });
    if (!charged.ok) return charged.error === 'not_found' ? refused('not_found', { field: 'account' }) : charged;
    return { ok: true, rows: [{ account, fee, amount: dollarsOf(amount), receipt: charged.value.receiptNumber }] };
  },
});
