import { changeSpendLimit } from '@wattle/contract/cards/settings/change-spend-limit.ts';
import { err, ok } from '@wattle/contract/errors.ts';
import { handle } from '../../../http/handle.ts';
import { isInUse, manageCard } from '../manage-card.ts';
import { saveSpendLimit } from '../managed-card.store.ts';
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
    return ok({ value: { IsSuccessful: true as const }, isChanged, details: { dollars: body.NewSpendLimit } });
  }),
);
