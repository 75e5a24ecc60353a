import { getSystemNotifications } from '@wattle/contract/brands/get-system-notifications.ts';
import { err, ok } from '@wattle/contract/errors.ts';
import { handlePublic } from '../../http/handle.ts';
import { readCurrentNotices } from './brand.store.ts';
import { toNotificationView } from './brand.view.ts';
import { findBrand } from './find-brand.ts';

export const getSystemNotificationsRoute = handlePublic(getSystemNotifications, async ({ body, ctx, request }) => {
  const brand = await findBrand(ctx, body.brandIdentifier, request.host);
  // What the page says of the tenant is compared, never believed.
  if (!brand || (body.tenantId ?? brand.tenantId) !== brand.tenantId) return err('not_found');
  if ((body.tenantName ?? brand.tenantName) !== brand.tenantName) return err('not_found');
  const now = ctx.clocks.business.now();
  const rows = await ctx.database.read(brand.tenantId, (tx) => readCurrentNotices(tx, brand.tenantId, brand.id, now));
  return ok({ Notifications: rows.map(toNotificationView) });
});
