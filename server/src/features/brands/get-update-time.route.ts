import { getUpdateTime } from '@wattle/contract/brands/get-update-time.ts';
import { err, ok } from '@wattle/contract/errors.ts';
import { handlePublic } from '../../http/handle.ts';
import { readUpdateTimes } from './brand.store.ts';
import { findBrand } from './find-brand.ts';

export const getUpdateTimeRoute = handlePublic(getUpdateTime, async ({ body, ctx, request }) => {
  const brand = await findBrand(ctx, body.identifier, request.host);
  if (!brand) return err('not_found');
  const { tenantId, id, updatedAt } = brand;
  const times = await ctx.database.read(tenantId, (tx) => readUpdateTimes(tx, tenantId, id));
  return ok({ UpdateTime: times?.latest ?? updatedAt });
});
