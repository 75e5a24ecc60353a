import type { Route } from '../../http/handle.ts';
import { acceptTermsRoute } from './accept-terms.route.ts';
import { activateCardRoute } from './activate-card.route.ts';
import { activateAllocatedCardRoute } from './add/activate-allocated-card.route.ts';
import { addCardRoute } from './add/add-card.route.ts';
import { verifyAllocatedActivationCodeRoute } from './add/verify-allocated-activation-code.route.ts';
import { verifyCardToBeAddedRoute } from './add/verify-card-to-be-added.route.ts';
import { getAccountLoginNameActivationRoute } from './get-account-login-name-activation.route.ts';
import { getActivationRoute } from './get-activation.route.ts';
import { getCardProductRoute } from './get-card-product.route.ts';
import { getCardTypeRoute } from './get-card-type.route.ts';
import { getTaxExemptionCodesRoute } from './get-tax-exemption-codes.route.ts';
import { giveConsentRoute } from './give-consent.route.ts';
import { getLetterCardRoute } from './letter/get-letter-card.route.ts';
import { saveEntityDetailsRoute } from './save-entity-details.route.ts';
import { setTaxFileNumberRoute } from './set-tax-file-number.route.ts';
import { beginUpgradeRoute } from './upgrade/begin-upgrade.route.ts';
import { signupAndUpgradeRoute } from './upgrade/signup-and-upgrade.route.ts';
import { verifyIdentityRoute } from './verify-identity.route.ts';
import { verifyOnlineAccountRoute } from './verify-online-account.route.ts';

/** The calls of an activation, in the order in which they are made. */
export const activationRoutes: readonly Route[] = [
  getLetterCardRoute,
  getActivationRoute,
  getCardProductRoute,
  getAccountLoginNameActivationRoute,
  acceptTermsRoute,
  verifyIdentityRoute,
  verifyOnlineAccountRoute,
  saveEntityDetailsRoute,
  getTaxExemptionCodesRoute,
  setTaxFileNumberRoute,
  giveConsentRoute,
  activateCardRoute,
  verifyCardToBeAddedRoute,
  addCardRoute,
  verifyAllocatedActivationCodeRoute,
  activateAllocatedCardRoute,
  getCardTypeRoute,
  beginUpgradeRoute,
  signupAndUpgradeRoute,
];
