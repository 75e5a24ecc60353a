import { getBrand } from '@wattle/contract/brands/get-brand.ts';
import { err, ok } from '@wattle/contract/errors.ts';
import { handlePublic } from '../../http/handle.ts';
import { viewBrand } from './brand-page.ts';
import { findBrand } from './find-brand.ts';

export const getBrandRoute = handlePublic(getBrand, async ({ params, ctx, request }) => {
  const brand = await findBrand(ctx, params.identifier, request.host);
  return brand ? ok(await viewBrand(ctx, brand)) : err('not_found');
});
