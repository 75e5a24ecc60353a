import { addPasscodeRoute } from './features/access/passcode/add-passcode.route.ts';
import { addPasskeyRoute } from './features/access/passkeys/add-passkey.route.ts';
import { checkPasswordRoute } from './features/access/sign-in/check-password.route.ts';
import { giveProofRoute } from './features/access/step-up/give-proof.route.ts';
import { startStepUpRoute } from './features/access/step-up/start-step-up.route.ts';
import { deletePasscodeRoute } from './features/access/passcode/delete-passcode.route.ts';
import { getCardAccessDetailsRoute } from './features/access/card-access/get-card-access-details.route.ts';
import { getDefaultUserRoute } from './features/access/passcode/get-default-user.route.ts';
import { getPasskeyChallengeRoute } from './features/access/passkeys/get-passkey-challenge.route.ts';
import { getPasskeysRoute } from './features/access/passkeys/get-passkeys.route.ts';
import { getRememberedUserRoute } from './features/access/sign-in/get-remembered-user.route.ts';
import { removePasskeyRoute } from './features/access/passkeys/remove-passkey.route.ts';
import { renamePasskeyRoute } from './features/access/passkeys/rename-passkey.route.ts';
import { requestAccessCodeRoute } from './features/access/codes/request-access-code.route.ts';
import { requestActivationCodeRoute } from './features/access/codes/request-activation-code.route.ts';
import { endSessionRoute, signOutRoute } from './features/access/session/sign-out.route.ts';
import { startPasskeyRoute } from './features/access/passkeys/start-passkey.route.ts';
import { tokenRoute } from './features/access/sign-in/token.route.ts';
import { verifyIfPasscodeIsSetRoute } from './features/access/passcode/verify-if-passcode-is-set.route.ts';
import { getBPayBillerRoute } from './features/bpay/get-bpay-biller.route.ts';
import { processBPayRequestRoute } from './features/bpay/process-bpay-request.route.ts';
import { clearCardsRoute } from './features/cards/home/clear-cards.route.ts';
import { getAccountLoginNameRoute } from './features/cards/home/get-account-login-name.route.ts';
import { getCardDetailsRoute } from './features/cards/home/get-card-details.route.ts';
import { getCardsRoute } from './features/cards/home/get-cards.route.ts';
import { isPrimaryAccountRoute } from './features/cards/home/is-primary-account.route.ts';
import { revealSecureDetailsRoute } from './features/cards/secure-details/reveal-secure-details.route.ts';
import { blockCardRoute } from './features/cards/block/block-card.route.ts';
import { reportLostRoute } from './features/cards/block/report-lost.route.ts';
import { getCardReplacementFeeRoute } from './features/cards/replace/get-card-replacement-fee.route.ts';
import { replaceCardRoute } from './features/cards/replace/replace-card.route.ts';
import { toggleContactlessRoute } from './features/cards/settings/toggle-contactless.route.ts';
import { changeNameRoute } from './features/cards/settings/change-name.route.ts';
import { getSpendLimitsRoute } from './features/cards/settings/get-spend-limits.route.ts';
import { changeSpendLimitRoute } from './features/cards/settings/change-spend-limit.route.ts';
import { changePaymentLimitRoute } from './features/cards/settings/change-payment-limit.route.ts';
import { changePinRoute } from './features/cards/settings/change-pin.route.ts';
import { canOrderAdditionalCardRoute } from './features/cards/additional/can-order-additional-card.route.ts';
import { getCardUpgradeFeeRoute } from './features/cards/upgrade/get-card-upgrade-fee.route.ts';
import { requestUpgradeRoute } from './features/cards/upgrade/request-upgrade.route.ts';
import { orderAdditionalCardRoute } from './features/cards/additional/order-additional-card.route.ts';
import { changePasswordRoute } from './features/access/password/change-password.route.ts';
import { getAddressRoute } from './features/profile/get-address.route.ts';
import { updatePersonalDetailsRoute } from './features/profile/update-personal-details.route.ts';
import {
  updateDeliveryMethodRoute,
  updateStatementFrequencyRoute,
} from './features/profile/statement-choices.route.ts';
import { turnCardOffRoute } from './features/cards/switch/turn-card-off.route.ts';
import { turnCardOnRoute } from './features/cards/switch/turn-card-on.route.ts';
import { deleteScheduledPaymentRoute } from './features/schedules/delete-scheduled-payment.route.ts';
import { getScheduledPaymentsRoute } from './features/schedules/get-scheduled-payments.route.ts';
import { downloadRoutes } from './features/downloads/public.ts';
import { endOtherSignInsRoute } from './features/access/sign-ins/end-other-sign-ins.route.ts';
import { endSignInRoute } from './features/access/sign-ins/end-sign-in.route.ts';
import { getSignInsRoute } from './features/access/sign-ins/get-sign-ins.route.ts';
import { confirmContactRoute } from './features/profile/contact/confirm-contact.route.ts';
import { requestAccountClosureRoute } from './features/profile/contact/request-account-closure.route.ts';
import { undoContactChangeRoute } from './features/profile/contact/undo-contact-change.route.ts';
import { updateAccessDetailsRoute } from './features/profile/contact/update-access-details.route.ts';
import { getOnlineAccountRoute } from './features/profile/get-online-account.route.ts';
import { getPersonalDetailsRoute } from './features/profile/get-personal-details.route.ts';
import { getTitlesRoute } from './features/profile/get-titles.route.ts';
import { getAccountLimitsRoute } from './features/transfers/external/get-account-limits.route.ts';
import { getExternalTransferPurposeRoute } from './features/transfers/external/get-external-transfer-purpose.route.ts';
import { getRemainingLimitsRoute } from './features/transfers/external/get-remaining-limits.route.ts';
import { reportMistakenPaymentRoute } from './features/settlement/mistaken/report-mistaken-payment.route.ts';
import { getPaymentCourseRoute } from './features/settlement/course/get-payment-course.route.ts';
import { returnFundRoute } from './features/returns/return-fund.route.ts';
import { returnFundStatusRoute } from './features/returns/return-fund-status.route.ts';
import { transferExternalRoute } from './features/transfers/external/transfer-external.route.ts';
import { confirmPayeeRoute } from './features/transfers/names/confirm-payee.route.ts';
import { getBsbDetailsRoute } from './features/transfers/bsb/get-bsb-details.route.ts';
import { getInternalBsbDetailsRoute } from './features/transfers/bsb/get-internal-bsb-details.route.ts';
import { transferReceiptDocument } from './features/transfers/internal/transfer-receipt.document.ts';
import { getSecurityQuestionsRoute } from './features/reset/get-security-questions.route.ts';
import { requestResetPasswordRoute } from './features/reset/request-reset-password.route.ts';
import { resetPasswordBackupTokenRoute } from './features/reset/reset-password-backup-token.route.ts';
import { resetPasswordRoute } from './features/reset/reset-password.route.ts';
import { sendResetCodeRoute } from './features/reset/send-reset-code.route.ts';
import { verifyAnswerRoute } from './features/reset/verify-answer.route.ts';
import { verifyBackupResetTokenRoute } from './features/reset/verify-backup-reset-token.route.ts';
import { verifyResetCodeRoute } from './features/reset/verify-reset-code.route.ts';
import { verifyTokenRoute } from './features/reset/verify-token.route.ts';
import { transferInternalRoute } from './features/transfers/internal/transfer-internal.route.ts';
import { getCardInitialLoadFeeRoute } from './features/cards/home/get-card-initial-load-fee.route.ts';
import { linkLogin, verifyActivation } from './features/activation/public.ts';
import { activationRoutes } from './features/activation/routes.ts';
import { payeeRoutes } from './features/transfers/payees/routes.ts';
import type { Route } from './http/handle.ts';
import { changeCardControlRoute, getCardControlsRoute } from './features/cards/controls/card-controls.routes.ts';
import {
  createVirtualCardRoute,
  deleteVirtualCardRoute,
  getVirtualCardsRoute,
} from './features/cards/virtual/virtual-cards.routes.ts';
import { accountCheckRoutes } from './features/account-check/account-check.routes.ts';
import { addressRoutes } from './features/addresses/addresses.routes.ts';
import { alertRoutes } from './features/alerts/alerts.routes.ts';
import { brandRoutes } from './features/brands/brands.routes.ts';
import { deviceRoutes } from './features/devices/devices.routes.ts';
import { disputeRoutes } from './features/disputes/disputes.routes.ts';
import { gatewayRoutes } from './features/gateway/gateway.routes.ts';
import { identityRoutes } from './features/identity/identity.routes.ts';
import { liveRoutes } from './features/live/live.routes.ts';
import { messageRoutes } from './features/messages/messages.routes.ts';
import { networkRoutes } from './features/network/network.routes.ts';
import { signUpRoutes } from './features/signup/signup.routes.ts';
import { statementDocuments, statementRoutes } from './features/statements/statements.routes.ts';
import { storeRoutes } from './features/store/store.routes.ts';
import { topupDocuments, topupRoutes } from './features/topup/topup.routes.ts';
import { transactionDocuments, transactionRoutes } from './features/transactions/transactions.routes.ts';

