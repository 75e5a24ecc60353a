import { getMatchedAddresses } from '@wattle/contract/addresses/get-matched-addresses.ts';
import { err, ok } from '@wattle/contract/errors.ts';
import { handlePublic } from '../../http/handle.ts';
import { findBrand } from '../brands/public.ts';
import { addressServiceOf, answerOf, isSearched } from './address-service.ts';

export const getMatchedAddressesRoute = handlePublic(
  getMatchedAddresses,
  async ({ body, ctx, request }) => {
    const brand = await findBrand(ctx, body.brand, request.host);
    const service = brand && addressServiceOf(ctx, brand);
    if (!service) return err('not_found');
    const { countryCode: country, searchString: text } = body;
    if (!isSearched(country)) return ok({ Addresses: [] });
    const hits = answerOf(await service.search({ country, text, most: ctx.config.addressHits })) ?? [];
    const shown = hits.slice(0, ctx.config.addressHits);
    return ok({ Addresses: shown.map((hit) => ({ Id: hit.id, Text: hit.text })) });
  },
  { rate: 'addressSearch' },
);
