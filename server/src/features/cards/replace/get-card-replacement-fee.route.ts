import { getCardReplacementFee } from '@wattle/contract/cards/replace/get-card-replacement-fee.ts';
import { err, ok } from '@wattle/contract/errors.ts';
import { handleRead } from '../../../http/handle.ts';
import { toDollars } from '../../../platform/money.ts';
import { findShownCard } from '../../card-facts/public.ts';
import { replacementFeeOf } from './replacement.domain.ts';

export const getCardReplacementFeeRoute = handleRead(getCardReplacementFee, async ({ body, session, tx, ctx }) => {
  const card = await findShownCard(tx, session, body.Card, ctx.clocks);
  if (!card) return err('invalid_card_details');
  return ok({
    ReplacementFee: toDollars(replacementFeeOf(card.status, card.settings)),
    StolenReplacementFee: toDollars(replacementFeeOf('Stolen', card.settings)),
  });
});
