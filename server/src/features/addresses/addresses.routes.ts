import type { AppContext } from '../../compose/context.ts';
import { ADDRESS_COUNTRIES, type AddressCountry, type AddressService } from '../../outside/addresses/port.ts';
import type { OutsideOutcome } from '../../outside/outcome.ts';
import { OutsideUnavailable } from '../../outside/outside-unavailable.ts';
import { type Brand, findBrand } from '../brands/public.ts';
import { getDetailedAddress, getMatchedAddresses } from '@wattle/contract/addresses/addresses.ts';
import { getAutoAddressEnableStatus } from '@wattle/contract/brands/config.ts';
import { err, ok } from '@wattle/contract/errors.ts';
import { handlePublic, type Route } from '../../http/handle.ts';

/** The service that a brand's addresses are searched in. Undefined: they are typed in. */
function addressServiceOf({ outside }: AppContext, brand: Brand): AddressService | undefined {
  return brand.settings.AutoAddress ? outside.addresses : undefined;
}

function isSearched(country: string): country is AddressCountry {
  return ADDRESS_COUNTRIES.some((each) => each === country);
}

/** The answer; undefined if the service has none. Throws where it cannot be asked. */
function answerOf<T>(outcome: OutsideOutcome<T>): T | undefined {
  if (outcome.kind === 'done') return outcome.value;
  if (outcome.kind === 'refused') return undefined;
  throw new OutsideUnavailable('addresses', outcome);
}

/** The search for an address. */
export const addressRoutes: readonly Route[] = [
  /** The call has no fields. The brand is that of the page, as its header says, or else that of the host. */
  handlePublic(getAutoAddressEnableStatus, async ({ ctx, request }) => {
    const brand = await findBrand(ctx, request.brand, request.host);
    return brand ? ok({ IsEnabled: addressServiceOf(ctx, brand) !== undefined }) : err('not_found');
  }),

  handlePublic(
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
  ),

  handlePublic(
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
  ),
];
