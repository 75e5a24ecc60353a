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
import { getAutoAddressEnableStatusRoute } from './features/addresses/get-auto-address-enable-status.route.ts';
import { getDetailedAddressRoute } from './features/addresses/get-detailed-address.route.ts';
import { getMatchedAddressesRoute } from './features/addresses/get-matched-addresses.route.ts';
import { getBPayBillerRoute } from './features/bpay/get-bpay-biller.route.ts';
import { processBPayRequestRoute } from './features/bpay/process-bpay-request.route.ts';
import { configRoutes, getServerTimeRoute } from './features/brands/config.route.ts';
import { getBrandRoute } from './features/brands/get-brand.route.ts';
import { getCountriesRoute } from './features/brands/get-countries.route.ts';
import { getSystemNotificationsRoute } from './features/brands/get-system-notifications.route.ts';
import { getUpdateTimeRoute } from './features/brands/get-update-time.route.ts';
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
import { changeCardControlRoute, getCardControlsRoute } from './features/cards/controls/card-controls.routes.ts';
import {
  addDisputeFileRoute,
  answerDisputeRoute,
  getDisputeRoute,
  openDisputeRoute,
  withdrawDisputeRoute,
} from './features/disputes/disputes.routes.ts';
import { getTransactionNotesRoute, saveTransactionNoteRoute } from './features/transactions/notes/notes.routes.ts';
import { toggleContactlessRoute } from './features/cards/settings/toggle-contactless.route.ts';
import { changeNameRoute } from './features/cards/settings/change-name.route.ts';
import { getSpendLimitsRoute } from './features/cards/settings/get-spend-limits.route.ts';
import { changeSpendLimitRoute } from './features/cards/settings/change-spend-limit.route.ts';
import { changePaymentLimitRoute } from './features/cards/settings/change-payment-limit.route.ts';
import { changePinRoute } from './features/cards/settings/change-pin.route.ts';
import {
  createVirtualCardRoute,
  deleteVirtualCardRoute,
  getVirtualCardsRoute,
} from './features/cards/virtual/virtual-cards.routes.ts';
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
import { disablePasscodeAlertRoute } from './features/devices/disable-passcode-alert.route.ts';
import { getAccountDevicesRoute } from './features/devices/get-account-devices.route.ts';
import { getDeviceRoute } from './features/devices/get-device.route.ts';
import { registerDeviceRoute } from './features/devices/register-device.route.ts';
import { saveAccountDevicesRoute } from './features/devices/save-account-devices.route.ts';
import { deleteScheduledPaymentRoute } from './features/schedules/delete-scheduled-payment.route.ts';
import { getScheduledPaymentsRoute } from './features/schedules/get-scheduled-payments.route.ts';
import { downloadRoutes } from './features/downloads/public.ts';
import { hearOfChangesRoute } from './features/live/hear-of-changes.route.ts';
import { getInboxRoute } from './features/messages/get-inbox.route.ts';
import { adviseRoute } from './features/network/advise.route.ts';
import { authoriseRoute } from './features/network/authorise.route.ts';
import { clearRoute } from './features/network/clear.route.ts';
import { refundRoute } from './features/network/refund.route.ts';
import { reverseRoute } from './features/network/reverse.route.ts';
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
import { statementDocuments } from './features/statements/documents.ts';
import { getStatementListRoute } from './features/statements/get-statement-list.route.ts';
import { getAlertsRoute } from './features/alerts/get-alerts.route.ts';
import { getAlertsByEntityRoute } from './features/alerts/get-alerts-by-entity.route.ts';
import { saveAlertsRoute } from './features/alerts/save-alerts.route.ts';
import { getRecentTransactionsRoute } from './features/transactions/get-recent.route.ts';
import { getSpendingRoute } from './features/transactions/get-spending.route.ts';
import { getTransactionsRoute } from './features/transactions/get-transactions.route.ts';
import { searchTransactionsRoute } from './features/transactions/search/search-transactions.route.ts';
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
import { exportOfMonthsDocument, exportOfRangeDocument } from './features/transactions/export/export.documents.ts';
import { transferReceiptDocument } from './features/transfers/internal/transfer-receipt.document.ts';
import { getVerificationConfigurationRoute } from './features/identity/greenid/get-configuration.route.ts';
import { getVerificationResultRoute } from './features/identity/greenid/get-verification-result.route.ts';
import { registerVerificationRoute } from './features/identity/greenid/register-verification.route.ts';
import { verificationUsageCheckRoute } from './features/identity/greenid/usage-check.route.ts';
import { getAuthQuestionsRoute } from './features/identity/questions/get-auth-questions.route.ts';
import { getAuthStatusRoute } from './features/identity/questions/get-auth-status.route.ts';
import { submitAuthAnswersForForgotPasswordRoute } from './features/identity/questions/submit-auth-answers-for-forgot-password.route.ts';
import { submitAuthAnswersRoute } from './features/identity/questions/submit-auth-answers.route.ts';
import { cancelWaitingRoute, keepWaitingRoute } from './features/account-check/decide-waiting.routes.ts';
import { finishAccountCheckRoute } from './features/account-check/finish-account-check.route.ts';
import { getAccountCheckRoute } from './features/account-check/get-account-check.route.ts';
import { removeWayInRoute } from './features/account-check/remove-way-in.route.ts';
import { getSecurityQuestionsRoute } from './features/reset/get-security-questions.route.ts';
import { requestResetPasswordRoute } from './features/reset/request-reset-password.route.ts';
import { resetPasswordBackupTokenRoute } from './features/reset/reset-password-backup-token.route.ts';
import { resetPasswordRoute } from './features/reset/reset-password.route.ts';
import { sendResetCodeRoute } from './features/reset/send-reset-code.route.ts';
import { verifyAnswerRoute } from './features/reset/verify-answer.route.ts';
import { verifyBackupResetTokenRoute } from './features/reset/verify-backup-reset-token.route.ts';
import { verifyResetCodeRoute } from './features/reset/verify-reset-code.route.ts';
import { verifyTokenRoute } from './features/reset/verify-token.route.ts';
import { sendSignUpCodeRoute } from './features/signup/send-sign-up-code.route.ts';
import { setupWebAccountRoute } from './features/signup/setup-web-account.route.ts';
import { validateMemberAccountDetailRoute } from './features/signup/validate-member-account-detail.route.ts';
import { verifySignUpCodeRoute } from './features/signup/verify-sign-up-code.route.ts';
import { transferInternalRoute } from './features/transfers/internal/transfer-internal.route.ts';
import { gatewayNoticesRoute } from './features/gateway/notices.route.ts';
import { getCardInitialLoadFeeRoute } from './features/cards/home/get-card-initial-load-fee.route.ts';
import { activationRoutes } from './features/activation/routes.ts';
import { storeRoutes } from './features/store/routes.ts';
import { topupDocuments, topupRoutes } from './features/topup/routes.ts';
import { payeeRoutes } from './features/transfers/payees/routes.ts';
import type { Route } from './http/handle.ts';

