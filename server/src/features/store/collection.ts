import { timingSafeEqual } from 'node:crypto';
import { err, type Refusal } from '@wattle/contract/errors.ts';
import type { AppContext } from '../../context.ts';
import type { RequestInfo } from '../../http/handle.ts';
import { toInstant, type Tx } from '../../platform/database.ts';
import type { Brand } from '../brands/public.ts';
import { hashOfToken } from './links.ts';
import { type LinkRow, lockLink, saveWrongCode } from './link.store.ts';
import { findStore, placeOf, type StorePlace } from './open-store.ts';
import { findItem, findOrder, type ItemRow, type OrderRow } from './order.store.ts';
import { collectionCodeOf } from './order.view.ts';

type Naming = { readonly ctx: AppContext; readonly request: RequestInfo; readonly body: { readonly Token: string } };
type WithCode = Naming & { readonly body: { readonly Token: string; readonly Code: string } };

export type NamedLink = { readonly brand: Brand; readonly place: StorePlace; readonly tokenHash: Buffer };

/** The link that a call names, known or not; undefined where the brand has no store. */
export async function namedLink({ ctx, request, body }: Naming): Promise<NamedLink | undefined> {
  const brand = await findStore(ctx, request);
  if (!brand) return undefined;
  return { brand, place: placeOf(brand), tokenHash: hashOfToken(ctx, brand.id, body.Token) };
}

/** Target of a link. `item` is the card of a gift. */
export type Led = { readonly link: LinkRow; readonly order: OrderRow; readonly item: ItemRow | undefined };

type OverOrUnknown = Refusal<'token_invalid' | 'token_expired'>;

/** Target of a valid link, or the reason why it has none. */
export async function follow(tx: Tx, link: LinkRow | undefined, nowMs: number): Promise<Led | OverOrUnknown> {
  if (!link) return err('token_invalid');
  if (link.is_over || Date.parse(toInstant(link.ends_at)) <= nowMs) return err('token_expired');
  const order = await findOrder(tx, link.tenant_id, link.order_id);
  const item = link.item_id === null ? undefined : await findItem(tx, link.tenant_id, link.item_id);
  if (order?.state !== 'Issued' || (item && item.ended !== null)) return err('token_expired');
  return { link, order, item };
}

function isCode(known: string | null, given: string): boolean {
  const [a, b] = [Buffer.from(known ?? ''), Buffer.from(given)];
  return known !== null && a.length === b.length && timingSafeEqual(a, b);
}

/**
 * Opens a link with its code, under its lock. Only a code counts as a try, so robots of mail services that open or
 * submit the link change nothing.
 */
export async function openLink(
  tx: Tx,
  { ctx, body }: WithCode,
  { place, tokenHash }: NamedLink,
): Promise<Led | OverOrUnknown | Refusal<'access_code_wrong'>> {
  const now = ctx.clocks.security.now();
  const led = await follow(tx, await lockLink(tx, place, tokenHash), now);
  if ('ok' in led) return led;
  if (isCode(collectionCodeOf(ctx, led.order), body.Code)) return led;
  await saveWrongCode(tx, led.link, now, ctx.config.store.codeTries);
  return err('access_code_wrong', 'Code');
}
