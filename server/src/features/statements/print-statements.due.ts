import type { AppContext } from '../../context.ts';
import type { QueuedJob } from '../../platform/due-work/job.ts';
import type { Queue } from '../../platform/due-work/queue.ts';
import { envelopeOf, readPrinted } from './print-statements.store.ts';

/** `copy` tells a statement that is sent again from the one that was sent when it was issued. */
export type PrintedStatement = { readonly statement: string; readonly copy?: string };

/** Statements that are to be printed and mailed, by their ids. */
export const STATEMENTS_TO_PRINT: Queue<PrintedStatement> = { name: 'statements.print', clock: 'security' };

/** Sends the statements of those who want them on paper to the printer, as they were issued. */
export const printStatements: QueuedJob<AppContext, PrintedStatement> = {
  queue: STATEMENTS_TO_PRINT,
  atOnce: 5,
  async outside(ctx, { tenantId, payload }) {
    const printed = await ctx.database.read(tenantId, (tx) => readPrinted(tx, tenantId, payload.statement));
    const address = printed && envelopeOf(printed);
    if (!printed || !address) return async () => ({ giveUp: 'no_address' });
    const { statement, copy } = payload;
    const reference = copy === undefined ? `statement-${statement}` : `statement-${statement}-${copy}`;
    const outcome = await ctx.outside.printer.print({ reference, kind: 'statement', address, pdf: printed.body });
    if (outcome.kind === 'refused') return async () => ({ giveUp: outcome.code });
    if (outcome.kind !== 'done') throw new Error(`a statement was not printed: ${outcome.kind}`);
    return async () => 'done';
  },
};
