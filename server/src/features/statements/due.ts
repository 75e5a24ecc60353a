import type { AppContext } from '../../context.ts';
import type { Job } from '../../platform/due-work/job.ts';
import { makeStatementParts } from './make-parts.due.ts';
import { printStatements } from './print-statements.due.ts';
import { makeStatements } from './make-statements.due.ts';

/** The work of this feature that falls due. */
export const statementsJobs: readonly Job<AppContext>[] = [makeStatements, makeStatementParts, printStatements];
