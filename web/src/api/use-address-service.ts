import { getDetailedAddress, getMatchedAddresses } from '@wattle/contract/addresses/addresses.ts';
import { getAutoAddressEnableStatus } from '@wattle/contract/brands/config.ts';
import { useEffect, useMemo, useState } from 'react';
import { currentBrand } from '../brand/brand.ts';
import type { FoundAddress } from '../ui/fields/address-draft.ts';
import type { AddressSearch } from '../ui/fields/use-address-search.ts';
import { call } from './call.ts';
import { firstOf } from '../browser/signals.ts';

/** Time limit of a search. After it, the address is typed. */
const ANSWER_WITHIN_MS = 5_000;

export type AddressLookUp = {
  readonly search: AddressSearch;
  readonly find: (id: string) => Promise<FoundAddress>;
};

/**
 * Search for addresses of a country. Undefined if the brand has no search or that is not known yet: addresses are typed
 * then.
 */
export function useAddressService(countryCode: string): AddressLookUp | undefined {
  const [isEnabled, setIsEnabled] = useState(false);
  useEffect(() => {
    let isGone = false;
    void call(getAutoAddressEnableStatus, {}).then((answer) => {
      if (!isGone) setIsEnabled(answer.ok && answer.value.IsEnabled);
    });
    return () => {
      isGone = true;
    };
  }, []);
  return useMemo(() => (isEnabled ? lookUpIn(countryCode) : undefined), [isEnabled, countryCode]);
}

function lookUpIn(countryCode: string): AddressLookUp {
  const brand = currentBrand()?.BrandIdentifier;
  const common = { countryCode, ...(brand !== undefined && { brand }) };
  const limit = () => AbortSignal.timeout(ANSWER_WITHIN_MS);
  return {
    async search(searchString, signal) {
      const body = { ...common, searchString };
      const answer = await call(getMatchedAddresses, { body, signal: firstOf(signal, limit()) });
      if (!answer.ok) throw new Error('addresses cannot be searched for');
      return answer.value.Addresses.map(({ Id, Text }) => ({ id: Id, text: Text }));
    },
    async find(id) {
      const answer = await call(getDetailedAddress, { body: { ...common, id }, signal: limit() });
      if (!answer.ok) throw new Error('the address cannot be read');
      const { AddressLine1, AddressLine2, Suburb, State, PostCode, CountryCode } = answer.value;
      return {
        line1: AddressLine1,
        line2: AddressLine2,
        suburb: Suburb,
        state: State,
        postcode: PostCode,
        country: CountryCode,
      };
    },
  };
}
