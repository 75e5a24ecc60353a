import type { AppContext } from '../../../compose/context.ts';
import { audit } from '../../../platform/sealed-log/audit.ts';
import { dayAt } from '../../../platform/time/clock.ts';
import { fireRetries } from '../../balance-watch/public.ts';
import {
  listDueRetries,
  lockLapsed,
  saveEnd,
  listPendingNotices,
  saveNotified,
  type TopupToNotify,
} from './auto-topup.store.ts';
import { creditDebit } from './credit-debit.kind.ts';
import { listDueCredits } from './direct-debit.store.ts';
import { money } from '@wattle/contract/rules/amounts.ts';
import { toDollars } from '../../../platform/money.ts';
import { productTexts } from '../../../platform/text/texts.ts';
import { notifyEach, type NoticeOf } from '../../messages/public.ts';
import { nothingToSettle, type RecurringJob } from '../../../platform/due-work/job.ts';

/** Notifies holders once of each event of their automatic top-ups. */
async function notifyAutoTopups(ctx: AppContext, tenantId: number, atOnce: number): Promise<void> {
  await notifyEach(ctx, tenantId, {
    list: (tx) => listPendingNotices(tx, tenantId, atOnce),
    noticeOf,
    save: (tx, one) => saveNotified(tx, tenantId, one),
  });
}

const noticeOf: NoticeOf<TopupToNotify> = (one) => ({
  template: 'autoTopup',
  params: (language) => {
    const words = productTexts(language, 'topup')[`auto.news.${one.pending}`] ?? '';
    return { reason: words.replace('{{amount}}', money(toDollars(one.amount), language)) };
  },
  dedupKey: `autoTopup:${one.id}:${one.pending}:${one.referred}:${one.accepted_at}`,
});

/** One round: expired codes, retries, credits due today, and notices. */
export async function runAutoTopups(
  ctx: AppContext,
  tenantId: number,
  { atOnce, signal }: { readonly atOnce: number; readonly signal?: AbortSignal },
): Promise<void> {
  const now = ctx.clocks.business.now();
  const today = dayAt(now);
  await ctx.database.transact(tenantId, async (tx) => {
    for (const { id, member_account_id: account } of await lockLapsed(tx, tenantId, today, atOnce)) {
      saveEnd(tx, tenantId, id, 'time', 'lapsed');
      ctx.live.publishChanged(tx, tenantId, account);
      const line = { tenantId, actor: 'system', action: 'autoTopup.lapsed', object: `account:${account}` };
      audit(tx, ctx.clocks, { ...line, outcome: 'ok' });
    }
  });
  let after: bigint | undefined = 0n;
  while (after !== undefined && !signal?.aborted) after = await retrySome(ctx, tenantId, { after, most: atOnce });
  for (const debitId of await ctx.database.read(tenantId, (tx) => listDueCredits(tx, tenantId, today, atOnce))) {
    if (signal?.aborted) return;
    const submitted = { tenantId, kind: creditDebit, actor: 'system', input: { debitId } };
    await ctx.payments.submit({ ...submitted, key: `debit:${debitId}`, retryIfRefused: true });
  }
  await notifyAutoTopups(ctx, tenantId, atOnce);
}

/** Retries a batch of due debits. Those that cannot fire yet do not hold up others. Returns the last one. */
function retrySome(
  ctx: AppContext,
  tenantId: number,
  { after, most }: { readonly after: bigint; readonly most: number },
): Promise<bigint | undefined> {
  const now = ctx.clocks.business.now();
  return ctx.database.transact(tenantId, async (tx) => {
    const due = await listDueRetries(tx, tenantId, dayAt(now), { after, most });
    const accounts = due.map(({ member_account_id: account }) => account);
    fireRetries(tx, tenantId, accounts, now);
    return due.length < most ? undefined : due.at(-1)?.id;
  });
}

const EVERY_MS = 30_000;

/** Runs due steps of automatic top-ups by the business clock. */
export const runAutoTopupsJob: RecurringJob<AppContext> = {
  name: 'topup.auto',
  clock: 'business',
  scope: 'tenant',
  when: { everyMs: EVERY_MS },
  atOnce: 200,
  async outside(ctx, { tenantId, atOnce, signal }) {
    await runAutoTopups(ctx, tenantId, { atOnce, signal });
    return nothingToSettle;
  },
};
