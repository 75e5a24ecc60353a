import { RESERVED_HEADS, ROUTE_HEADS } from '@wattle/contract/route-heads.ts';

/**
 * The brand segment that a visitor came with: `/stumps` of `/stumps/login`, else the empty string.
 * A first segment that is neither a route nor the server's own is a brand candidate. Kept as it was
 * typed, so that links keep it too.
 */
export function brandPrefix(pathname: string): string {
  const head = pathname.split('/')[1] ?? '';
  if (head === '') return '';
  const name = head.toLowerCase();
  return ROUTE_HEADS.has(name) || RESERVED_HEADS.has(name) ? '' : `/${head}`;
}
