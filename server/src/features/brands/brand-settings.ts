import { brandView } from '@wattle/contract/brands/get-brand.ts';
import * as z from 'zod/mini';

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

/** Links come from a file that a brand's own people write: only the web, never a script. */
const link = z.string().check(z.regex(/^https?:\/\/[^\s"'<>]+$/, 'must be an http or https address'));
const optionalLink = z._default(z.nullable(link), null);

/** What a brand settles for itself: the fields of the brand call that are not computed, and a few facts. */
export const brandSettings = z.strictObject({
  ...shape,
  BrandUrl: link,
  CustomLinkUrl: z.nullable(link),
  TermsUrl: z.nullable(link),
  PrivacyUrl: z.nullable(link),
  FaqUrl: z.nullable(link),
  FsgUrl: z.nullable(link),
  ProductInformationUrl: z.nullable(link),
  CompanyUrl: z.nullable(link),
  RemberMeDays: z.number().check(z.int(), z.minimum(0), z.maximum(365)),
  /** ISO 3166-1 alpha-2: first in the country list. */
  DefaultCountry: z.string().check(z.regex(/^[A-Z]{2}$/, 'must be two capital letters')),
  IssuerPrivacyUrl: optionalLink,
  DirectDebitAgreementUrl: optionalLink,
  ReloadableCardMinimumAge: z._default(z.number().check(z.int(), z.minimum(0), z.maximum(120)), 16),
  MaximumCardPurchaseNum: z._default(z.number().check(z.int(), z.minimum(1), z.maximum(100)), 5),
  ShowAboutLink: z._default(z.boolean(), false),
});
export type BrandSettings = z.output<typeof brandSettings>;

/** Wording over the product's own: `feature:key` to text. */
export const brandTexts = z.record(z.string().check(z.regex(/^[a-zA-Z]+:[\w.-]+$/, 'must be feature:key')), z.string());
export type BrandTexts = {
  readonly enAU: Readonly<Record<string, string>>;
  readonly zhCN: Readonly<Record<string, string>>;
};

/** A brand as the server works with it. */
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
};
