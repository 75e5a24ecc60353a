import { timingSafeEqual } from 'node:crypto';
import { err, type Refusal } from '@wattle/contract/errors.ts';
import type { AppContext } from '../../compose/context.ts';
import type { RequestInfo } from '../../http/handle.ts';
import { toInstant, type Tx } from '../../platform/database/database.ts';
import type { Brand } from '../brands/public.ts';
import { hashOfToken } from './links.ts';
import { type LinkRow, lockLink, saveWrongCode } from './link.store.ts';
import { findStore, scopeOf } from './store-caller.ts';
import { findItem, findOrder, type ItemRow, type OrderRow, type StoreScope } from './order.store.ts';
import { collectionCodeOf } from './order.view.ts';

type LinkCall = { readonly ctx: AppContext; readonly request: RequestInfo; readonly body: { readonly Token: string } };
type LinkCallWithCode = LinkCall & { readonly body: { readonly Token: string; readonly Code: string } };

export type NamedLink = { readonly brand: Brand; readonly scope: StoreScope; readonly tokenHash: Buffer };

/** The link that a call names, known or not; undefined if the brand has no store. */
export async function namedLink({ ctx, request, body }: LinkCall): Promise<NamedLink | undefined> {
  const brand = await findStore(ctx, request);
  if (!brand) return undefined;
  return { brand, scope: scopeOf(brand), tokenHash: hashOfToken(ctx, brand.id, body.Token) };
}

/** Target of a link. `item` is the card of a gift. */
export type LinkTarget = { readonly link: LinkRow; readonly order: OrderRow; readonly item: ItemRow | undefined };

type InvalidLink = Refusal<'token_invalid' | 'token_expired'>;

/** Target of a valid link, or the reason why it has none. */
export async function findTarget(tx: Tx, link: LinkRow | undefined, nowMs: number): Promise<LinkTarget | InvalidLink> {
  if (!link) return err('token_invalid');
  if (link.is_over || Date.parse(toInstant(link.ends_at)) <= nowMs) return err('token_expired');
  const order = await findOrder(tx, link.tenant_id, link.order_id);
  const item = link.item_id === null ? undefined : await findItem(tx, link.tenant_id, link.item_id);
  if (order?.state !== 'Issued' || (item && item.ended !== null)) return err('token_expired');
  return { link, order, item };
}

/** Sender of the gift of a link, if it was cancelled; null for every other link. */
export async function senderOfCancelled(tx: Tx, link: LinkRow | undefined): Promise<string | null> {
  if (!link || link.item_id === null) return null;
  const item = await findItem(tx, link.tenant_id, link.item_id);
  return item && item.ended !== null ? (item.sender_name ?? '') : null;
}

function isCorrectCode(known: string | null, given: string): boolean {
  const [a, b] = [Buffer.from(known ?? ''), Buffer.from(given)];
  return known !== null && a.length === b.length && timingSafeEqual(a, b);
}

/**
 * Opens a link with its code, under its lock. Only a code counts as a try, so robots of mail services that open or
 * submit the link change nothing.
 */
export async function openLink(
  tx: Tx,
  { ctx, body }: LinkCallWithCode,
  { scope, tokenHash }: NamedLink,
): Promise<LinkTarget | InvalidLink | Refusal<'access_code_wrong'>> {
  const now = ctx.clocks.security.now();
  const target = await findTarget(tx, await lockLink(tx, scope, tokenHash), now);
  if ('ok' in target) return target;
  if (isCorrectCode(collectionCodeOf(ctx, target.order), body.Code)) return target;
  await saveWrongCode(tx, target.link, now, ctx.config.store.codeTries);
  return err('access_code_wrong', 'Code');
}
