import type { ActivationView } from '@wattle/contract/activation/activation.ts';
import { MASKED_TAX_FILE_NUMBER } from '@wattle/contract/rules/tax-file-number.ts';
import { productSettings } from '../card-facts/public.ts';
import { toWithholding } from '../interest/public.ts';
import { factsOf, isPrimary } from './activation-facts.ts';
import { activationSteps, needsKyc, nextStep } from './activation-order.domain.ts';
import type { ActivationRow } from './activation.store.ts';
import { shownPhone } from '../../platform/text/mobile-number.domain.ts';

/** Facts about an activation for the page. */
export function toFactsView(row: ActivationRow) {
  const facts = factsOf(row);
  const isKycNeeded = needsKyc(facts);
  return {
    AccountNumber: row.account_number,
    CardNumberSuffix: row.last4,
    CardProductTypeId: row.product_type,
    TaxFileNumberExist: row.holder_has_tax_file,
    DisableInterest: !facts.product.paysInterest,
    NeedToLogin: facts.product.needsLogin && facts.holder.hasLogin,
    IsPrimaryAccount: facts.isPrimary,
    IsPrimaryAccountRelationship: facts.isPrimary,
    eKycRequired: isKycNeeded,
    NeedCustomAuth: !isKycNeeded && facts.check === 'questions' && !facts.done.identity,
    NeedToVerifyIdentity: !isKycNeeded && facts.check === 'maidenName' && !facts.done.identity,
  };
}

/** The whole activation, without secrets: a tax number is masked, and a password is only reported as set or not. */
export function toActivationView(row: ActivationRow): ActivationView {
  const facts = factsOf(row);
  const { access, entity } = row;
  return {
    ...toFactsView(row),
    MaskedCardNumber: row.masked_number,
    CardName: row.card_name === '' ? row.product_name : row.card_name,
    Image: `/assets/brands/${row.brand}/card-${row.art}.svg?v=${row.art_version ?? ''}`,
    IsImageDark: row.art_is_dark,
    IsReloadable: row.is_reloadable,
    Purpose: row.purpose,
    RewardProviderName: row.purpose === 'upgrade' ? row.reward_provider : null,
    MinimumAge: row.minimum_age,
    Withholding: toWithholding(productSettings.parse(row.product_settings)),
    Terms: row.terms_version === null ? null : { Version: row.terms_version, Url: row.terms_url },
    Steps: activationSteps(facts).map(({ step, isDone }) => ({ Name: step, IsDone: isDone })),
    NextStep: nextStep(facts),
    Entered: {
      LoginName: loginNameOf(row),
      EmailAddress: access?.emailAddress ?? null,
      SecurityQuestion: access?.securityQuestion ?? null,
      Title: entity?.Title ?? null,
      FirstName: entity?.FirstName ?? null,
      NameOnCard: entity?.NameOnCard ?? null,
      MiddleName: entity?.MiddleName ?? null,
      Surname: entity?.Surname ?? null,
      UnparsedDateOfBirth: entity?.UnparsedDateOfBirth ?? null,
      Mobile: entity ? shownPhone(entity.Mobile) : null,
      HomePhone: entity ? shownPhone(entity.HomePhone) : null,
      Address: entity?.Address ?? null,
      CorrespondenceAddress: entity?.CorrespondenceAddress ?? null,
      RewardProviderDetails: entity?.RewardProviderDetails ?? null,
      TaxFileNumber: taxFileOf(row),
      IsTaxFileNumberPutOff: row.is_tax_file_put_off,
    },
  };
}

/** The chosen username. A nominee's is returned by a separate call. */
function loginNameOf(row: ActivationRow): string | null {
  const { access } = row;
  if (access === null || (access.isAccountNumberUsername && !isPrimary(row))) return null;
  return access.isAccountNumberUsername ? row.account_number : access.emailAddress;
}

function taxFileOf({ tfn_cipher: cipher, tax_exemption: exemption }: ActivationRow): string | null {
  if (cipher !== null) return MASKED_TAX_FILE_NUMBER;
  return exemption === null ? null : `EXEMPT ${exemption}`;
}
