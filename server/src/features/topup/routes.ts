import type { Route } from '../../http/handle.ts';
import { getTopupDetailsRoute } from './get-topup-details.route.ts';
import { getTopupBankRoute } from './bank/get-topup-bank.route.ts';
import { validateVoucherRoute } from './voucher/validate-voucher.route.ts';
import { getVoucherBalanceRoute } from './voucher/get-voucher-balance.route.ts';
import { redeemVoucherRoute } from './voucher/redeem-voucher.route.ts';
import { getPaymentStateRoute } from './card/get-payment-state.route.ts';
import { topupReceiptDocument } from './receipt/topup-receipt.document.ts';
import { initiatePaymentRoute } from './card/initiate-payment.route.ts';
import { getTopupsOnTheirWayRoute } from './get-topups-on-their-way.route.ts';
import { activateAutoTopupRoute } from './auto/activate-auto-topup.route.ts';
import { agreementDocument, generateAgreementTokenRoute, getAgreementRoute } from './auto/agreement.routes.ts';
import { cancelAutoTopupRoute } from './auto/cancel-auto-topup.route.ts';
import { createAutoTopupRoute } from './auto/create-auto-topup.route.ts';
import { getActiveAutoTopupRoute } from './auto/get-active-auto-topup.route.ts';
import { updateAutoTopupRoute } from './auto/update-auto-topup.route.ts';
import { getLinkPaymentStateRoute, getPaymentLinkRoute, initiateLinkPaymentRoute } from './links/pay-by-link.routes.ts';
import { endPaymentLinkRoute, getPaymentLinksRoute, makePaymentLinkRoute } from './links/payment-links.routes.ts';

/** Every call of top-up. */
export const topupRoutes: readonly Route[] = [
  getTopupDetailsRoute,
  getTopupBankRoute,
  getTopupsOnTheirWayRoute,
  initiatePaymentRoute,
  getPaymentStateRoute,
  getPaymentLinksRoute,
  makePaymentLinkRoute,
  endPaymentLinkRoute,
  getPaymentLinkRoute,
  initiateLinkPaymentRoute,
  getLinkPaymentStateRoute,
  validateVoucherRoute,
  getVoucherBalanceRoute,
  redeemVoucherRoute,
  getActiveAutoTopupRoute,
  createAutoTopupRoute,
  updateAutoTopupRoute,
  activateAutoTopupRoute,
  cancelAutoTopupRoute,
  getAgreementRoute,
  generateAgreementTokenRoute,
];

/** Every file of top-up that a person can save. */
export const topupDocuments = [agreementDocument, topupReceiptDocument];
