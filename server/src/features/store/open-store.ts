import type { AppContext } from '../../context.ts';
import type { RequestInfo } from '../../http/handle.ts';
import { type Brand, findBrand } from '../brands/public.ts';

/** The brand of a call, where it has a store. */
export async function findStore(
  ctx: AppContext,
  request: Pick<RequestInfo, 'brand' | 'host'>,
  named?: string,
): Promise<Brand | undefined> {
  const brand = await findBrand(ctx, named ?? request.brand, request.host);
  return brand?.settings.Features.store ? brand : undefined;
}

export type StorePlace = { readonly tenantId: number; readonly brandId: number };

export function placeOf({ tenantId, id: brandId }: Brand): StorePlace {
  return { tenantId, brandId };
}
