import { typed } from '@wattle/contract/typed.ts';
import { METHOD_FEATURES } from '@wattle/contract/rules/payment-methods.ts';
import type { Language } from '@wattle/contract/rules/languages.ts';
import { brandView } from '@wattle/contract/brands/brand.ts';
import { byName } from '@wattle/contract/rules/typed-names.ts';
import * as z from 'zod/mini';
import { SENDER } from '../../outside/sms/port.ts';

const { shape } = z.omit(brandView, {
  BrandIdentifier: true,
  BrandName: true,
  BrandId: true,
  TenantId: true,
  TenantName: true,
  UpdateTime: true,
  Assets: true,
  Texts: true,
});

/**
 * A page elsewhere. The file is written by the people of the brand, so only web addresses are allowed and no scripts.
 */
const site = z.string().check(
  z.regex(/^https?:\/\/[^\s"'<>\\]+$/i, 'must be an http or https address'),
  z.refine((text) => URL.canParse(text), 'must be an http or https address'),
);
/** The same, or a path of this server. Two slashes would refer to another server. */
const link = z.string().check(
  z.regex(
    /^(https?:\/\/[^\s"'<>\\]+|\/(?!\/)[^\s"'<>\\]*)$/i,
    'must be an http or https address, or a path that begins with /',
  ),
  z.refine((text) => URL.canParse(text, 'https://here.example'), 'must be an http or https address'),
);
/**
 * A picture of this server, because pages load none from elsewhere. `cards/back.svg` is
 * `/assets/brands/{brand}/card-back.svg`.
 */
const picture = z
  .string()
  .check(z.regex(/^\/assets\/brands\/[a-z\d]+\/[a-z\d-]+\.svg$/, 'must be a picture of the brand: /assets/brands/…'));
/** Where a fault of security is reported, as RFC 9116 has it. */
const contact = z
  .string()
  .check(
    z.regex(/^(https:\/\/[^\s"'<>\\]+|mailto:[^\s"'<>\\@]+@[^\s"'<>\\@]+)$/, 'must begin with https:// or mailto:'),
  );
/** Hours of a day: `08:00-18:00`, until `24:00` at most. */
const hours = z.string().check(
  z.regex(/^([01]\d|2[0-3]):[0-5]\d-(([01]\d|2[0-3]):[0-5]\d|24:00)$/, 'must be hours such as 08:00-18:00'),
  z.refine((text) => text.slice(0, 5) < text.slice(6), 'must end later than it begins'),
);
const optionalHours = z._default(z.nullable(hours), null);
const optionalLink = z._default(z.nullable(link), null);

/** Zones that were asked about before: making a format takes longer than the rest of a brand's settings. */
const timeZones = new Set<string>();

function isTimeZone(name: string): boolean {
  if (timeZones.has(name)) return true;
  try {
    if (new Intl.DateTimeFormat('en', { timeZone: name }).resolvedOptions().timeZone === '') return false;
  } catch {
    return false;
  }
  timeZones.add(name);
  return true;
}

/** Settings of a brand: the fields of the brand call that are not computed, and a few facts. */
const settings = {
  ...shape,
  BrandUrl: site,
  // The page replaces one of ours, which redirects to it. A path could lead back to our page.
  PrivacyUrl: z.nullable(site),
  FaqUrl: z.nullable(site),
  ProductInformationUrl: z.nullable(site),
  CompanyUrl: z.nullable(site),
  CustomLinkUrl: z.nullable(link),
  TermsUrl: z.nullable(link),
  FsgUrl: z.nullable(link),
  CardIdHelpInfoImage: z.nullable(picture),
  RemberMeDays: z.number().check(z.int(), z.minimum(0), z.maximum(365)),
  SupportPhoneNumber: z.string().check(z.regex(/^\+?\d[\d ]{2,18}\d$/, 'must be digits and spaces')),
  SupportHoursWeekdays: optionalHours,
  SupportHoursSaturday: optionalHours,
  SupportHoursSunday: optionalHours,
  DateFormat: z
    .string()
    .check(z.regex(/^(?=.*dd)(?=.*MM)(?=.*yy)[dMy /.-]{6,12}$/, 'must consist of dd, MM and yy or yyyy')),
  TimeZone: z.string().check(z.refine(isTimeZone, 'must be a time zone such as Australia/Melbourne')),
  DefaultMaskedCardNumber: z.nullable(
    z.string().check(z.regex(/^\d{4} \d\d•• [•\d ]*\d{4}$/, 'must be a masked card number')),
  ),
  /** ISO 3166-1 alpha-2: first in the country list. */
  DefaultCountry: z.string().check(z.regex(/^[A-Z]{2}$/, 'must be two capital letters')),
  IssuerPrivacyUrl: optionalLink,
  DirectDebitAgreementUrl: optionalLink,
  SecurityContact: z._default(z.nullable(contact), null),
  ReloadableCardMinimumAge: z._default(z.number().check(z.int(), z.minimum(0), z.maximum(120)), 16),
  /** Reward programme whose membership number is requested with an upgrade; null for none. */
  RewardProviderName: z._default(z.nullable(z.string().check(typed.name(), z.minLength(1), z.maxLength(40))), null),
  MaximumCardPurchaseNum: z._default(z.number().check(z.int(), z.minimum(1), z.maximum(100)), 5),
  /** Cents, charged once for an order of the store. */
  StoreFee: z._default(z.number().check(z.int(), z.minimum(0), z.maximum(100_00)), 5_95),
  /** Maximum cents on all cards of an order together. */
  StoreMaximumTotal: z._default(z.number().check(z.int(), z.minimum(1), z.maximum(100_000_00)), 2_500_00),
  /** Age in whole years that a buyer must have reached. */
  StoreMinimumAge: z._default(z.number().check(z.int(), z.minimum(0), z.maximum(120)), 18),
  /** Sender of its texts, registered in its name; null: that of the account. */
  TextSender: z._default(z.nullable(z.string().check(z.regex(SENDER, 'must be a number or a registered name'))), null),
  ShowAboutLink: z._default(z.boolean(), false),
  /** Whether addresses are searched while they are typed, where the instance has a service for that. */
  AutoAddress: z._default(z.boolean(), false),
};

/** Settings in the file of a brand, where an unknown key is a mistake. */
export const brandSettings = z.strictObject({ ...settings, Features: z.strictObject(shape.Features.shape) });
/** A payment method that was added after a brand was stored is off for that brand. */
const features = { ...shape.Features.shape, ...byName(METHOD_FEATURES, () => z._default(z.boolean(), false)) };
/** Settings in the database, where a newer server may have stored an unknown key. */
export const storedSettings = z.object({ ...settings, Features: z.object(features) });
export type BrandSettings = z.output<typeof brandSettings>;

/** Wording over the product's own: `feature:key` to text. */
export const brandTexts = z.record(z.string().check(z.regex(/^[a-zA-Z]+:[\w.-]+$/, 'must be feature:key')), z.string());
export type BrandTexts = Readonly<Record<Language, Readonly<Record<string, string>>>>;

/** A brand with the values that the server works with. */
export type Brand = {
  readonly id: number;
  readonly tenantId: number;
  readonly tenantName: string;
  readonly identifier: string;
  readonly name: string;
  readonly settings: BrandSettings;
  readonly texts: BrandTexts;
  /** Instant of the wire. */
  readonly updatedAt: string;
  /** Version of each asset by name. */
  readonly assets: ReadonlyMap<string, string>;
  /** Colour of the browser's own frame, from the brand's stylesheet. */
  readonly themeColour: string | undefined;
  /** The brand's stylesheet: only values of the tokens. */
  readonly tokens: string;
};
