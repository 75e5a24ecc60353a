import { getAutoAddressEnableStatus } from '@wattle/contract/brands/config.ts';
import { err, ok } from '@wattle/contract/errors.ts';
import { handlePublic } from '../../http/handle.ts';
import { findBrand } from '../brands/public.ts';
import { addressServiceOf } from './address-service.ts';

/** The call has no fields: the brand is that of the page, as its header says, else that of the host. */
export const getAutoAddressEnableStatusRoute = handlePublic(getAutoAddressEnableStatus, async ({ ctx, request }) => {
  const brand = await findBrand(ctx, request.brand, request.host);
  return brand ? ok({ IsEnabled: addressServiceOf(ctx, brand) !== undefined }) : err('not_found');
});
