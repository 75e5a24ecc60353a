import { useSyncExternalStore } from 'react';

const NARROW = window.matchMedia('(max-width: 991px)');

function watch(onChange: () => void): () => void {
  NARROW.addEventListener('change', onChange);
  return () => NARROW.removeEventListener('change', onChange);
}

/** Whether the page is that of a phone: under 992 px. */
export function useIsNarrow(): boolean {
  return useSyncExternalStore(watch, () => NARROW.matches);
}
