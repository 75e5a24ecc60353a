import * as z from 'zod/mini';
import { withholding } from '../profile/online-account.ts';
import { accountNumber } from '../wire.ts';
import { typed } from '../typed.ts';

/**
 * Steps of activating a card, in this order. The server decides which of them apply and which are done, from the facts
 * of card, product, holder and brand.
 */
export const ACTIVATION_STEPS = [
  /** Accept the terms of the product: /termsAndConditions. */
  'terms',
  /** Mother's maiden name and date of birth: /cardIdentityVerify. */
  'identityVerify',
  /** Identity questions: /cardIdentityAuth. */
  'identityAuth',
  /** An existing login or a new one: /loginOptionSelector. Done once either is begun. */
  'loginOption',
  /** Sign in with the login that the holder has: /login. */
  'login',
  /** A login for a holder whose record is known: /accessDetailsSetup. */
  'accessDetails',
  /** A login and the person's details: /accountSetup. */
  'accountSetup',
  /** Tax file number, exemption, or not now: /setTFN. */
  'taxFile',
  /** Review and consent: /accountsetup/consent. */
  'consent',
  /** Electronic identity verification: /eKyc. */
  'eKyc',
  /** Choose a PIN, which activates the card: /setPin. */
  'pin',
  /** Activate a card that has no PIN: /cardActivationSuccess. */
  'confirm',
] as const;
export type ActivationStep = (typeof ACTIVATION_STEPS)[number];

/** Facts about the card that an activation code opens. */
export const activationFacts = z.object({
  AccountNumber: accountNumber,
  CardNumberSuffix: z.string(),
  /** Credit 1, Debit 2, Prepaid 3. */
  CardProductTypeId: z.number(),
  TaxFileNumberExist: z.boolean(),
  DisableInterest: z.boolean(),
  /** The holder has a login already. */
  NeedToLogin: z.boolean(),
  IsPrimaryAccount: z.boolean(),
  IsPrimaryAccountRelationship: z.boolean(),
  eKycRequired: z.boolean(),
  /** Identity questions. */
  NeedCustomAuth: z.boolean(),
  /** Mother's maiden name and date of birth. */
  NeedToVerifyIdentity: z.boolean(),
});

/** Membership of the brand's reward programme, asked where a card is upgraded. */
export const rewardProviderDetails = z.object({
  IsMember: z.boolean(),
  /** Member number; empty for a non-member. */
  AccountNumber: z.string().check(typed.bankAccount(), z.regex(/^[\dA-Za-z -]{0,20}$/, 'alphanumericOnly')),
});

const address = z.object({
  AddressLine1: z.string(),
  AddressLine2: z.string(),
  Suburb: z.string(),
  State: z.string(),
  PostCode: z.string(),
  CountryCode: z.string(),
});

/** Details that were entered, without secrets. */
const entered = z.object({
  LoginName: z.nullable(z.string()),
  EmailAddress: z.nullable(z.string()),
  SecurityQuestion: z.nullable(z.number()),
  Title: z.nullable(z.string()),
  FirstName: z.nullable(z.string()),
  MiddleName: z.nullable(z.string()),
  Surname: z.nullable(z.string()),
  NameOnCard: z.nullable(z.string()),
  /** `1990-02-01`. */
  UnparsedDateOfBirth: z.nullable(z.string()),
  Mobile: z.nullable(z.string()),
  HomePhone: z.nullable(z.string()),
  Address: z.nullable(address),
  /** Postal address; null if it is the same. */
  CorrespondenceAddress: z.nullable(address),
  RewardProviderDetails: z.nullable(rewardProviderDetails),
  /** Nine stars, `EXEMPT` and a code, or null. */
  TaxFileNumber: z.nullable(z.string()),
  IsTaxFileNumberPutOff: z.boolean(),
});

/** An activation as its holder sees it: the facts of the code, the entered details, the remaining steps. */
export const activationView = z.object({
  ...activationFacts.shape,
  MaskedCardNumber: z.string(),
  CardName: z.string(),
  Image: z.string(),
  IsImageDark: z.boolean(),
  IsReloadable: z.boolean(),
  /** A new card is activated, or one that is in use is upgraded by someone without a login. */
  Purpose: z.enum(['activation', 'upgrade']),
  /** The reward programme that an upgrade asks about; null if the brand has none. */
  RewardProviderName: z.nullable(z.string()),
  MinimumAge: z.number(),
  /** Withholding that applies if the tax file number is given later; null if the product withholds nothing. */
  Withholding: z.nullable(withholding),
  /** Version and address of the terms that are asked for; null if none are. */
  Terms: z.nullable(z.object({ Version: z.string(), Url: z.nullable(z.string()) })),
  Steps: z.array(z.object({ Name: z.enum(ACTIVATION_STEPS), IsDone: z.boolean() })),
  /** Null: nothing is left, the card is active. */
  NextStep: z.nullable(z.enum(ACTIVATION_STEPS)),
  Entered: entered,
});
export type ActivationView = z.output<typeof activationView>;

/** Refusals that every step of an activation can return: there is none, it has expired, or another step comes first. */
export const OUT_OF_TURN = ['card_activated_already', 'card_problem', 'required_field'] as const;
