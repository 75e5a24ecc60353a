import { type Address, addressOf, hrefOf } from './address.ts';

/** Entry of the browser's history. Its key is unique, even if two entries have the same address. */
export type Location = Address & { readonly state: unknown; readonly key: string };

/** Content of `history.state` for an entry; `idx` is its position among the entries of this tab. */
type Kept = { readonly usr?: unknown; readonly key?: string; readonly idx?: number };

const newKey = () => Math.random().toString(36).slice(2, 10);

const kept = () => (window.history.state ?? {}) as Kept;

/** Address for a page outside of the brand's prefix. Its path matches no route. */
const NOWHERE: Address = { pathname: '', search: '', hash: '' };

/**
 * History of the browser. The Navigation API is not used: browsers support all of it only since January 2026, and older
 * ones would need this code as well.
 */
export function openHistory(base: string) {
  let index = 0;

  /** Current entry. One that the browser created, by a hash or a typed address, gets its key here. */
  function current(): Location {
    const { usr = null, key = newKey(), idx } = kept();
    if (kept().key === undefined) {
      window.history.replaceState({ ...kept(), key, idx: idx ?? index }, '');
    }
    return { ...(addressOf(base, window.location) ?? NOWHERE), state: usr, key };
  }

  function write(kind: 'push' | 'replace', location: Location): void {
    const href = hrefOf(base, location);
    if (kind === 'push') index += 1;
    const state = { usr: location.state, key: location.key, idx: index } satisfies Kept;
    try {
      if (kind === 'push') window.history.pushState(state, '', href);
      else window.history.replaceState(state, '', href);
    } catch (error) {
      if (error instanceof DOMException && error.name === 'DataCloneError') throw error;
      // Safari refuses more than 100 entries in 30 s. The page is loaded instead, without its state.
      window.location.assign(href);
    }
  }

  /** Listens to Back, Forward and hashes. If `mayGo` returns false, the move is undone. Returns how to stop. */
  function listen(onMove: (location: Location) => void, mayGo: (location: Location) => boolean): () => void {
    let isUndoing = false;
    const onPopState = () => {
      if (isUndoing) {
        isUndoing = false;
        return;
      }
      const { idx } = kept();
      // An entry that the browser created has no position yet, so the move cannot be undone.
      const delta = idx === undefined ? 0 : idx - index;
      if (idx === undefined) index += 1;
      const location = current();
      if (delta !== 0 && !mayGo(location)) {
        isUndoing = true;
        window.history.go(-delta);
        return;
      }
      index = kept().idx ?? index;
      onMove(location);
    };
    window.addEventListener('popstate', onPopState);
    return () => window.removeEventListener('popstate', onPopState);
  }

  index = kept().idx ?? 0;
  return {
    current,
    write,
    listen,
    newLocation: (address: Address, state: unknown) => ({ ...address, state, key: newKey() }),
  };
}
