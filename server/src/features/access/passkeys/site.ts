import type { NewCredential, SignedCredential } from '@wattle/contract/access/passkeys.ts';
import type { AppContext } from '../../../context.ts';
import type { RequestInfo } from '../../../http/handle.ts';
import type { Brand } from '../../brands/public.ts';

/** Site at which a browser may ask its user. */
export type Site = {
  /** The host: what a passkey is made for. */
  readonly rpId: string;
  /** Origins of the pages that may ask. */
  readonly origins: readonly string[];
};

/**
 * The site of a call. In production its host must belong to a configured origin or to one of the brand, because a Host
 * header alone would let anybody in front of the server choose the host of passkeys. Undefined where this host has no
 * passkeys. The sandbox has them at every host.
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

/** Whether the browser claims to have asked at a page of this site. The claim is signed, and verified later. */
export function isOfSite(credential: NewCredential | SignedCredential, { origins }: Site): boolean {
  try {
    const said = JSON.parse(Buffer.from(credential.response.clientDataJSON, 'base64url').toString()) as unknown;
    const origin = (said as { origin?: unknown } | null)?.origin;
    return typeof origin === 'string' && origins.includes(origin);
  } catch {
    return false;
  }
}
