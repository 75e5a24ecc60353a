import { beginUpgrade } from '@wattle/contract/cards/upgrade/begin-upgrade.ts';
import { err, ok } from '@wattle/contract/errors.ts';
import { handle } from '../../../http/handle.ts';
import { dayAt } from '../../../platform/clock.ts';
import { openSession } from '../../access/public.ts';
import { findBrandById } from '../../brands/public.ts';
import { findActivationOfCard } from '../activation.store.ts';
import { refuseCard } from '../admit-step.ts';
import { beginUpgradeOf, readFunds } from './upgrade.store.ts';

/** From a card alone to the set-up of its upgrade, which has a session of its own. */
export const beginUpgradeRoute = handle(beginUpgrade, async ({ session, tx, ctx, request }) => {
  const { tenantId, brandId, cardId } = session;
  const brand = await findBrandById(ctx, brandId);
  if (cardId === null || !brand) throw new Error('a card session without a card or brand');
  const now = ctx.clocks.business.now();
  await beginUpgradeOf(tx, { tenantId, brandId, cardId, nowMs: ctx.clocks.security.now() });
  const row = await findActivationOfCard(tx, tenantId, cardId, dayAt(now));
  // Without a product to become there is no row.
  if (!row || refuseCard(row, now) !== null) return err('card_problem');
  const { available, fee } = await readFunds(tx, row);
  if (available < fee) return err('fee_not_covered');
  return ok(
    await openSession(tx, {
      ctx,
      brand,
      request,
      scope: 'verifyactivation',
      owner: { cardId, webAccountId: null, holderId: null },
      actor: `card:${cardId}`,
    }),
  );
});
