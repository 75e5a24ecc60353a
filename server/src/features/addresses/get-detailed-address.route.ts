import { getDetailedAddress } from '@wattle/contract/addresses/get-detailed-address.ts';
import { err, ok } from '@wattle/contract/errors.ts';
import { handlePublic } from '../../http/handle.ts';
import { findBrand } from '../brands/public.ts';
import { addressServiceOf, answerOf, isSearched } from './address-service.ts';

export const getDetailedAddressRoute = handlePublic(
  getDetailedAddress,
  async ({ body, ctx, request }) => {
    const brand = await findBrand(ctx, body.brand, request.host);
    const service = brand && addressServiceOf(ctx, brand);
    const { countryCode: country, id } = body;
    if (!service || !isSearched(country)) return err('not_found');
    const found = answerOf(await service.find({ country, id }));
    if (!found) return err('not_found', 'id');
    return ok({
      AddressLine1: found.line1,
      AddressLine2: found.line2,
      UnitNumber: found.unitNumber,
      StreetNumber: found.streetNumber,
      StreetName: found.streetName,
      Suburb: found.suburb,
      State: found.state,
      PostCode: found.postcode,
      CountryCode: country,
    });
  },
  { rate: 'addressSearch' },
);
