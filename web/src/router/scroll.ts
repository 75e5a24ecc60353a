import { readStored, store } from '../browser/storage.ts';
import type { Location } from './history.ts';

const STORAGE_KEY = 'wattle.scroll';

/** Scroll positions of the history entries. The browser does not know when a page is rendered. */
export function openScroll() {
  const positions = new Map(
    Object.entries((readStored('sessionStorage', STORAGE_KEY) ?? {}) as Record<string, number>),
  );

  const remember = ({ key }: Location) => void positions.set(key, window.scrollY);

  function apply({ key, hash }: Location): void {
    window.history.scrollRestoration = 'manual';
    const top = positions.get(key);
    const target = top === undefined && hash !== '' ? elementOf(hash) : null;
    if (target) target.scrollIntoView();
    else window.scrollTo(0, top ?? 0);
  }

  /** Restores the scroll position after a reload or a return from another site. */
  function saveOnLeave(shown: () => Location | null): () => void {
    const save = () => {
      const location = shown();
      if (location) remember(location);
      store('sessionStorage', STORAGE_KEY, Object.fromEntries(positions));
      // The browser restores the position as far as it can until the app is rendered.
      window.history.scrollRestoration = 'auto';
    };
    window.addEventListener('pagehide', save);
    return () => window.removeEventListener('pagehide', save);
  }

  return { remember, apply, saveOnLeave };
}

function elementOf(hash: string): HTMLElement | null {
  try {
    return document.getElementById(decodeURIComponent(hash.slice(1)));
  } catch {
    return null;
  }
}
