import { rulesOf } from '../../../config/mode.ts';
import type { AppContext } from '../../../compose/context.ts';
import type { RequestInfo } from '../../../http/handle.ts';
import type { Site } from '../../../platform/passkeys/site.ts';
import type { Brand } from '../../brands/public.ts';

/**
 * The site of a call. In production its host must belong to a configured origin or to one of the brand, because the
 * Host header without a check would let anyone in front of the server choose the host of passkeys. Undefined if this
 * host has no passkeys. The sandbox has them at every host.
 */
export function siteOf(
  { config }: Pick<AppContext, 'config'>,
  brand: Pick<Brand, 'settings'>,
  { host, origin }: RequestInfo,
): Site | undefined {
  if (rulesOf(config.mode).trustsHost) return { rpId: host, origins: [origin] };
  const all = [...config.origins, new URL(brand.settings.BrandUrl).origin];
  const origins = all.filter((one) => new URL(one).hostname === host);
  return origins.length === 0 ? undefined : { rpId: host, origins };
}
