import type { AppContext } from '../../context.ts';
import type { CookieJar } from '../../http/cookies.ts';
import type { RequestInfo } from '../../http/handle.ts';
import type { Tx } from '../../platform/database.ts';
import type { Brand } from '../brands/public.ts';
import { browserOf } from './browser.ts';
import { findStore, placeOf, type StorePlace } from './open-store.ts';
import { findOrderOfBrowser, type OrderRow } from './order.store.ts';

export type OrderCall = {
  readonly ctx: AppContext;
  readonly request: RequestInfo;
  readonly cookies: CookieJar;
  readonly body: { readonly OrderId: string };
};

/** A browser and the order that it names. */
export type OwnOrder = {
  readonly brand: Brand;
  readonly place: StorePlace;
  /** The order in a transaction; undefined where it is not this browser's. */
  find(tx: Tx): Promise<OrderRow | undefined>;
};

/** Caller of an order; undefined where the brand has no store or the browser has bought nothing. */
export async function ownOrder({ ctx, request, cookies, body }: OrderCall): Promise<OwnOrder | undefined> {
  const brand = await findStore(ctx, request);
  const browser = browserOf({ ctx, cookies });
  if (!brand || !browser) return undefined;
  const place = placeOf(brand);
  return { brand, place, find: (tx) => findOrderOfBrowser(tx, place, body.OrderId, browser) };
}
