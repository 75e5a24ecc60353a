import type { AppContext } from '../../context.ts';
import { bankSenderOf } from '../programme/public.ts';
import { carryOutLines } from './answers/carry-out-lines.ts';
import { acceptFile, readAnswers } from './answers/read-answers.ts';
import { tellReturned } from './answers/tell-returned.ts';
import { sendBackDeposits } from './deposits/send-back.ts';
import { sendFiles } from './files/send-files.ts';
import { listToAccept } from './restored/bank-has.store.ts';
import { noteTrouble } from './trouble/note-trouble.ts';

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
  await tellReturned(ctx, tenantId);
  // An aborted round has not checked everything.
  if (!signal?.aborted) await noteTrouble(ctx, tenantId, [...notSent, ...notRead]);
}
