import * as z from 'zod';
import { accountNumber, type DeskCallInTransaction, deskCommand, inDays, inGroups, refused } from '../desk/public.ts';
import { STATEMENTS_TO_PRINT } from './print-statements.due.ts';
import { addressOf, findIssued, readPrinted } from './print-statements.store.ts';

const input = z.object({ account: accountNumber, until: z.iso.date() });

/** Sends an issued statement to the printer again, for the current address. */
export const sendStatementCommand = deskCommand({
  name: 'send-statement',
  title: 'Send a statement on paper',
  summary: 'Send a statement on paper again: the account, and the last day of the statement',
  permission: 'act',
  done: (row) => ({
    words: `The statement of account ${inGroups(row.account)} to ${inDays(row.until)} goes to the printer.`,
  }),
  input,
  answer: z.object({ account: z.string(), until: z.string(), sent: z.string() }),
  async run({ ctx, tx, staff, input: { account, until }, key }: DeskCallInTransaction<z.output<typeof input>>) {
    const { tenantId } = staff;
    const issued = await findIssued(tx, tenantId, account, until);
    if (!issued) return refused('not_found', { field: 'account' });
    if (issued.id === null)
      return refused('not_found', { field: 'until', object: `account:${issued.member_account_id}` });
    const object = `statement:${issued.id}`;
    const printed = await readPrinted(tx, tenantId, issued.id);
    if (!printed || !addressOf(printed)) return refused('no_address', { field: 'account', object });
    await ctx.dueWork.enqueue(tx, STATEMENTS_TO_PRINT, {
      tenantId,
      key: `${issued.id}:${key}`,
      dueAt: ctx.clocks.security.now(),
      payload: { statement: issued.id, copy: key },
    });
    return { ok: true, rows: [{ account, until, sent: 'paper' }], object };
  },
});
