import { randomBytes } from 'node:crypto';
import type { AppContext } from '../../compose/context.ts';
import type { CookieJar } from '../../http/cookies.ts';
import type { RequestInfo } from '../../http/handle.ts';
import type { Tx } from '../../platform/database/database.ts';
import { type Brand, findBrand } from '../brands/public.ts';
import { findOrderOfBrowser, type OrderRow, type StoreScope } from './order.store.ts';

/** The brand of a call, where it has a store. */
export async function findStore(
  ctx: AppContext,
  request: Pick<RequestInfo, 'brand' | 'host'>,
  named?: string,
): Promise<Brand | undefined> {
  const brand = await findBrand(ctx, named ?? request.brand, request.host);
  return brand?.settings.Features.store ? brand : undefined;
}

export function scopeOf({ tenantId, id: brandId }: Brand): StoreScope {
  return { tenantId, brandId };
}

const COOKIE = 'store';
const SECRET = /^[\w-]{43}$/;

type Browser = { readonly ctx: Pick<AppContext, 'secrets' | 'config'>; readonly cookies: CookieJar };

function hashOf({ ctx }: Browser, secret: string): Buffer {
  return ctx.secrets.identifierHash('store browser', secret);
}

/** Hash of the browser's secret that an order stores; undefined if the browser has not bought anything. */
export function browserOf(browser: Browser): Buffer | undefined {
  const secret = browser.cookies.read(COOKIE);
  return secret !== undefined && SECRET.test(secret) ? hashOf(browser, secret) : undefined;
}

/** The same for a browser that buys or has given a code. It is remembered for a while from now on. */
export function rememberBrowser(browser: Browser): Buffer {
  const { ctx, cookies } = browser;
  const sent = cookies.read(COOKIE);
  const secret = sent !== undefined && SECRET.test(sent) ? sent : randomBytes(32).toString('base64url');
  cookies.keep(COOKIE, secret, ctx.config.store.browserMs);
  return hashOf(browser, secret);
}

export type OrderCall = {
  readonly ctx: AppContext;
  readonly request: RequestInfo;
  readonly cookies: CookieJar;
  readonly body: { readonly OrderId: string };
};

/** A browser and the order that it names. */
export type OwnOrder = {
  readonly brand: Brand;
  readonly scope: StoreScope;
  /** The order in a transaction; undefined if it is not this browser's. */
  find(tx: Tx): Promise<OrderRow | undefined>;
};

/** Caller of an order; undefined if the brand has no store or the browser has bought nothing. */
export async function ownOrder({ ctx, request, cookies, body }: OrderCall): Promise<OwnOrder | undefined> {
  const brand = await findStore(ctx, request);
  const browser = browserOf({ ctx, cookies });
  if (!brand || !browser) return undefined;
  const scope = scopeOf(brand);
  return { brand, scope, find: (tx) => findOrderOfBrowser(tx, scope, body.OrderId, browser) };
}
