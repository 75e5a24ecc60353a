import { changeSpendLimit } from '@wattle/contract/cards/settings.ts';
import { err, ok } from '@wattle/contract/errors.ts';
import type { BodyOf } from '@wattle/contract/operation.ts';
import { handle } from '../../../http/handle.ts';
import { notifyCardChanged } from '../notify-card.ts';
import { isInUse, manageCard, type Managing } from '../manage-card.ts';
import { lockManagedCard, type ManagedCard, saveSpendLimit } from '../managed-card.store.ts';
import { isRaised, spendLimitsOf } from './spend-limits.domain.ts';

const PRODUCT_DEFAULT = -1;

/** Null: the product's own limit. */
function limitOf({ NewSpendLimit: dollars }: BodyOf<typeof changeSpendLimit>): bigint | null {
  return dollars === PRODUCT_DEFAULT ? null : BigInt(dollars * 100);
}

export const changeSpendLimitRoute = handle(
  changeSpendLimit,
  ({ body, ...managing }) =>
    manageCard(managing, 'card.spend_limit_changed', body.Card, async (card) => {
      const { settings } = card;
      if (!settings.purchaseLimits || !card.is_primary || !isInUse(card)) return err('card_problem');
      const limit = limitOf(body);
      if (limit !== null && limit > settings.spendLimitMax) return err('limit_above_maximum', 'NewSpendLimit');
      if (limit !== null && !spendLimitsOf(settings).includes(Number(limit))) {
        return err('required_field', 'NewSpendLimit');
      }
      const isChanged = card.spend_limit !== limit;
      if (isChanged) await saveSpendLimit(managing.tx, card, limit);
      await notifyIfRaised(managing, card, limit);
      return ok({ value: { IsSuccessful: true as const }, isChanged, details: { dollars: body.NewSpendLimit } });
    }),
  {
    async needsProof({ body, session, tx }) {
      const card = await lockManagedCard(tx, session, body.Card);
      return card !== undefined && isRaised(inForce(card, card.spend_limit), inForce(card, limitOf(body)));
    },
  },
);

/** A card without its own limit has the limit of the product. A product without a limit restricts nothing. */
function inForce({ settings }: ManagedCard, own: bigint | null): bigint | null {
  return own ?? (settings.spendLimit === null ? null : BigInt(settings.spendLimit));
}

async function notifyIfRaised({ tx, ctx, request }: Managing, card: ManagedCard, limit: bigint | null): Promise<void> {
  const after = inForce(card, limit);
  if (!isRaised(inForce(card, card.spend_limit), after)) return;
  const notice = { tenantId: card.tenant_id, cardId: card.id, cause: request.id };
  if (after === null) await notifyCardChanged(tx, ctx, { ...notice, change: 'spendLimitRemoved' });
  else await notifyCardChanged(tx, ctx, { ...notice, change: 'spendLimitRaised', amount: after });
}
