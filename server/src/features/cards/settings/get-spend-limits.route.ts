import { getSpendLimits } from '@wattle/contract/cards/settings/get-spend-limits.ts';
import { err, ok } from '@wattle/contract/errors.ts';
import { handleRead } from '../../../http/handle.ts';
import { toDollars } from '../../../platform/money.ts';
import { isPrimary, findShownCard } from '../../card-facts/public.ts';
import { spendLimitsOf } from './spend-limits.domain.ts';

export const getSpendLimitsRoute = handleRead(getSpendLimits, async ({ body, session, tx, ctx }) => {
  const [card, isOwner] = await Promise.all([
    findShownCard(tx, session, body.Card, ctx.clocks),
    isPrimary(tx, session),
  ]);
  if (!card) return err('invalid_card_details');
  if (!card.settings.purchaseLimits || !isOwner) return err('card_problem');
  return ok({ PaymentLimits: spendLimitsOf(card.settings).map((cents) => toDollars(BigInt(cents))) });
});
