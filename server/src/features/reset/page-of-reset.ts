import { rulesOf } from '../../config/mode.ts';
import type { AppContext } from '../../compose/context.ts';
import type { RequestInfo } from '../../http/handle.ts';
import type { Brand } from '../brands/public.ts';

/**
 * Address of a page of this brand, for a message. In production it is at the brand's own site or a configured origin,
 * because the Host header would let anybody choose the target of a link.
 */
export function pageOf(
  { config }: Pick<AppContext, 'config'>,
  brand: Brand,
  request: Pick<RequestInfo, 'host' | 'origin'>,
  path: string,
): string {
  const known = [...config.origins, new URL(brand.settings.BrandUrl).origin];
  const own = known.find((one) => new URL(one).hostname === request.host);
  const origin = rulesOf(config.mode).trustsHost ? request.origin : (own ?? new URL(brand.settings.BrandUrl).origin);
  return `${origin}/${brand.identifier}${path}`;
}

/** The page that a mailed link opens. */
export function pageOfReset(
  ctx: Pick<AppContext, 'config'>,
  brand: Brand,
  request: Pick<RequestInfo, 'host' | 'origin'>,
  token: string,
): string {
  return pageOf(ctx, brand, request, `/reset/${token}`);
}
