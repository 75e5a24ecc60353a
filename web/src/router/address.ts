/** Location in the app without the brand's prefix. Pathname, search and hash are encoded as in a URL. */
export type Address = { readonly pathname: string; readonly search: string; readonly hash: string };

/** Target of a navigation: an address, or the parts that differ from the current one. */
export type To = string | Partial<Address>;

/** Parses an address such as `/cardHome?card=2#name`. Without a path it is on the current page. */
function partsOf(text: string): Partial<Address> {
  const [beforeHash = ''] = text.split('#', 1);
  const [pathname = ''] = beforeHash.split('?', 1);
  return {
    ...(pathname !== '' && { pathname }),
    search: beforeHash.slice(pathname.length),
    hash: text.slice(beforeHash.length),
  };
}

export function resolve(to: To, here: string): Address {
  const { pathname = here, search = '', hash = '' } = typeof to === 'string' ? partsOf(to) : to;
  return { pathname, search, hash };
}

export function textOf({ pathname, search, hash }: Address): string {
  return pathname + (search === '?' ? '' : search) + (hash === '#' ? '' : hash);
}

/** Address with the brand's prefix, for the browser. */
export function hrefOf(base: string, address: Address): string {
  const isRoot = base !== '' && address.pathname === '/';
  return textOf({ ...address, pathname: isRoot ? base : base + address.pathname });
}

/** Address of a URL; null if the URL is outside the brand's prefix. */
export function addressOf(base: string, { pathname, search, hash }: URL | Location): Address | null {
  if (!pathname.toLowerCase().startsWith(base.toLowerCase())) return null;
  const rest = pathname.slice(base.length);
  if (rest !== '' && !rest.startsWith('/')) return null;
  return { pathname: rest === '' ? '/' : rest, search, hash };
}

/** Decodes a path segment. One with an invalid `%` is returned unchanged. */
function decoded(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}

export type Params = Readonly<Record<string, string>>;

/** Values of the `:names` of a pattern in a path; null if it does not match. Case-insensitive. */
export function matchPath(pattern: string, pathname: string): Params | null {
  const names = pattern.split('/');
  const parts = (pathname === '/' ? pathname : pathname.replace(/\/$/, '')).split('/');
  if (names.length !== parts.length) return null;
  const params: Record<string, string> = {};
  for (const [index, name] of names.entries()) {
    const part = decoded(parts[index] ?? '');
    if (name.startsWith(':') && part !== '') params[name.slice(1)] = part;
    else if (name.toLowerCase() !== part.toLowerCase()) return null;
  }
  return params;
}

/** First route whose literal path matches, else the first whose pattern does. */
export function findRoute<Route extends { readonly path: string }>(
  routes: readonly Route[],
  pathname: string,
): { readonly route: Route; readonly params: Params } | null {
  const found = routes.flatMap((route) => {
    const params = matchPath(route.path, pathname);
    return params ? [{ route, params }] : [];
  });
  return found.find(({ route }) => !route.path.includes(':')) ?? found[0] ?? null;
}