/** Every call that the server carries out. */
export const routes: readonly Route[] = [
  ...storeRoutes,
  ...topupRoutes,

  tokenRoute,
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

  getAuthStatusRoute,
  getAuthQuestionsRoute,
  submitAuthAnswersRoute,
  submitAuthAnswersForForgotPasswordRoute,

  requestResetPasswordRoute,
  verifyTokenRoute,
  getSecurityQuestionsRoute,
  verifyAnswerRoute,
  sendResetCodeRoute,
  verifyResetCodeRoute,
  resetPasswordRoute,
  getAccountCheckRoute,
  keepWaitingRoute,
  cancelWaitingRoute,
  removeWayInRoute,
  finishAccountCheckRoute,
  verifyBackupResetTokenRoute,
  resetPasswordBackupTokenRoute,

  getVerificationConfigurationRoute,
  registerVerificationRoute,
  getVerificationResultRoute,
  verificationUsageCheckRoute,

  validateMemberAccountDetailRoute,
  sendSignUpCodeRoute,
  verifySignUpCodeRoute,
  setupWebAccountRoute,

  registerDeviceRoute,
  getDeviceRoute,
  getAccountDevicesRoute,
  saveAccountDevicesRoute,
  disablePasscodeAlertRoute,

  getBrandRoute,
  getUpdateTimeRoute,
  getSystemNotificationsRoute,
  getMatchedAddressesRoute,
  getDetailedAddressRoute,
  getCountriesRoute,
  ...configRoutes,
  getAutoAddressEnableStatusRoute,
  getServerTimeRoute,

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
  getAlertsRoute,
  getAlertsByEntityRoute,
  saveAlertsRoute,
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
  getTransactionNotesRoute,
  saveTransactionNoteRoute,
  getDisputeRoute,
  openDisputeRoute,
  answerDisputeRoute,
  withdrawDisputeRoute,
  addDisputeFileRoute,
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

  getRecentTransactionsRoute,
  getTransactionsRoute,
  searchTransactionsRoute,
  getSpendingRoute,

  getScheduledPaymentsRoute,
  deleteScheduledPaymentRoute,
  getStatementListRoute,

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

  hearOfChangesRoute,

  ...downloadRoutes([
    transferReceiptDocument,
    exportOfRangeDocument,
    exportOfMonthsDocument,
    ...statementDocuments,
    ...topupDocuments,
  ]),

  getInboxRoute,

  authoriseRoute,
  gatewayNoticesRoute,
  adviseRoute,
  clearRoute,
  reverseRoute,
  refundRoute,

  returnFundStatusRoute,
  returnFundRoute,
];
