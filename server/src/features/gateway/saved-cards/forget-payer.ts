import type { AppContext } from '../../../compose/context.ts';
import { nothingToSettle, type QueuedJob } from '../../../platform/due-work/job.ts';
import type { Queue } from '../../../platform/due-work/queue.ts';
import type { Tx } from '../../../platform/database/database.ts';
import { openGateway } from '../ask.ts';
import { payerOf } from '../payer.ts';
import { hasCards, savesCard } from './saved-card.store.ts';

type Payer = { readonly login: string };

const PAYERS: Queue<Payer> = { name: 'gateway.forget-payer', clock: 'security' };

/** A page that was opened for the payer before is closed by then. */
const AFTER_PAGES = 2;

/**
 * Queues that the gateway deletes what it keeps of a login that has no saved card any more, once each time that its
 * last one has gone.
 *
 * @param cause names that time
 */
export function forgetPayerLater(
  tx: Tx,
  { dueWork, clocks, config }: Pick<AppContext, 'dueWork' | 'clocks' | 'config'>,
  {
    tenantId,
    webAccountId,
    cause,
  }: { readonly tenantId: number; readonly webAccountId: bigint; readonly cause: string },
): Promise<boolean> {
  const login = String(webAccountId);
  const dueAt = clocks.security.now() + AFTER_PAGES * config.gateway.sessionMs;
  return dueWork.enqueue(tx, PAYERS, { tenantId, key: `${login}:${cause}`, dueAt, payload: { login } });
}

/** Has the gateway delete what it keeps of payers who have no saved card any more. */
export const forgetPayers: QueuedJob<AppContext, Payer> = {
  queue: PAYERS,
  atOnce: 10,
  async outside(ctx, { tenantId, plannedAt, payload: { login } }) {
    const owner = { tenantId, webAccountId: BigInt(login) };
    const { forgetPayer } = openGateway(ctx, tenantId);
    // A card was saved again, or is being forgotten, after which this is queued again.
    if (!forgetPayer || (await ctx.database.read(tenantId, (tx) => hasCards(tx, owner)))) return nothingToSettle;
    const isPaying = await ctx.database.read(tenantId, (tx) => savesCard(tx, owner));
    const payer = payerOf(ctx, tenantId, owner.webAccountId);
    const { kind } = isPaying ? ({ kind: 'unsent' } as const) : await forgetPayer(payer);
    const now = ctx.clocks.security.now();
    const { secondMs, thenMs, giveUpAfterMs } = ctx.config.outside.asking;
    return async () => {
      if (kind === 'done') return 'done';
      if (now - plannedAt >= giveUpAfterMs) return { giveUp: 'payer_kept' };
      return { againAt: now + (now - plannedAt < secondMs ? secondMs : thenMs) };
    };
  },
};
