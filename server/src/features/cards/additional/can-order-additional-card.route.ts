import { canOrderAdditionalCard } from '@wattle/contract/cards/additional/can-order-additional-card.ts';
import { err, ok } from '@wattle/contract/errors.ts';
import { handleRead } from '../../../http/handle.ts';
import { monthAt } from '../../../platform/clock.ts';
import { toDollars } from '../../../platform/money.ts';
import { countCards, findCardAccount } from './additional-card.store.ts';

export const canOrderAdditionalCardRoute = handleRead(canOrderAdditionalCard, async ({ body, session, tx, ctx }) => {
  const { tenantId, brandId, holderId } = session;
  const account = await findCardAccount(tx, tenantId, { brandId, holderId, accountNumber: body.memberNumber });
  if (!account) return err('invalid_card_details', 'memberNumber');
  const { settings } = account;
  const cards = await countCards(tx, tenantId, account.member_account_id, monthAt(ctx.clocks.business.now()));
  const fee = BigInt(settings.additionalCardFee);
  return ok({
    IsValid:
      settings.additionalCards &&
      account.is_primary &&
      account.is_verified &&
      !account.is_held &&
      cards < settings.cardsOfAccountMax &&
      (!body.checkBalance || account.available >= fee),
    AdditionalCardFee: toDollars(fee),
    CardCount: cards,
    MaximumCardCount: settings.cardsOfAccountMax,
  });
});
