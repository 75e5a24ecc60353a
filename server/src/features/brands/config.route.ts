import { inEachLanguage, LANGUAGES } from '@wattle/contract/rules/languages.ts';
import * as config from '@wattle/contract/brands/config.ts';
import { err, ok } from '@wattle/contract/errors.ts';
import type * as z from 'zod/mini';
import { rulesOf } from '../../config/mode.ts';
import type { AppContext } from '../../compose/context.ts';
import { handlePublic, type Route } from '../../http/handle.ts';
import { dayAt } from '../../platform/time/clock.ts';
import type { Brand } from './brand-settings.ts';
import { brandWords } from './brand-words.ts';
import { findBrand, findDefaultBrand } from './find-brand.ts';

/** Longest parts of an address that the card's bureau prints. */
const ADDRESS_LENGTHS = { AddressLine1: 32, AddressLine2: 32, State: 18, PostCode: 9 };

type Fact = typeof config.getPrivacyPolicy;
type FactOf<R extends z.ZodMiniType> = Omit<Fact, 'response'> & { readonly response: R };

/** A call that returns one fact of a brand. */
function fact<R extends z.ZodMiniType>(
  operation: FactOf<R>,
  of: (brand: Brand, ctx: AppContext) => z.output<R> | Promise<z.output<R>>,
): Route {
  return handlePublic(operation as unknown as Fact, async ({ query, ctx, request }) => {
    const brand = await findBrand(ctx, query.brand, request.host);
    // The binder checks the answer against the operation's own schema.
    return brand ? ok((await of(brand, ctx)) as never) : err('not_found');
  });
}

export const configRoutes = [
  fact(config.getConfiguration, async ({ settings }, ctx) => ({
    InstanceName: ctx.config.instanceName,
    DefaultBrand: (await findDefaultBrand(ctx))?.identifier ?? '',
    DateFormat: settings.DateFormat,
    TimeZone: settings.TimeZone,
    Currency: 'AUD' as const,
    Languages: [...LANGUAGES],
    IsSandbox: rulesOf(ctx.config.mode).isOpen,
  })),
  fact(config.getPrivacyPolicy, ({ settings }) => ({ Url: settings.PrivacyUrl })),
  fact(config.getTermsOfUseUrl, ({ settings }) => ({ Url: settings.TermsUrl })),
  fact(config.getFundTransferLimitTooltip, (brand) =>
    inEachLanguage((language) => brandWords(brand, language)('transfers:limit.tooltip')),
  ),
  fact(config.getIssuerPrivacyPolicy, ({ settings }) => ({ Url: settings.IssuerPrivacyUrl })),
  fact(config.getReloadableCardMinimumAge, ({ settings }) => ({ MinimumAge: settings.ReloadableCardMinimumAge })),
  fact(config.getDirectDebitServiceAgreement, ({ settings }) => ({ Url: settings.DirectDebitAgreementUrl })),
  fact(config.getMaximumCardPurchaseNum, ({ settings }) => ({
    MaximumCardPurchaseNum: settings.MaximumCardPurchaseNum,
  })),
  fact(config.getSupportPhoneNumber, ({ settings }) => ({ SupportPhoneNumber: settings.SupportPhoneNumber })),
  fact(config.getAddressLengths, () => ADDRESS_LENGTHS),
  fact(config.getShowAboutLink, ({ settings }) => ({ ShowAboutLink: settings.ShowAboutLink })),
  fact(config.getInstanceName, (_brand, ctx) => ({ InstanceName: ctx.config.instanceName })),
];

export const getServerTimeRoute = handlePublic(config.getServerTime, async ({ ctx }) => {
  const now = ctx.clocks.business.now();
  return ok({ ServerTime: new Date(now).toISOString(), ServerDate: dayAt(now) });
});
