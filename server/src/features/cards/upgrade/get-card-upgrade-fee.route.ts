import { getCardUpgradeFee } from '@wattle/contract/cards/upgrade/get-card-upgrade-fee.ts';
import { err, ok } from '@wattle/contract/errors.ts';
import { handleRead } from '../../../http/handle.ts';
import { toDollars } from '../../../platform/money.ts';
import { findShownCard } from '../../card-facts/public.ts';

export const getCardUpgradeFeeRoute = handleRead(getCardUpgradeFee, async ({ body, session, tx, ctx }) => {
  const card = await findShownCard(tx, session, body.Card, ctx.clocks);
  return card ? ok({ UpgradeFee: toDollars(BigInt(card.settings.upgradeFee)) }) : err('invalid_card_details');
});
