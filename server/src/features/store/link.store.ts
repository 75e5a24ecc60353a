import type { Tx } from '../../platform/database/database.ts';
import { iso } from './order.store.ts';

export type LinkRow = {
  readonly id: bigint;
  readonly tenant_id: number;
  readonly order_id: bigint;
  /** Null: the buyer's order page. */
  readonly item_id: bigint | null;
  readonly ends_at: string;
  readonly wrong_codes: number;
  readonly is_over: boolean;
};

const LINK = `
SELECT l.id, l.tenant_id, l.order_id, l.item_id, l.ends_at, l.wrong_codes, l.over_at IS NOT NULL AS is_over
FROM store_link l JOIN store_order o ON o.tenant_id = l.tenant_id AND o.id = l.order_id
WHERE l.tenant_id = $1 AND o.brand_id = $2 AND l.token_hash = $3`;

type Scope = { readonly tenantId: number; readonly brandId: number };

export function findLink(tx: Tx, { tenantId, brandId }: Scope, tokenHash: Buffer): Promise<LinkRow | undefined> {
  return tx.first(LINK, [tenantId, brandId, tokenHash]);
}

/** The same, locked, so that guesses of its code are counted one by one. */
export function lockLink(tx: Tx, { tenantId, brandId }: Scope, tokenHash: Buffer): Promise<LinkRow | undefined> {
  return tx.first(`${LINK} FOR NO KEY UPDATE OF l`, [tenantId, brandId, tokenHash]);
}

type OfLink = { readonly orderId: bigint; readonly itemId: bigint | null };

/** Links of a card, or of the order page, that were made since a moment of the security clock. */
export async function countLinks(tx: Tx, tenantId: number, of: OfLink, sinceMs: number): Promise<number> {
  const row = await tx.first<{ made: bigint }>(
    `SELECT count(*) AS made FROM store_link
     WHERE tenant_id = $1 AND order_id = $2 AND item_id IS NOT DISTINCT FROM $3 AND created_at > $4`,
    [tenantId, of.orderId, of.itemId, iso(sinceMs)],
  );
  return Number(row?.made ?? 0n);
}

/** Adds a link that replaces the previous ones. */
export async function addLink(
  tx: Tx,
  tenantId: number,
  link: OfLink & { readonly tokenHash: Buffer; readonly at: number; readonly endsAt: number },
): Promise<void> {
  await tx.run(
    `UPDATE store_link SET over_at = $4
     WHERE tenant_id = $1 AND order_id = $2 AND item_id IS NOT DISTINCT FROM $3 AND over_at IS NULL`,
    [tenantId, link.orderId, link.itemId, iso(link.at)],
  );
  await tx.run(
    `INSERT INTO store_link (tenant_id, order_id, item_id, token_hash, created_at, ends_at)
     VALUES ($1, $2, $3, $4, $5, $6)`,
    [tenantId, link.orderId, link.itemId, link.tokenHash, iso(link.at), iso(link.endsAt)],
  );
}

/** Counts a wrong code; one too many ends the link. */
export async function saveWrongCode(tx: Tx, link: LinkRow, at: number, most: number): Promise<void> {
  await tx.run(
    `UPDATE store_link SET wrong_codes = wrong_codes + 1,
            over_at = CASE WHEN wrong_codes + 1 >= $3 THEN $4::timestamptz ELSE over_at END
     WHERE tenant_id = $1 AND id = $2`,
    [link.tenant_id, link.id, most, iso(at)],
  );
}

export async function saveLinkEnded(tx: Tx, link: LinkRow, at: number): Promise<void> {
  await tx.run('UPDATE store_link SET over_at = coalesce(over_at, $3) WHERE tenant_id = $1 AND id = $2', [
    link.tenant_id,
    link.id,
    iso(at),
  ]);
}
