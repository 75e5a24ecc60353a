import * as z from 'zod';
import {
  accountNumber,
  type DeskCallInTransaction,
  deskCommand,
  effectOn,
  effectOnAccount,
  effectOnBook,
  inDollars,
  inGroups,
  refused,
  typedDollars,
  wholeNumber,
} from '../../desk/public.ts';
import { type ChargedFee, findChargedFee } from './charged-fee.store.ts';
import { feeRefund } from './fee-refund.kind.ts';

const input = z.object({
  account: accountNumber,
  /** Place of the fee among the posted rows of the account. */
  sequence: wholeNumber(1, 999_999_999),
  amount: typedDollars.optional(),
});
type Call = DeskCallInTransaction<z.output<typeof input>>;

/** The person who was charged, so that their timeline has the refund. */
const objectOf = ({ holder_id, member_account_id }: ChargedFee) =>
  holder_id === null ? `account:${member_account_id}` : `holder:${holder_id}`;

async function judge({ tx, staff, input: given }: Pick<Call, 'tx' | 'staff' | 'input'>) {
  const fee = await findChargedFee(tx, staff.tenantId, given);
  if (!fee || fee.is_closed) return refused('not_found', { field: fee ? 'account' : 'sequence' });
  const object = objectOf(fee);
  if (fee.goes_back_otherwise) return refused('goes_back_otherwise', { field: 'sequence', object });
  const left = fee.cents - fee.refunded;
  if (left === 0n) return refused('nothing_to_do', { field: 'sequence', object });
  if ((given.amount ?? 0n) > left) return refused('input_invalid', { field: 'amount', object });
  return { ok: true, fee, left, amount: given.amount ?? left, object } as const;
}

/** Refunds a fee, or a part of it, with a second approval. */
export const refundFeeCommand = deskCommand({
  name: 'refund-fee',
  title: 'Refund a fee',
  summary:
    'Refund a fee: its account, and its sequence in account-transactions; what is left of it, or a part in dollars',
  permission: 'act',
  done: (row) => ({
    words: `${inDollars(row.amount)} of the fee “${row.fee}” is refunded to account ${inGroups(row.account)}.`,
    reference: row.receipt,
  }),
  input,
  answer: z.object({ account: z.string(), fee: z.string(), amount: z.string(), receipt: z.string() }),
  async check(call: Call) {
    const found = await judge(call);
    return found.ok ? { ok: true, rows: [], object: found.object } : found;
  },
  async effect(call: Call) {
    const found = await judge(call);
    if (!found.ok) return [];
    const { fee, left, amount } = found;
    return [
      effectOn(`${fee.words}, not refunded`, left, -amount),
      ...(await effectOnAccount(call, { id: fee.member_account_id }, amount)),
      await effectOnBook(call, 'fees', -amount),
    ];
  },
  async runAlone({ ctx, staff, input: given, key, requestId }) {
    const { tenantId } = staff;
    const fee = await ctx.database.read(tenantId, (tx) => findChargedFee(tx, tenantId, given));
    if (!fee) return refused('not_found', { field: 'sequence' });
    const object = objectOf(fee);
    const submitted = { tenantId, kind: feeRefund, key, actor: 'desk', requestId, retryIfRefused: true };
    const done = await ctx.payments.submit({ ...submitted, input: given });
    if (!done.ok) return refused('nothing_to_do', { field: 'sequence', object });
    const { amount, receiptNumber: receipt } = done.value;
    return { ok: true, rows: [{ account: given.account, fee: done.value.fee, amount, receipt }], object };
  },
});
