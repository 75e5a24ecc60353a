import { useLayoutEffect } from 'react';

/**
 * Takes away what the server has drawn, in the same frame in which the page itself is drawn: the outline, and the words
 * for a page that does not load.
 */
export function useOutlineGone(): void {
  useLayoutEffect(() => {
    document.getElementById('outline')?.remove();
    document.getElementById('not-loaded')?.remove();
  }, []);
}
