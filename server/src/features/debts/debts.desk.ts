import * as z from 'zod';
import { toInstant } from '../../platform/database/database.ts';
import { toDollars } from '../../platform/money.ts';
import { deskCommand, pageInput, pageOf } from '../desk/public.ts';
import { listDebts } from './debt.store.ts';

/** Lists open debts, each with the debit that caused it. */
export const debtsCommand = deskCommand({
  name: 'debts',
  title: 'Debts by age',
  summary: 'List what accounts and former holders owe after a debit that could not be refused, the oldest first',
  permission: 'look',
  input: z.object(pageInput),
  answer: z.object({
    account: z.string(),
    cause: z.string(),
    reference: z.string(),
    debited: z.string(),
    owedAtFirst: z.string(),
    owedNow: z.string(),
    isFormerHolder: z.boolean(),
    since: z.string(),
  }),
  async run({ ctx, tx, staff, input }) {
    const { shown, hasMore } = await pageOf(ctx, input, (most) => listDebts(tx, staff.tenantId, most));
    const dollars = (cents: bigint) => toDollars(cents).toFixed(2);
    return {
      ok: true,
      rows: shown.map((debt) => ({
        account: debt.account_number,
        cause: debt.cause,
        reference: debt.reference,
        debited: dollars(debt.debited),
        owedAtFirst: dollars(debt.owed),
        owedNow: dollars(debt.left),
        isFormerHolder: debt.is_former_holder,
        since: toInstant(debt.made_at),
      })),
      hasMore,
    };
  },
});
