import * as z from 'zod';
import { toInstant } from '../../platform/database.ts';
import { toDollars } from '../../platform/money.ts';
import { deskCommand, type DeskCallInTransaction } from '../desk/public.ts';
import { listDebts } from './debt.store.ts';

/** What is owed, with the debit that left it. */
export const debtsCommand = deskCommand({
  name: 'debts',
  summary: 'List what accounts and former holders owe after a debit that could not be refused, the oldest first',
  permission: 'look',
  input: z.object({}),
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
  async run({ ctx, tx, staff }: DeskCallInTransaction<object>) {
    const { rowsShown } = ctx.config.desk;
    const found = await listDebts(tx, staff.tenantId, rowsShown + 1);
    const dollars = (cents: bigint) => toDollars(cents).toFixed(2);
    return {
      ok: true,
      rows: found.slice(0, rowsShown).map((debt) => ({
        account: debt.account_number,
        cause: debt.cause,
        reference: debt.reference,
        debited: dollars(debt.debited),
        owedAtFirst: dollars(debt.owed),
        owedNow: dollars(debt.left),
        isFormerHolder: debt.is_former_holder,
        since: toInstant(debt.made_at),
      })),
      hasMore: found.length > rowsShown,
    };
  },
});
