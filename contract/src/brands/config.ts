import * as z from 'zod/mini';
import { inEachLanguage, LANGUAGES } from '../rules/languages.ts';
import { operation } from '../operation.ts';
import { brandIdentifier, instant, isoDate } from '../wire.ts';

/**
 * The config/ calls: small facts of the instance, tenant and brand. Screens go on without them
 * when they fail. All are GET with an optional brand, but for the two that the documents post.
 */
const brandQuery = z.object({ brand: z.optional(brandIdentifier) });

function fact<R extends z.ZodMiniType>(name: string, path: string, summary: string, response: R) {
  return operation({
    name,
    method: 'GET',
    path: `config/${path}`,
    auth: 'public',
    proof: 'none',
    summary,
    query: brandQuery,
    response,
    errors: ['not_found'],
  });
}

const link = z.object({ Url: z.nullable(z.string()) });

export const getConfiguration = fact(
  'getConfiguration',
  '',
  'Configuration of the instance',
  z.object({
    InstanceName: z.string(),
    DefaultBrand: z.string(),
    DateFormat: z.string(),
    TimeZone: z.string(),
    Currency: z.literal('AUD'),
    Languages: z.array(z.enum(LANGUAGES)),
    IsSandbox: z.boolean(),
  }),
);
export const getPrivacyPolicy = fact('getPrivacyPolicy', 'privacyPolicy', 'Address of the privacy policy', link);
export const getTermsOfUseUrl = fact('getTermsOfUseUrl', 'webSiteTermsOfUseUrl', 'Address of the terms of use', link);
export const getFundTransferLimitTooltip = fact(
  'getFundTransferLimitTooltip',
  'fundtransferlimittooltip',
  'Help text beside the transfer limit, in both languages',
  z.object(inEachLanguage(() => z.string())),
);
/** The path has this spelling on the wire, from the name of an issuer. Here it means the issuer's own policy. */
export const getIssuerPrivacyPolicy = fact(
  'getIssuerPrivacyPolicy',
  'induePrivacyPolicy',
  "Address of the card issuer's privacy policy",
  link,
);
export const getReloadableCardMinimumAge = fact(
  'getReloadableCardMinimumAge',
  'reloadableCardMinimumAge',
  'Least age, in years, for a reloadable card',
  z.object({ MinimumAge: z.number() }),
);
export const getDirectDebitServiceAgreement = fact(
  'getDirectDebitServiceAgreement',
  'directDebitServiceAgreement',
  'Address of the direct debit service agreement',
  link,
);
export const getMaximumCardPurchaseNum = fact(
  'getMaximumCardPurchaseNum',
  'maximumCardPurchaseNum',
  'Most cards in one store order',
  z.object({ MaximumCardPurchaseNum: z.number() }),
);
export const getSupportPhoneNumber = fact(
  'getSupportPhoneNumber',
  'supportPhoneNumber',
  "The brand's support phone",
  z.object({ SupportPhoneNumber: z.string() }),
);
/** Most characters of each part of an address; longer ones are cut. */
export const getAddressLengths = fact(
  'getAddressLengths',
  'addressLengths',
  'Most characters of each part of an address',
  z.object({ AddressLine1: z.number(), AddressLine2: z.number(), State: z.number(), PostCode: z.number() }),
);
export const getShowAboutLink = fact(
  'getShowAboutLink',
  'getShowAboutLink',
  'Whether the about link shows',
  z.object({ ShowAboutLink: z.boolean() }),
);
export const getInstanceName = fact(
  'getInstanceName',
  'getInstanceName',
  'Name of the instance',
  z.object({ InstanceName: z.string() }),
);
export const getAutoAddressEnableStatus = operation({
  name: 'getAutoAddressEnableStatus',
  method: 'POST',
  reads: true,
  path: 'config/autoAddressEnableStatus',
  auth: 'public',
  proof: 'none',
  summary: 'Whether addresses can be looked up while typing',
  response: z.object({ IsEnabled: z.boolean() }),
  errors: ['not_found'],
});
/** The business clock: movable in the sandbox, so never the browser's own. */
export const getServerTime = operation({
  name: 'getServerTime',
  method: 'POST',
  reads: true,
  path: 'config/getServerTime',
  auth: 'public',
  proof: 'none',
  summary: 'Business time of the server',
  response: z.object({ ServerTime: instant, ServerDate: isoDate }),
});

export const country = z.object({
  /** ISO 3166-1 alpha-2. */
  Code: z.string(),
  Name: z.string(),
  IsDefault: z.boolean(),
  States: z.array(z.object({ StateCode: z.string(), StateName: z.string(), IsDefault: z.boolean() })),
});

/** All countries, the brand's own first, then by name in the asked language. */
export const getCountries = operation({
  name: 'getCountries',
  method: 'POST',
  reads: true,
  path: 'country/getall',
  auth: 'public',
  proof: 'none',
  summary: 'Countries and their states',
  /** May be left out. */
  body: z._default(z.object({ brand: z.optional(brandIdentifier), language: z.optional(z.enum(LANGUAGES)) }), {}),
  response: z.object({ Countries: z.array(country) }),
  errors: ['not_found'],
});

/** The latest change of the brand, its texts and notices; a cached brand older than this is stale. */
export const getUpdateTime = operation({
  name: 'getUpdateTime',
  method: 'POST',
  reads: true,
  path: 'brand/GetUpdateTime',
  auth: 'public',
  proof: 'none',
  summary: 'When the brand last changed',
  body: z.object({ identifier: brandIdentifier }),
  response: z.object({ UpdateTime: instant }),
  errors: ['not_found'],
});
