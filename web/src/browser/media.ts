function queryOf(query: string): MediaQueryList | null {
  try {
    return window.matchMedia(query);
  } catch {
    return null;
  }
}

/** Whether a media query matches. False if the browser cannot tell. */
export function matchesMedia(query: string): boolean {
  return queryOf(query)?.matches ?? false;
}

/** Calls back whenever the answer to a media query changes, until the returned function is called. */
export function watchMedia(query: string, onChange: () => void): () => void {
  const list = queryOf(query);
  // Old browsers have no events here.
  list?.addEventListener?.('change', onChange);
  return () => list?.removeEventListener?.('change', onChange);
}
