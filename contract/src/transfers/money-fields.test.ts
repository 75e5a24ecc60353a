import { expect, it } from 'vitest';
import * as z from 'zod/mini';
import { setTaxFileNumber } from '../activation/tax-file-number.ts';
import { customerReference } from '../bpay/bpay.ts';
import { changeName, changePaymentLimit } from '../cards/settings.ts';
import { updateAccessDetails } from '../profile/contacts.ts';
import { updatePersonalDetails } from '../profile/change-personal-details.ts';
import { activation } from '../topup/auto-topup.ts';
import { activationCode } from '../wire.ts';
import { bsbNumber } from './bsb.ts';
import {
  accountTitle,
  bankAccountNumber,
  lodgementReference,
  numberOfPayments,
  optionalDeText,
  transferAmount,
} from './transfer.ts';

const CARD = { AccountNumber: '200100017', MaskedCardNumber: '9036 00•• •••• 0017', ExpirationDate: '2029-09' };
const AGREED = { MemberNumber: '200100017', AutoTopupId: '00000000-0000-4000-8000-000000000001' };

/** Result of validating a value: the key of the field's message, or that the value was accepted. */
type Field = (value: unknown) => z.core.util.SafeParseResult<unknown>;

const FIELDS = {
  BSB: (typed) => z.safeParse(bsbNumber, typed),
  'account number': (typed) => z.safeParse(bankAccountNumber, typed),
  'name of an account': (typed) => z.safeParse(accountTitle, typed),
  description: (typed) => z.safeParse(optionalDeText, typed),
  amount: (dollars) => z.safeParse(transferAmount, dollars),
  reference: (typed) => z.safeParse(customerReference, typed),
  'number of payments': (count) => z.safeParse(numberOfPayments, count),
  'card name': (CardName) => z.safeParse(changeName.body, { Card: CARD, CardName }),
  'payment limit': (NewPaymentLimit) => z.safeParse(changePaymentLimit.body, { CardSummary: CARD, NewPaymentLimit }),
  mobile: (Mobile) => z.safeParse(updateAccessDetails.body, { Mobile, currentpassword: 'Golden-Wattle-2026' }),
  'home phone': (HomePhone) => z.safeParse(updatePersonalDetails.body, { HomePhone }),
  'tax file number': (TaxFileNumber) => z.safeParse(setTaxFileNumber.body, { Kind: 'number', TaxFileNumber }),
  'tax exemption': (ExemptionCode) => z.safeParse(setTaxFileNumber.body, { Kind: 'exemption', ExemptionCode }),
  'activation code': (typed) => z.safeParse(activationCode, typed),
  'code of the 1-cent deposit': (ActivationCode) => z.safeParse(activation, { ...AGREED, ActivationCode }),
} satisfies Record<string, Field>;