/** Every call that the server carries out. */
export const routes: readonly Route[] = [
  ...accountCheckRoutes,
  ...addressRoutes,
  ...alertRoutes,
  ...brandRoutes,
  ...deviceRoutes,
  ...disputeRoutes,
  ...gatewayRoutes,
  ...identityRoutes,
  ...liveRoutes,
  ...messageRoutes,
  ...networkRoutes,
  ...signUpRoutes,
  ...statementRoutes,
  ...storeRoutes,
  ...topupRoutes,
  ...transactionRoutes,
  tokenRoute({ linkLogin, verifyActivation }),
  signOutRoute,
  endSessionRoute,
  requestAccessCodeRoute,
  requestActivationCodeRoute,
  getCardAccessDetailsRoute,
  getRememberedUserRoute,
  checkPasswordRoute,
  addPasscodeRoute,
  deletePasscodeRoute,
  startStepUpRoute,
  giveProofRoute,
  verifyIfPasscodeIsSetRoute,
  getDefaultUserRoute,
  getPasskeyChallengeRoute,
  getPasskeysRoute,
  startPasskeyRoute,
  addPasskeyRoute,
  renamePasskeyRoute,
  removePasskeyRoute,
  requestResetPasswordRoute,
  verifyTokenRoute,
  getSecurityQuestionsRoute,
  verifyAnswerRoute,
  sendResetCodeRoute,
  verifyResetCodeRoute,
  resetPasswordRoute,
  verifyBackupResetTokenRoute,
  resetPasswordBackupTokenRoute,
  getOnlineAccountRoute,
  getPersonalDetailsRoute,
  getAddressRoute,
  updatePersonalDetailsRoute,
  updateAccessDetailsRoute,
  confirmContactRoute,
  undoContactChangeRoute,
  requestAccountClosureRoute,
  getSignInsRoute,
  endSignInRoute,
  endOtherSignInsRoute,
  updateDeliveryMethodRoute,
  updateStatementFrequencyRoute,
  changePasswordRoute,
  getTitlesRoute,
  getCardsRoute,
  getCardDetailsRoute,
  turnCardOffRoute,
  turnCardOnRoute,
  revealSecureDetailsRoute,
  blockCardRoute,
  reportLostRoute,
  getCardReplacementFeeRoute,
  replaceCardRoute,
  toggleContactlessRoute,
  getVirtualCardsRoute,
  createVirtualCardRoute,
  deleteVirtualCardRoute,
  getCardControlsRoute,
  changeCardControlRoute,
  changeNameRoute,
  getSpendLimitsRoute,
  changeSpendLimitRoute,
  changePaymentLimitRoute,
  changePinRoute,
  canOrderAdditionalCardRoute,
  orderAdditionalCardRoute,
  getCardUpgradeFeeRoute,
  getCardInitialLoadFeeRoute,
  requestUpgradeRoute,
  clearCardsRoute,
  isPrimaryAccountRoute,
  getAccountLoginNameRoute,
  ...activationRoutes,
  getScheduledPaymentsRoute,
  deleteScheduledPaymentRoute,
  transferInternalRoute,
  transferExternalRoute,
  getAccountLimitsRoute,
  getExternalTransferPurposeRoute,
  getPaymentCourseRoute,
  reportMistakenPaymentRoute,
  getRemainingLimitsRoute,
  confirmPayeeRoute,
  getBsbDetailsRoute,
  getInternalBsbDetailsRoute,
  getBPayBillerRoute,
  processBPayRequestRoute,
  ...payeeRoutes,
  ...downloadRoutes([transferReceiptDocument, ...transactionDocuments, ...statementDocuments, ...topupDocuments]),
  returnFundStatusRoute,
  returnFundRoute,
];
