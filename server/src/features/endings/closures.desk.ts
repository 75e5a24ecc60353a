import * as z from 'zod';
import { monthAt } from '../../platform/clock.ts';
import { toInstant } from '../../platform/database.ts';
import { dollarsOf } from '../../platform/money.ts';
import { deskCommand, type DeskCallInTransaction } from '../desk/public.ts';
import { waitsFor } from './close.ts';
import { listClosures } from './ending.store.ts';

/** Accounts that their owners want closed, and what each of them waits for. */
export const closuresCommand = deskCommand({
  name: 'closures',
  summary: 'List accounts whose owner asked to close them, the oldest first, and what they wait for',
  permission: 'look',
  input: z.object({}),
  answer: z.object({
    account: z.string(),
    person: z.string(),
    asked: z.string(),
    balance: z.string(),
    held: z.string(),
    waitsFor: z.string(),
    next: z.string(),
  }),
  async run({ ctx, tx, staff }: DeskCallInTransaction<object>) {
    const { rowsShown } = ctx.config.desk;
    const found = await listClosures(tx, staff.tenantId, monthAt(ctx.clocks.business.now()), rowsShown + 1);
    const rows = found.slice(0, rowsShown).map((account) => {
      const waits = waitsFor(account);
      const next = account.balance > 0n ? 'close-and-pay' : account.balance < 0n ? 'debts' : 'close-account';
      return {
        account: account.account_number,
        person: account.holder_id === null ? '' : `holder:${account.holder_id}`,
        asked: toInstant(account.closure_asked_at ?? ''),
        balance: dollarsOf(account.balance),
        held: dollarsOf(account.held),
        waitsFor: waits ?? '',
        next: waits === undefined ? next : '',
      };
    });
    return { ok: true, rows, hasMore: found.length > rowsShown };
  },
});
