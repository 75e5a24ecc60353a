import { addPasscodeRoute } from './features/access/add-passcode.route.ts';
import { addPasskeyRoute } from './features/access/add-passkey.route.ts';
import { checkPasswordRoute } from './features/access/check-password.route.ts';
import { deletePasscodeRoute } from './features/access/delete-passcode.route.ts';
import { getCardAccessDetailsRoute } from './features/access/get-card-access-details.route.ts';
import { getDefaultUserRoute } from './features/access/get-default-user.route.ts';
import { getPasskeyChallengeRoute } from './features/access/get-passkey-challenge.route.ts';
import { getPasskeysRoute } from './features/access/get-passkeys.route.ts';
import { getRememberedUserRoute } from './features/access/get-remembered-user.route.ts';
import { removePasskeyRoute } from './features/access/remove-passkey.route.ts';
import { renamePasskeyRoute } from './features/access/rename-passkey.route.ts';
import { requestAccessCodeRoute } from './features/access/request-access-code.route.ts';
import { requestActivationCodeRoute } from './features/access/request-activation-code.route.ts';
import { signOutRoute } from './features/access/sign-out.route.ts';
import { startPasskeyRoute } from './features/access/start-passkey.route.ts';
import { tokenRoute } from './features/access/token.route.ts';
import { verifyIfPasscodeIsSetRoute } from './features/access/verify-if-passcode-is-set.route.ts';
import { configRoutes, getAutoAddressEnableStatusRoute, getServerTimeRoute } from './features/brands/config.route.ts';
import { getBrandRoute } from './features/brands/get-brand.route.ts';
import { getCountriesRoute } from './features/brands/get-countries.route.ts';
import { getSystemNotificationsRoute } from './features/brands/get-system-notifications.route.ts';
import { getUpdateTimeRoute } from './features/brands/get-update-time.route.ts';
import { clearCardsRoute } from './features/cards/clear-cards.route.ts';
import { getAccountLoginNameRoute } from './features/cards/get-account-login-name.route.ts';
import { getCardDetailsRoute } from './features/cards/get-card-details.route.ts';
import { getCardsRoute } from './features/cards/get-cards.route.ts';
import { isPrimaryAccountRoute } from './features/cards/is-primary-account.route.ts';
import { revealSecureDetailsRoute } from './features/cards/reveal-secure-details.route.ts';
import { turnCardOffRoute } from './features/cards/turn-card-off.route.ts';
import { turnCardOnRoute } from './features/cards/turn-card-on.route.ts';
import { disablePasscodeAlertRoute } from './features/devices/disable-passcode-alert.route.ts';
import { getAccountDevicesRoute } from './features/devices/get-account-devices.route.ts';
import { getDeviceRoute } from './features/devices/get-device.route.ts';
import { registerDeviceRoute } from './features/devices/register-device.route.ts';
import { saveAccountDevicesRoute } from './features/devices/save-account-devices.route.ts';
import { hearOfChangesRoute } from './features/live/hear-of-changes.route.ts';
import { getInboxRoute } from './features/messages/get-inbox.route.ts';
import { adviseRoute } from './features/network/advise.route.ts';
import { authoriseRoute } from './features/network/authorise.route.ts';
import { clearRoute } from './features/network/clear.route.ts';
import { refundRoute } from './features/network/refund.route.ts';
import { reverseRoute } from './features/network/reverse.route.ts';
import { getOnlineAccountRoute } from './features/profile/get-online-account.route.ts';
import { getPersonalDetailsRoute } from './features/profile/get-personal-details.route.ts';
import { getTitlesRoute } from './features/profile/get-titles.route.ts';
import { getRecentTransactionsRoute } from './features/transactions/get-recent.route.ts';
import { getSpendingRoute } from './features/transactions/get-spending.route.ts';
import { getTransactionsRoute } from './features/transactions/get-transactions.route.ts';
import { deletePayeesRoute } from './features/transfers/delete-payees.route.ts';
import { getPayeesRoute } from './features/transfers/get-payees.route.ts';
import { transferInternalRoute } from './features/transfers/transfer-internal.route.ts';
import type { Route } from './http/handle.ts';

/** Every call that the server carries out. */
export const routes: readonly Route[] = [
  tokenRoute,
  signOutRoute,
  requestAccessCodeRoute,
  requestActivationCodeRoute,
  getCardAccessDetailsRoute,
  getRememberedUserRoute,
  checkPasswordRoute,
  addPasscodeRoute,
  deletePasscodeRoute,
  verifyIfPasscodeIsSetRoute,
  getDefaultUserRoute,
  getPasskeyChallengeRoute,
  getPasskeysRoute,
  startPasskeyRoute,
  addPasskeyRoute,
  renamePasskeyRoute,
  removePasskeyRoute,

  registerDeviceRoute,
  getDeviceRoute,
  getAccountDevicesRoute,
  saveAccountDevicesRoute,
  disablePasscodeAlertRoute,

  getBrandRoute,
  getUpdateTimeRoute,
  getSystemNotificationsRoute,
  getCountriesRoute,
  ...configRoutes,
  getAutoAddressEnableStatusRoute,
  getServerTimeRoute,

  getOnlineAccountRoute,
  getPersonalDetailsRoute,
  getTitlesRoute,

  getCardsRoute,
  getCardDetailsRoute,
  turnCardOffRoute,
  turnCardOnRoute,
  revealSecureDetailsRoute,
  clearCardsRoute,
  isPrimaryAccountRoute,
  getAccountLoginNameRoute,

  getRecentTransactionsRoute,
  getTransactionsRoute,
  getSpendingRoute,

  transferInternalRoute,
  getPayeesRoute,
  deletePayeesRoute,

  hearOfChangesRoute,

  getInboxRoute,

  authoriseRoute,
  adviseRoute,
  clearRoute,
  reverseRoute,
  refundRoute,
];
