import type { NewCredential, SignedCredential } from '@wattle/contract/access/passkeys.ts';
import type { AppContext } from '../../../context.ts';
import type { RequestInfo } from '../../../http/handle.ts';
import type { Brand } from '../../brands/public.ts';

/** Where a browser may show its user the question. */
export type Site = {
  /** The host: what a passkey is made for. */
  readonly rpId: string;
  /** Origins of the pages that may ask. */
  readonly origins: readonly string[];
};

/**
 * The site of a call. In production its host must be that of an origin that is configured, or of the brand's
 * own: a Host header alone would let anybody in front of the server choose what passkeys are made for.
 * Undefined: there are no passkeys at this host. The sandbox has them at each.
 */
export function siteOf(
  { config }: Pick<AppContext, 'config'>,
  brand: Pick<Brand, 'settings'>,
  { host, origin }: RequestInfo,
): Site | undefined {
  if (config.mode === 'sandbox') return { rpId: host, origins: [origin] };
  const all = [...config.origins, new URL(brand.settings.BrandUrl).origin];
  const origins = all.filter((one) => new URL(one).hostname === host);
  return origins.length === 0 ? undefined : { rpId: host, origins };
}

/** Whether the browser says that it asked at a page of this site. What it says is signed, and checked later. */
export function isOfSite(credential: NewCredential | SignedCredential, { origins }: Site): boolean {
  try {
    const said = JSON.parse(Buffer.from(credential.response.clientDataJSON, 'base64url').toString()) as unknown;
    const origin = (said as { origin?: unknown } | null)?.origin;
    return typeof origin === 'string' && origins.includes(origin);
  } catch {
    return false;
  }
}
