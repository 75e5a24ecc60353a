import { getCardInitialLoadFee } from '@wattle/contract/cards/home/get-card-initial-load-fee.ts';
import { err, ok } from '@wattle/contract/errors.ts';
import { handleRead } from '../../../http/handle.ts';
import { toDollars } from '../../../platform/money.ts';
import { findShownCard } from '../../card-facts/public.ts';

export const getCardInitialLoadFeeRoute = handleRead(getCardInitialLoadFee, async ({ body, session, tx, ctx }) => {
  const card = await findShownCard(tx, session, body.Card, ctx.clocks);
  return card ? ok({ InitialLoadFee: toDollars(BigInt(card.settings.initialLoadFee)) }) : err('invalid_card_details');
});
