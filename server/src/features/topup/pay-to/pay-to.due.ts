import type { AppContext } from '../../../compose/context.ts';
import { askingJob } from '../../../outside/recorded-call.ts';
import { type Job, nothingToSettle, type RecurringJob } from '../../../platform/due-work/job.ts';
import { dayAt } from '../../../platform/time/clock.ts';
import { fireRetries, watchBalances } from '../../balance-watch/public.ts';
import { listToCall } from './agreement-debit.store.ts';
import { listToAsk, listToLook } from './agreement.store.ts';
import { agreementCall, askForAgreement } from './ask-agreement.ts';
import { askAboutDebit, callForDebit, creditPaidDebit } from './debit-by-agreement.ts';
import { followAgreement } from './follow-agreement.ts';
import { listDuePayTo, saveJudged } from './pay-to-topup.store.ts';

const HOUR_MS = 3_600_000;
/** Hour in Melbourne from which a debit is tried again: wages of the night have arrived by then. */
const AGAIN_FROM_HOUR = 9;

/** One round: debits that have fired, agreements to ask for or about, and those that are judged again today. */
export async function runPayTo(
  ctx: AppContext,
  tenantId: number,
  { atOnce, signal }: { readonly atOnce: number; readonly signal?: AbortSignal },
): Promise<void> {
  const now = ctx.clocks.business.now();
  let after: bigint | undefined = 0n;
  while (after !== undefined && !signal?.aborted) after = await judgeSome(ctx, tenantId, { after, most: atOnce });
  const work = await ctx.database.transact(tenantId, async (tx) => ({
    debits: await listToCall(tx, tenantId, atOnce),
    toAsk: await listToAsk(tx, tenantId, atOnce),
    toLook: await listToLook(tx, tenantId, now, atOnce),
  }));
  const steps = [
    ...work.debits.map((id) => () => callForDebit(ctx, tenantId, id)),
    ...work.toAsk.map((id) => () => askForAgreement(ctx, tenantId, id)),
    ...work.toLook.map((id) => () => followAgreement(ctx, tenantId, id)),
  ];
  for (const step of steps) {
    if (signal?.aborted) return;
    await step();
  }
}

/** Fires a batch of those that are judged again today, where less than the trigger is left. Returns the last one. */
function judgeSome(
  ctx: AppContext,
  tenantId: number,
  { after, most }: { readonly after: bigint; readonly most: number },
): Promise<bigint | undefined> {
  const now = ctx.clocks.business.now();
  return ctx.database.transact(tenantId, async (tx) => {
    const day = dayAt(now - AGAIN_FROM_HOUR * HOUR_MS);
    const due = await listDuePayTo(tx, tenantId, day, { after, most });
    const accounts = due.map(({ member_account_id: account }) => account);
    fireRetries(tx, tenantId, accounts, now);
    watchBalances(tx, tenantId, accounts, now);
    saveJudged(
      tx,
      tenantId,
      due.map(({ id }) => id),
    );
    return due.length < most ? undefined : due.at(-1)?.id;
  });
}

const runPayToJob: RecurringJob<AppContext> = {
  name: 'topup.pay-to',
  clock: 'business',
  scope: 'tenant',
  when: { everyMs: 5_000 },
  atOnce: 50,
  async outside(ctx, { tenantId, atOnce, signal }) {
    await runPayTo(ctx, tenantId, { atOnce, signal });
    return nothingToSettle;
  },
};

/** Due work of automatic top-ups by PayTo agreement. */
export const payToJobs: readonly Job<AppContext>[] = [
  runPayToJob,
  askingJob(agreementCall),
  askAboutDebit,
  creditPaidDebit,
];
