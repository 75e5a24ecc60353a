import { useLayoutEffect } from 'react';

/** Takes the outline that the server has drawn away in the same frame in which the page itself is drawn. */
export function useOutlineGone(): void {
  useLayoutEffect(() => document.getElementById('outline')?.remove(), []);
}
