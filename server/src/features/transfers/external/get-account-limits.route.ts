import { err, ok } from '@wattle/contract/errors.ts';
import { TRANSFER_CATEGORY } from '@wattle/contract/transfers/external/direct-entry.ts';
import { getAccountLimits } from '@wattle/contract/transfers/external/get-account-limits.ts';
import { handleRead } from '../../../http/handle.ts';
import { toDollars } from '../../../platform/money.ts';
import { findPayingAccount } from '../paying-account.ts';
import { capOf } from './transfer-categories.domain.ts';

export const getAccountLimitsRoute = handleRead(getAccountLimits, async ({ body, session, tx, ctx }) => {
  const account = await findPayingAccount({ ctx, tx, tenantId: session.tenantId }, session, body.AccountNumber);
  if (!account) return err('invalid_card_details', 'AccountNumber');
  const cards = account.cards.filter(({ mayPayBanks }) => mayPayBanks);
  return ok({
    Limits: Object.values(TRANSFER_CATEGORY).map((category) => {
      // Without a card that may transfer nothing can be sent.
      const cap = cards.length === 0 ? 0n : capOf(category, cards);
      return {
        TransferCategoryId: category,
        LimitAmount: cap === null ? null : toDollars(cap),
        ExpiryDate: null,
        DisplayLimitExpiryNotification: false,
        LimitPeriod: 'Month' as const,
      };
    }),
  });
});
