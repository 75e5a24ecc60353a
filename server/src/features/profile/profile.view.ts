import type { personalDetails } from '@wattle/contract/profile/personal-details.ts';
import { MASKED_TAX_FILE_NUMBER } from '@wattle/contract/rules/tax-file-number.ts';
import type * as z from 'zod/mini';
import { toInstant } from '../../platform/database/database.ts';
import type { ProfileRow, StoredAddress } from './profile.store.ts';
import { shownPhone } from '../../platform/text/mobile-number.domain.ts';

type PersonalDetails = z.output<typeof personalDetails>;

/** Whether a tax file number is known. Its digits are never sent, and an exemption has its code. */
export function toTaxFile({
  has_tfn: has,
  tax_exemption: code,
}: Pick<ProfileRow, 'has_tfn' | 'tax_exemption'>): string | null {
  if (has) return MASKED_TAX_FILE_NUMBER;
  return code === null ? null : `EXEMPT ${code}`;
}

/** The date of birth is the only date of the wire that is not ISO: `1990-02-01` is sent as `01/02/1990`. */
function toBirthDate(isoDate: string | null): string {
  return isoDate === null ? '' : isoDate.split('-').toReversed().join('/');
}

/** An address as the wire has it. */
export function toAddress(stored: StoredAddress | null): PersonalDetails['Address'] {
  if (stored === null) return null;
  return {
    AddressLine1: stored['AddressLine1'] ?? '',
    AddressLine2: stored['AddressLine2'] ?? '',
    UnitNumber: stored['UnitNumber'] ?? '',
    StreetNumber: stored['StreetNumber'] ?? '',
    StreetName: stored['StreetName'] ?? '',
    Suburb: stored['Suburb'] ?? '',
    State: stored['State'] ?? '',
    PostCode: stored['PostCode'] ?? '',
    CountryCode: stored['CountryCode'] ?? '',
  };
}

/** `securityQuestion`: the words of the chosen one, null if none is chosen. */
export function toPersonalDetails(
  row: ProfileRow,
  securityQuestion: string | null,
  besides: Pick<PersonalDetails, 'Withholding' | 'PendingContacts' | 'ContactsHeldUntil'>,
): PersonalDetails {
  return {
    UserName: row.username,
    EmailAddress: row.email,
    SecurityQuestion: securityQuestion,
    SecurityQuestionNumber: row.security_question,
    Title: row.title,
    FirstName: row.first_name,
    MiddleName: row.middle_name,
    Surname: row.surname,
    DateOfBirth: toBirthDate(row.date_of_birth),
    UnparsedDateOfBirth: row.date_of_birth ?? '',
    MothersMaidenName: null,
    HomePhone: shownPhone(row.home_phone),
    Mobile: shownPhone(row.mobile),
    TaxFileNumber: toTaxFile(row),
    MayEditTaxFileNumber: row.may_edit_tax_file,
    Address: toAddress(row.address),
    CorrespondenceAddress: toAddress(row.correspondence_address),
    Kyc: row.is_kyc_verified,
    IsKycRestricted: row.is_kyc_restricted,
    IsKycRestircted: row.is_kyc_restricted,
    CfsMarketingEmail: row.marketing_cfs,
    ProductMarketingEmail: row.marketing_product,
    PreviousLogin: row.previous_login_at === null ? null : toInstant(row.previous_login_at),
    StatementDeliveryType: row.statement_delivery,
    StatementFrequencyType: row.statement_frequency,
    StatementFrequencyOverride: row.statement_frequency !== 0,
    ...besides,
    ClosureAskedAt: row.closure_asked_at === null ? null : toInstant(row.closure_asked_at),
  };
}
