/**
 * Removes the part after `#` from the address, so that neither history nor a screenshot keeps it. A browser never sends
 * it to a server or to another page.
 */
export function takeFragment(): string {
  const { hash, pathname, search } = window.location;
  if (hash !== '') window.history.replaceState(window.history.state, '', pathname + search);
  return hash.slice(1);
}
