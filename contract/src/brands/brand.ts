import { byName } from '../rules/typed-names.ts';
import * as z from 'zod/mini';
import { inEachLanguage } from '../rules/languages.ts';
import { METHOD_FEATURES } from '../rules/payment-methods.ts';
import { operation } from '../operation.ts';
import { brandIdentifier, instant } from '../wire.ts';
import { namedNumbers } from '../named-numbers.ts';

/** email 1, account 2, email or account 3, email or mobile 4. */
export const LOGIN_METHOD = { email: 1, account: 2, emailOrAccount: 3, emailOrMobile: 4 } as const;
export const loginMethodId = namedNumbers(LOGIN_METHOD);

/** Features that a brand may switch off. A link shows only if its route exists and its flag is on. */
export const featureFlags = z.object({
  topUp: z.boolean(),
  ...byName(METHOD_FEATURES, () => z.boolean()),
  statements: z.boolean(),
  scheduledPayments: z.boolean(),
  returnFunds: z.boolean(),
  store: z.boolean(),
  alerts: z.boolean(),
  passkeys: z.boolean(),
});
export type FeatureFlags = z.output<typeof featureFlags>;

const texts = z.record(z.string(), z.string());

export const brandView = z.object({
  BrandIdentifier: z.string(),
  BrandName: z.string(),
  BrandId: z.number(),
  BrandUrl: z.string(),
  TenantId: z.number(),
  TenantName: z.string(),
  InstitutionIdentifier: z.string(),
  LoginMethodId: loginMethodId,
  UseCardIdForCardholderAccess: z.boolean(),
  AllowGetCardAccessDetails: z.boolean(),
  LinkExistingCard: z.boolean(),
  ShowFAQ: z.boolean(),
  ShowCustomLinkUrl: z.boolean(),
  CustomLinkUrl: z.nullable(z.string()),
  CustomLinkText1: z.nullable(z.string()),
  CustomLinkText2: z.nullable(z.string()),
  TermsUrl: z.nullable(z.string()),
  PrivacyUrl: z.nullable(z.string()),
  FaqUrl: z.nullable(z.string()),
  FsgUrl: z.nullable(z.string()),
  ProductInformationUrl: z.nullable(z.string()),
  PDSText: z.nullable(z.string()),
  CompanyUrl: z.nullable(z.string()),
  CardIdHelpInfoText: z.nullable(z.string()),
  CardIdHelpInfoImage: z.nullable(z.string()),
  ActivationCodeHelpInfoText: z.nullable(z.string()),
  OverrideLostOrStolenText: z.nullable(z.string()),
  RemberMeDays: z.number(),
  ShowActivateCardLink: z.boolean(),
  ShowSignupLink: z.boolean(),
  AllowEditEmailAddress: z.boolean(),
  AllowEditPhoneNumber: z.boolean(),
  AllowEditAddress: z.boolean(),
  AllowEditUsernameAndSecurityQuestion: z.boolean(),
  SupportPhoneNumber: z.string(),
  /** When the phone is answered, `08:00-18:00` in the brand's zone; null or absent: the brand does not say. */
  SupportHoursWeekdays: z.optional(z.nullable(z.string())),
  SupportHoursSaturday: z.optional(z.nullable(z.string())),
  SupportHoursSunday: z.optional(z.nullable(z.string())),
  DateFormat: z.string(),
  TimeZone: z.string(),
  DefaultMaskedCardNumber: z.nullable(z.string()),
  UpdateTime: instant,
  Features: featureFlags,
  /** Addresses of the brand's stylesheet and pictures; each carries its version. */
  Assets: z.object({ Tokens: z.string(), Logo: z.string(), LogoOnDark: z.string(), Hero: z.string() }),
  /** The brand's wording over the product's own, by language and key (`feature:key`). */
  Texts: z.object(inEachLanguage(() => texts)),
});
export type BrandView = z.output<typeof brandView>;

/** The brand of a URL segment. `default` names the brand of the host, else of the instance. */
export const getBrand = operation({
  name: 'getBrand',
  method: 'GET',
  path: 'brand/{identifier}',
  auth: 'public',
  proof: 'none',
  summary: 'Get a brand: settings, wording, pictures',
  params: z.object({ identifier: brandIdentifier }),
  response: brandView,
  errors: ['not_found'],
});
