import { lineText } from '@wattle/contract/rules/typed-text.ts';
import { ADDRESS_SEARCH_FROM } from '@wattle/contract/rules/address-search.ts';
import { useEffect, useRef, useState } from 'react';
import type { ListOption } from './list-options.ts';

export type AddressHit = { readonly id: string; readonly text: string };

/** Rejects if the search is unavailable; then the address is typed. */
export type AddressSearch = (text: string, signal: AbortSignal) => Promise<readonly AddressHit[]>;

/** Pause after a key before searching. */
const PAUSE_MS = 250;

type State = {
  readonly hits: readonly ListOption[];
  /** Text of the results. */
  readonly for: string;
};

/** Searches while typing, for the latest text only. */
export function useAddressSearch(text: string, search: AddressSearch | undefined, onFailure: () => void) {
  const [state, setState] = useState<State>({ hits: [], for: '' });
  const query = lineText(text);
  const isLong = query.length >= ADDRESS_SEARCH_FROM;
  const latest = useRef({ search, onFailure });
  useEffect(() => {
    latest.current = { search, onFailure };
  });
  useEffect(() => {
    const ask = latest.current.search;
    if (!ask || !isLong) return undefined;
    const stop = new AbortController();
    const timer = setTimeout(() => {
      ask(query, stop.signal).then(
        (found) => {
          if (stop.signal.aborted) return;
          setState({ hits: found.map(({ id, text: label }) => ({ value: id, label })), for: query });
        },
        () => {
          if (!stop.signal.aborted) latest.current.onFailure();
        },
      );
    }, PAUSE_MS);
    return () => {
      clearTimeout(timer);
      stop.abort();
    };
  }, [query, isLong]);
  return {
    /** Results of an earlier text remain until the new ones arrive. */
    hits: isLong ? state.hits : [],
    state: isLong ? (state.for === query ? 'found' : 'asking') : 'short',
  } as const;
}
