import type { AppContext } from '../../../compose/context.ts';
import { monthAt } from '../../../platform/time/clock.ts';
import type { RecurringJob } from '../../../platform/due-work/job.ts';
import { isDatabaseAway } from '../../../platform/database/database-fault.ts';
import type { Tx } from '../../../platform/database/database.ts';
import { notifyHolder } from '../../messages/public.ts';
import { monthAfter } from '../replace/new-number.ts';
import { renewal } from './renewal.kind.ts';
import { type ExpiringCard, listExpiring } from './renewal.store.ts';

/**
 * Months before the expiry in which a card is renewed, so that the new one arrives before the old one ends: a card
 * works to the end of the month that it names.
 */
const MONTHS_BEFORE = 1;

/** Renews reloadable cards that are about to expire, and notifies once everybody whose card expires. */
export const renewCards: RecurringJob<AppContext> = {
  name: 'cards.renew',
  clock: 'business',
  scope: 'tenant',
  when: { dailyAt: ['01:15'] },
  atOnce: 50,
  async outside(ctx, { tenantId, plannedAt, atOnce, signal }) {
    const first = monthAt(plannedAt);
    const months = { first, last: monthAfter(first, MONTHS_BEFORE) };
    let after = 0n;
    for (;;) {
      const from = after;
      const cards = await ctx.database.read(tenantId, (tx) => listExpiring(tx, tenantId, months, from, atOnce));
      for (const card of cards) {
        if (signal.aborted) break;
        const isRenewed = card.is_reloadable && (await renew(ctx, tenantId, card));
        if (isRenewed !== undefined)
          await ctx.database.transact(tenantId, (tx) => notify(ctx, tx, tenantId, card, isRenewed));
        after = card.id;
      }
      if (signal.aborted || cards.length < atOnce) return async () => 'done';
    }
  },
};

async function renew(ctx: AppContext, tenantId: number, card: ExpiringCard): Promise<boolean | undefined> {
  const key = `renew:${card.id}`;
  try {
    const renewed = await ctx.payments.submit({
      tenantId,
      kind: renewal,
      key,
      actor: 'due',
      requestId: key,
      // A renewal that is refused today may succeed on another day of the card's last two months.
      isRetryable: true,
      input: { cardId: card.id },
    });
    return renewed.ok;
  } catch (error) {
    if (isDatabaseAway(error)) throw error;
    // The other cards continue, and the next day retries this one.
    ctx.log.error({ card: String(card.id), err: error }, 'a card could not be renewed');
    return undefined;
  }
}

async function notify(
  ctx: AppContext,
  tx: Tx,
  tenantId: number,
  card: ExpiringCard,
  isRenewed: boolean,
): Promise<void> {
  const [year, month] = card.expiry.split('-');
  await notifyHolder(tx, ctx, {
    tenantId,
    brandId: card.brand_id,
    holderId: card.holder_id,
    template: isRenewed ? 'cardRenewed' : 'cardExpires',
    params: { ending: card.last4, month: `${month}/${year}` },
    // Both messages are sent for a card that is renewed after all.
    dedupKey: `${isRenewed ? 'card-renewed' : 'card-expires'}:${card.id}`,
    everyContact: false,
  });
}
