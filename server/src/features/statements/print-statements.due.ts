import { isPrintable, printedName } from '../../documents/pdf/embedded-font.ts';
import type { AppContext } from '../../compose/context.ts';
import type { QueuedJob } from '../../platform/due-work/job.ts';
import type { Queue } from '../../platform/due-work/queue.ts';
import { addressOf, readPrinted } from './print-statements.store.ts';

/** `copy` distinguishes a resent statement from the one sent on issue. */
export type PrintedStatement = { readonly statement: string; readonly copy?: string };

/** Ids of statements to be printed and mailed. */
export const STATEMENTS_TO_PRINT: Queue<PrintedStatement> = { name: 'statements.print', clock: 'security' };

/** Sends statements on paper to the printer, as they were issued. */
export const printStatements: QueuedJob<AppContext, PrintedStatement> = {
  queue: STATEMENTS_TO_PRINT,
  atOnce: 5,
  async outside(ctx, { tenantId, payload }) {
    const printed = await ctx.database.read(tenantId, (tx) => readPrinted(tx, tenantId, payload.statement));
    const lines = printed && addressOf(printed);
    if (!printed || !lines) return async () => ({ giveUp: 'no_address' });
    const name = await printedName(printed.holder_name, printed.name_on_card);
    if (name === undefined) return async () => ({ giveUp: 'name_not_printable' });
    if (!(await isPrintable(lines.join(' ')))) return async () => ({ giveUp: 'address_not_printable' });
    const address = [name, ...lines];
    const { statement, copy } = payload;
    const reference = copy === undefined ? `statement-${statement}` : `statement-${statement}-${copy}`;
    const outcome = await ctx.outside.printer.print({ reference, kind: 'statement', address, pdf: printed.body });
    if (outcome.kind === 'refused') return async () => ({ giveUp: outcome.code });
    if (outcome.kind !== 'done') throw new Error(`a statement was not printed: ${outcome.kind}`);
    return async () => 'done';
  },
};
