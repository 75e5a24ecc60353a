import { changeSpendLimit } from '@wattle/contract/cards/settings/change-spend-limit.ts';
import { err, ok } from '@wattle/contract/errors.ts';
import { handle } from '../../../http/handle.ts';
import { tellCardChanged } from '../tell-card.ts';
import { isInUse, manageCard, type Managing } from '../manage-card.ts';
import { type ManagedCard, saveSpendLimit } from '../managed-card.store.ts';
import { spendLimitsOf } from './spend-limits.domain.ts';

const PRODUCT_DEFAULT = -1;

export const changeSpendLimitRoute = handle(changeSpendLimit, ({ body, ...managing }) =>
  manageCard(managing, 'card.spend_limit_changed', body.Card, async (card) => {
    const { settings } = card;
    if (!settings.purchaseLimits || !card.is_primary || !isInUse(card)) return err('card_problem');
    const cents = body.NewSpendLimit === PRODUCT_DEFAULT ? null : body.NewSpendLimit * 100;
    if (cents !== null && cents > settings.spendLimitMax) return err('limit_above_maximum', 'NewSpendLimit');
    if (cents !== null && !spendLimitsOf(settings).includes(cents)) return err('required_field', 'NewSpendLimit');
    const limit = cents === null ? null : BigInt(cents);
    const isChanged = card.spend_limit !== limit;
    if (isChanged) await saveSpendLimit(managing.tx, card, limit);
    await tellIfRaised(managing, card, limit);
    return ok({ value: { IsSuccessful: true as const }, isChanged, details: { dollars: body.NewSpendLimit } });
  }),
);

/** Without a limit of its own a card has the product's; a product without one limits nothing. */
async function tellIfRaised({ tx, ctx, request }: Managing, card: ManagedCard, limit: bigint | null): Promise<void> {
  const ofProduct = card.settings.spendLimit === null ? null : BigInt(card.settings.spendLimit);
  const [before, after] = [card.spend_limit ?? ofProduct, limit ?? ofProduct];
  if (before === null || (after !== null && after <= before)) return;
  const told = { tenantId: card.tenant_id, cardId: card.id, cause: request.id };
  if (after === null) await tellCardChanged(tx, ctx, { ...told, change: 'spendLimitRemoved' });
  else await tellCardChanged(tx, ctx, { ...told, change: 'spendLimitRaised', amount: after });
}
