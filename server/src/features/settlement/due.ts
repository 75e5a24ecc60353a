import type { AppContext } from '../../compose/context.ts';
import { nothingToSettle, type Job, type RecurringJob } from '../../platform/due-work/job.ts';
import { searchJob } from '../desk/public.ts';
import { bankSenderOf } from '../programme/public.ts';
import { callJobs } from './calls/pay-by-call.ts';
import { carryOutLines } from './answers/carry-out-lines.ts';
import { acceptFile, readAnswers } from './answers/read-answers.ts';
import { notifyReturned } from './answers/notify-returned.ts';
import { sendBackDeposits } from './deposits/send-back.ts';
import { sendFiles } from './files/send-files.ts';
import { listToAccept } from './restored/bank-has.store.ts';
import { noteTrouble } from './trouble/note-trouble.ts';
import { fileTypes } from './files/file-methods.ts';
import { incomingJobs } from './incoming/read-movements.due.ts';
import { makeFiles } from './files/make-files.ts';
import { PAYMENT_SEARCH } from './payments/payment-search.store.ts';

const FILES_EVERY_MS = 60_000;

/**
 * Makes the files of a past cut-off. It polls every minute, so that a file missed during an outage is made afterwards.
 */
const makeBankFiles: RecurringJob<AppContext> = {
  name: 'settlement.make',
  clock: 'business',
  scope: 'tenant',
  when: { everyMs: FILES_EVERY_MS },
  atOnce: 1,
  async inTransaction(ctx, tx, { tenantId }) {
    for (const method of fileTypes(ctx)) await makeFiles(ctx, tx, tenantId, method);
    return 'done';
  },
};

type Options = { readonly atOnce: number; readonly signal?: AbortSignal };

/** One exchange with the bank. Each step commits separately and can be repeated. */
export async function exchangeFiles(ctx: AppContext, tenantId: number, { atOnce, signal }: Options): Promise<void> {
  if (!bankSenderOf(ctx, tenantId)) return;
  const notSent = await sendFiles(ctx, tenantId, signal);
  const taken = await ctx.database.read(tenantId, (tx) => listToAccept(tx, tenantId));
  for (const name of taken) await acceptFile(ctx, tenantId, name);
  const notRead = await readAnswers(ctx, tenantId, signal);
  while (await carryOutLines(ctx, tenantId, atOnce, signal));
  await sendBackDeposits(ctx, tenantId, { atOnce, signal });
  await notifyReturned(ctx, tenantId);
  // An aborted round has not checked everything.
  if (!signal?.aborted) await noteTrouble(ctx, tenantId, [...notSent, ...notRead]);
}

const EXCHANGE_EVERY_MS = 30_000;

/** Sends files to the bank, and reads and processes its answers. */
export const exchangeBankFiles: RecurringJob<AppContext> = {
  name: 'settlement.exchange',
  clock: 'business',
  scope: 'tenant',
  when: { everyMs: EXCHANGE_EVERY_MS },
  atOnce: 200,
  async outside(ctx, { tenantId, atOnce, signal }) {
    await exchangeFiles(ctx, tenantId, { atOnce, signal });
    return nothingToSettle;
  },
};

/** The work of this feature that falls due. */
export const settlementJobs: readonly Job<AppContext>[] = [
  makeBankFiles,
  exchangeBankFiles,
  searchJob('settlement.search', PAYMENT_SEARCH),
  ...callJobs,
  ...incomingJobs,
];
