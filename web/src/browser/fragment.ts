/**
 * Takes what stands behind `#` out of the address, so that neither history nor a screenshot keeps it. A browser sends it
 * to no server and names it to no other page.
 */
export function takeFragment(): string {
  const { hash, pathname, search } = window.location;
  if (hash !== '') window.history.replaceState(window.history.state, '', pathname + search);
  return hash.slice(1);
}