/** The rules of the documents, at their bounds. */
const RULES: readonly (readonly [keyof typeof FIELDS, unknown, string | null])[] = [
  ['BSB', '000101', null],
  ['BSB', '000-101', null],
  ['BSB', '', 'required'],
  ['BSB', '00010', 'errorBSB6Digit'],
  ['BSB', '0001011', 'errorBSB6Digit'],
  ['BSB', '00010a', 'errorBSB6Digit'],
  ['account number', 'AB 12-345', null],
  ['account number', '', 'required'],
  ['account number', '1234567890', 'errorAccountNumberInvalid'],
  ['account number', '000000000', 'errorAccountNumberInvalid'],
  ['account number', '0 0-0', 'errorAccountNumberInvalid'],
  ['account number', '12_34', 'errorAccountNumberInvalid'],
  ['name of an account', '', 'required'],
  ['name of an account', 'Zoë', null],
  ['name of an account', '谢谢', 'invalidDEChars'],
  ['name of an account', 'A [b]', 'invalidDEChars'],
  ['name of an account', 'x^2', 'invalidDEChars'],
  ['description', '', null],
  ['description', '{~|}', null],
  ['description', 'x]', 'invalidDEChars'],
  ['amount', undefined, 'errorAmount'],
  ['amount', 0, 'transferAmountError'],
  ['amount', 0.01, null],
  ['amount', 99_999_999.99, null],
  ['amount', 100_000_000, 'transferAmountError'],
  ['amount', 1.005, 'transferAmountError'],
  ['reference', '', 'required'],
  ['reference', '1', 'invalidReferenceLength'],
  ['reference', '12', null],
  ['reference', '1'.repeat(20), null],
  ['reference', '1'.repeat(21), 'invalidReferenceLength'],
  ['number of payments', 0, 'required'],
  ['number of payments', 1, null],
  ['number of payments', 999, null],
  ['number of payments', 1000, 'required'],
  ['card name', '', 'required'],
  ['card name', "Mum's 2nd card, v1.0 - new", null],
  ['card name', '2nd', 'invalidCardName'],
  ['card name', 'A&B', 'invalidCardName'],
  ['payment limit', 99_999, null],
  ['payment limit', 100_000, 'errorPaymentLimitInvalid'],
  ['payment limit', 10.5, 'errorPaymentLimitInvalid'],
  ['payment limit', -1, 'errorPaymentLimitInvalid'],
  ['mobile', '040000000', 'mobilePhoneValid'],
  ['mobile', '0400000001', null],
  ['mobile', '0400 000 00112', null],
  ['mobile', '0400 000 001123', 'mobilePhoneValid'],
  ['home phone', '', null],
  ['home phone', '03 9000 0001 1', null],
  ['home phone', '03 9000 0001 12', 'phoneValid'],
  ['tax file number', '', 'taxFileNumberValid'],
  ['tax file number', '1234567', 'taxFileNumberLengthValid'],
  // 1×10 + 2×7 + 3×8 + 4×4 + 5×6 + 6×3 + 7×5 + 8×2 + 2×1 = 165 = 15 × 11.
  ['tax file number', '123 456 782', null],
  ['tax file number', '123456783', 'taxFileNumberValid'],
  ['tax file number', '*** *** ***', null],
  ['tax exemption', '', 'taxExemptionCodeValid'],
  ['activation code', '246810', null],
  ['activation code', '', 'required'],
  ['activation code', '24681', 'activiationCodeInvalid'],
  ['activation code', '2468101', 'activiationCodeInvalid'],
  ['code of the 1-cent deposit', '246810', null],
  ['code of the 1-cent deposit', '', 'required'],
  ['code of the 1-cent deposit', '24681', 'autoTopupActiviationCodeInvalid'],
  ['code of the 1-cent deposit', '2468101', 'autoTopupActiviationCodeInvalid'],
];

it.each(RULES)('judges %s %j as %s', (field, value, message) => {
  const result: z.core.util.SafeParseResult<unknown> = FIELDS[field](value);
  expect(result.success ? null : result.error.issues[0]?.message).toBe(message);
});

it.each([
  ['O’Brien', 'Mum’s rent', "O'Brien", "Mum's rent"],
  ['Zoë Łukasz', 'Rent – Oct', 'Zoe Lukasz', 'Rent - Oct'],
  // 16 characters are 18 once they are folded.
  ['ß'.repeat(16), 'Rent November 2…', 's'.repeat(32), 'Rent November 2...'],
])('[16-b] takes %j and %j as they are sent', (name, words, sentName, sentWords) => {
  expect(accountTitle.parse(name)).toBe(sentName);
  expect(lodgementReference.parse(words)).toBe(sentWords);
  expect(optionalDeText.parse(words)).toBe(sentWords);
});

it('counts the length of a text after the fold', () => {
  expect(accountTitle.safeParse('ß'.repeat(17)).error?.issues[0]?.message).toBe('accountTitleTooLong');
  expect(lodgementReference.safeParse('Rent of November…').error?.issues[0]?.message).toBe('lodgementReferenceInvalid');
});
