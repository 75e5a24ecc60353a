import * as z from 'zod';
import { toInstant } from '../../platform/database/database.ts';
import { dollarsOf } from '../../platform/money.ts';
import { deskCommand, type DeskCallInTransaction, pageInput, pageOf } from '../desk/public.ts';
import { readAccrued } from '../interest/public.ts';
import { waitsFor } from './close.ts';
import { listClosures } from './ending.store.ts';

/** Lists accounts with a closure request and their obstacles. */
export const closuresCommand = deskCommand({
  name: 'closures',
  title: 'Accounts to close',
  summary: 'List accounts whose owner asked to close them, the oldest first, and what they wait for',
  permission: 'look',
  input: z.object(pageInput),
  answer: z.object({
    account: z.string(),
    person: z.string(),
    name: z.string(),
    asked: z.string(),
    balance: z.string(),
    /** Accrued in this month, less tax; paid out with the balance. */
    interest: z.string(),
    held: z.string(),
    waitsFor: z.string(),
    next: z.string(),
  }),
  async run({ ctx, tx, staff, input }: DeskCallInTransaction<{ readonly page: number }>) {
    const { shown, hasMore } = await pageOf(ctx, input, (most) =>
      listClosures({ ctx, tx, tenantId: staff.tenantId }, most),
    );
    const now = ctx.clocks.business.now();
    const rows = [];
    for (const account of shown) {
      const waits = waitsFor(account);
      const { net } = await readAccrued(tx, staff.tenantId, account.id, now);
      const isPaid = account.balance + net > 0n;
      const next = account.balance < 0n ? 'debts' : isPaid ? 'close-and-pay' : 'close-account';
      rows.push({
        account: account.account_number,
        person: account.holder_id === null ? '' : `holder:${account.holder_id}`,
        name: account.holder_name,
        asked: toInstant(account.closure_asked_at ?? ''),
        balance: dollarsOf(account.balance),
        interest: dollarsOf(net),
        held: dollarsOf(account.held),
        waitsFor: waits ?? '',
        next: waits === undefined ? next : '',
      });
    }
    return { ok: true, rows, hasMore };
  },
});
