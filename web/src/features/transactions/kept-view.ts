import { useState } from 'react';
import { useLocation } from '../../router/public.ts';
import { NO_SEARCH, PAGE_SIZES, type PageSize, type Search } from './transactions.domain.ts';

/** State of a page of transactions, besides its rows. */
type View = { readonly size: PageSize; readonly search: Search; readonly open: ReadonlySet<string> };

const NEW: View = { size: PAGE_SIZES[0], search: NO_SEARCH, open: new Set() };
const MOST_KEPT = 20;

/** Views by entry of the browser's history, so that Back restores the list, and a new visit starts a new one. */
const views = new Map<string, View>();

function keep(key: string, change: Partial<View>): void {
  const view = { ...(views.get(key) ?? NEW), ...change };
  views.delete(key);
  views.set(key, view);
  const [oldest] = views.keys();
  if (views.size > MOST_KEPT && oldest !== undefined) views.delete(oldest);
}

/** Parts of the view that a link to the page asks for, such as a category of a month. */
function askedBy(state: unknown): Partial<View> {
  return typeof state === 'object' && state !== null && 'search' in state
    ? { search: { ...NO_SEARCH, ...(state.search as Partial<Search>) } }
    : {};
}

/** State of a page that is kept with its entry of the history. */
function useKept<Part extends 'size' | 'search'>(part: Part): [View[Part], (next: View[Part]) => void] {
  const { key, state } = useLocation();
  const [value, setValue] = useState<View[Part]>(() => (views.get(key) ?? { ...NEW, ...askedBy(state) })[part]);
  return [
    value,
    (next) => {
      keep(key, { [part]: next });
      setValue(() => next);
    },
  ];
}

export const useKeptSize = () => useKept('size');
export const useKeptSearch = () => useKept('search');

/** Whether the link to the page named a row, as those of notifications do. */
export function useIsWanted(row: string): boolean {
  const { state } = useLocation();
  return typeof state === 'object' && state !== null && 'transaction' in state && state.transaction === row;
}

/** Whether a row is open. */
export function useKeptOpen(row: string): [boolean, (isOpen: boolean) => void] {
  const { key } = useLocation();
  const isWanted = useIsWanted(row);
  const [isOpen, setOpen] = useState(() => views.get(key)?.open.has(row) ?? isWanted);
  return [
    isOpen,
    (next) => {
      const open = new Set(views.get(key)?.open);
      if (next) open.add(row);
      else open.delete(row);
      keep(key, { open });
      setOpen(next);
    },
  ];
}
