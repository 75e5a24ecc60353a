import { productSettings } from '../card-facts/public.ts';
import type { ActivationCheck, ActivationFacts } from './activation-order.domain.ts';
import type { ActivationRow } from './activation.store.ts';

/** Steps that a product requires of an activation, with those that follow from its kind. */
export function demandsOf(row: Pick<ActivationRow, 'purpose' | 'product_settings' | 'product_type' | 'is_reloadable'>) {
  const { activation, interestRate, pinHeldBy } = productSettings.parse(row.product_settings);
  return {
    type: row.product_type,
    needsLogin: row.purpose === 'upgrade' || (activation.login ?? row.is_reloadable),
    needsPin: pinHeldBy === 'wattle' && (activation.pin ?? row.is_reloadable),
    needsKyc: activation.kyc,
    paysInterest: interestRate > 0,
  };
}

/**
 * An account without a primary holder gets one. The card of another account belongs to its primary holder or a nominee.
 */
export function isPrimary({ primary_holder_id: primary, card_holder_id: holder }: ActivationRow): boolean {
  return primary === null || primary === holder;
}

/** Check of the card. For an upgrade it is that of the target product, as far as it is made in advance. */
function checkOf({ purpose, activation_check: check, product_settings: settings }: ActivationRow): ActivationCheck {
  if (purpose === 'activation') return check;
  return productSettings.parse(settings).activation.check === 'ekyc' ? 'ekyc' : 'none';
}

/** Facts that decide the order of an activation. */
export function factsOf(row: ActivationRow): ActivationFacts {
  return {
    purpose: row.purpose,
    product: demandsOf(row),
    check: checkOf(row),
    isTermsDue: row.terms_id !== null && !row.terms_accepted,
    hadTerms: row.terms_accepted,
    holder: {
      isKnown: row.card_holder_id !== null,
      hasLogin: row.holder_login_id !== null && !row.activated,
      isVerified: row.holder_is_verified,
      hasTaxFile: row.holder_has_tax_file,
    },
    isPrimary: isPrimary(row),
    linksCards: row.links_cards,
    done: {
      identity: row.identity_proved,
      login: row.web_account_id !== null && !row.activated,
      accessDetails: row.access !== null,
      entityDetails: row.entity !== null,
      taxFile: row.tfn_cipher !== null || row.tax_exemption !== null || row.is_tax_file_put_off,
      consent: row.consented,
      kyc: row.kyc,
      activated: row.activated,
    },
  };
}
