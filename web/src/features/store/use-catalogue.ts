import { getStoreCatalogue } from '@wattle/contract/store/store.ts';
import type { ResponseOf } from '@wattle/contract/operation.ts';
import { useCallback, useEffect } from 'react';
import { send, type CallFailure } from '../../api/send.ts';
import { useBrand } from '../../brand/brand.ts';
import { createStore, useStore } from '../../observable.ts';

export type Catalogue = ResponseOf<typeof getStoreCatalogue>;
type Asked = { readonly catalogue: Catalogue | null; readonly failure: CallFailure | null };

/** Cached across pages, because the catalogue does not change during a visit. */
const asked = createStore<Asked>({ catalogue: null, failure: null });

/** Loads the store's catalogue and rules. */
export function useCatalogue(): Asked & { readonly retry: () => void } {
  const { BrandIdentifier: brand } = useBrand();
  const state = useStore(asked);
  const ask = useCallback(async () => {
    const answer = await send(getStoreCatalogue, { query: { brand } });
    asked.set(answer.ok ? { catalogue: answer.value, failure: null } : { catalogue: null, failure: answer });
  }, [brand]);
  const isThere = state.catalogue !== null;
  useEffect(() => {
    if (!isThere) void ask();
  }, [ask, isThere]);
  return { ...state, retry: () => void ask() };
}
