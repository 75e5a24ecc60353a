import type { SignedRequest } from '../../http/handle.ts';
import { isSignedMessage } from '../../outside/processors/wattle/signature.ts';

/**
 * Whether the card network sent exactly these bytes to this path, within 5 minutes of now. The security
 * clock decides: a moved business clock must not let an old message in.
 */
export function isFromNetwork({ method, path, headers, rawBody, ctx }: SignedRequest): boolean {
  const { networkKeys } = ctx.secrets;
  return isSignedMessage(networkKeys, { method, path, headers, body: rawBody }, ctx.clocks.security.now());
}
