import { getBrand } from '@wattle/contract/brands/brand.ts';
import { getCountries, getUpdateTime } from '@wattle/contract/brands/config.ts';
import { getSystemNotifications } from '@wattle/contract/brands/system-notifications.ts';
import { err, ok } from '@wattle/contract/errors.ts';
import { DEFAULT_LANGUAGE } from '@wattle/contract/rules/languages.ts';
import { handlePublic, type Route } from '../../http/handle.ts';
import { viewBrand } from './brand-page.ts';
import { readCurrentNotices, readUpdateTimes } from './brand.store.ts';
import { toNotificationView } from './brand.view.ts';
import { configRoutes, getServerTimeRoute } from './config.route.ts';
import { countriesIn } from './countries.ts';
import { findBrand } from './find-brand.ts';

/** Calls about the brand of a page, open to visitors who have not signed in. */
export const brandRoutes: readonly Route[] = [
  handlePublic(getBrand, async ({ params, ctx, request }) => {
    const brand = await findBrand(ctx, params.identifier, request.host);
    return brand ? ok(await viewBrand(ctx, brand)) : err('not_found');
  }),

  handlePublic(getUpdateTime, async ({ body, ctx, request }) => {
    const brand = await findBrand(ctx, body.identifier, request.host);
    if (!brand) return err('not_found');
    const { tenantId, id, updatedAt } = brand;
    const times = await ctx.database.read(tenantId, (tx) => readUpdateTimes(tx, tenantId, id));
    return ok({ UpdateTime: times?.latest ?? updatedAt });
  }),

  handlePublic(getSystemNotifications, async ({ body, ctx, request }) => {
    const brand = await findBrand(ctx, body.brandIdentifier, request.host);
    // The tenant that the page sends is compared and not trusted.
    if (!brand || (body.tenantId ?? brand.tenantId) !== brand.tenantId) return err('not_found');
    if ((body.tenantName ?? brand.tenantName) !== brand.tenantName) return err('not_found');
    const now = ctx.clocks.business.now();
    const rows = await ctx.database.read(brand.tenantId, (tx) => readCurrentNotices(tx, brand.tenantId, brand.id, now));
    return ok({ Notifications: rows.map(toNotificationView) });
  }),

  handlePublic(getCountries, async ({ body, ctx, request }) => {
    const brand = await findBrand(ctx, body.brand, request.host);
    if (!brand) return err('not_found');
    return ok({ Countries: [...countriesIn(body.language ?? DEFAULT_LANGUAGE, brand.settings.DefaultCountry)] });
  }),
  ...configRoutes,
  getServerTimeRoute,
];
