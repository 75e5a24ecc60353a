import { getAddressLengths } from '@wattle/contract/brands/config.ts';
import { useEffect, useState } from 'react';
import { ADDRESS_LIMITS, type AddressLimits } from '../ui/fields/address-draft.ts';
import { call } from './call.ts';

/** Maximum lengths of the parts of an address. Defaults apply until the server answers and if it fails. */
export function useAddressLimits(): AddressLimits {
  const [limits, setLimits] = useState(ADDRESS_LIMITS);
  useEffect(() => {
    let isGone = false;
    void call(getAddressLengths, { query: {} }).then((answer) => {
      if (isGone || !answer.ok) return;
      const { AddressLine1: line1, AddressLine2: line2, State: state, PostCode: postcode } = answer.value;
      setLimits({ line1, line2, state, postcode });
    });
    return () => {
      isGone = true;
    };
  }, []);
  return limits;
}
