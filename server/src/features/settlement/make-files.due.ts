import type { AppContext } from '../../context.ts';
import type { RecurringJob } from '../../platform/due-work/job.ts';
import { fileMethods } from './files/file-methods.ts';
import { makeFiles } from './files/make-files.ts';

const EVERY_MS = 60_000;

/**
 * Makes the files of a past cut-off. It polls every minute, so that a file missed during an outage is made afterwards.
 */
export const makeBankFiles: RecurringJob<AppContext> = {
  name: 'settlement.make',
  clock: 'business',
  scope: 'tenant',
  when: { everyMs: EVERY_MS },
  atOnce: 1,
  async inTransaction(ctx, tx, { tenantId }) {
    for (const method of fileMethods(ctx)) await makeFiles(ctx, tx, tenantId, method);
    return 'done';
  },
};
