import { DEFAULT_LANGUAGE } from '@wattle/contract/rules/languages.ts';
import { err, ok } from '@wattle/contract/errors.ts';
import { TRANSFER_CATEGORY } from '@wattle/contract/transfers/transfer.ts';
import { getAccountLimits } from '@wattle/contract/transfers/limits.ts';
import { getExternalTransferPurpose } from '@wattle/contract/transfers/external.ts';
import type { DocumentRoute } from '../../http/document.ts';
import { handleRead, type Route } from '../../http/handle.ts';
import { toDollars } from '../../platform/money.ts';
import { productTexts } from '../../platform/text/texts.ts';
import { getBsbDetailsRoute, getInternalBsbDetailsRoute } from './bsb/get-bsb-details.route.ts';
import { findBrandName } from './external/brand-name.store.ts';
import { getRemainingLimitsRoute } from './external/get-remaining-limits.route.ts';
import { capOf } from './payment-caps.domain.ts';
import { transferReceiptDocument } from './receipts/transfer-receipt.document.ts';
import { confirmPayeeRoute } from './names/confirm-payee.route.ts';
import { getPaymentHoldRoute } from './destinations/get-payment-hold.route.ts';
import { blockedPayeeRoutes } from './blocked/blocked-payees.routes.ts';
import { payeeRoutes } from './payees/payees.routes.ts';
import { findPayingAccount } from './paying-account.ts';

/** Routes of lookups before a transfer, and of saved payees. Transfers themselves are payment methods. */
export const transferRoutes: readonly Route[] = [
  handleRead(getAccountLimits, async ({ body, session, tx, ctx }) => {
    const account = await findPayingAccount({ ctx, tx, tenantId: session.tenantId }, session, body.AccountNumber);
    if (!account) return err('invalid_card_details', 'AccountNumber');
    const cards = account.cards.filter(({ methods }) => methods.has('external'));
    return ok({
      Limits: Object.values(TRANSFER_CATEGORY).map((category) => {
        // Without a card that may transfer, the limit is zero.
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
  }),

  getRemainingLimitsRoute,

  handleRead(getExternalTransferPurpose, async ({ session, tx }) => {
    const texts = productTexts(DEFAULT_LANGUAGE, 'transfers');
    const brand = await findBrandName(tx, session.tenantId, session.brandId);
    return ok({
      Purposes: Object.values(TRANSFER_CATEGORY).map((category) => ({
        ExternalTransferCategoryId: category,
        Description: (texts[`purpose.${category}`] ?? '').replace('{{brand}}', brand),
      })),
    });
  }),

  confirmPayeeRoute,
  getPaymentHoldRoute,

  getBsbDetailsRoute,
  getInternalBsbDetailsRoute,

  ...payeeRoutes,
  ...blockedPayeeRoutes,
];

/** Documents of transfers. */
export const transferDocuments: readonly DocumentRoute[] = [transferReceiptDocument];
