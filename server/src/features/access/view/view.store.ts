import type { Tx } from '../../../platform/database/database.ts';
import { fullNameIn } from '../../../platform/text/full-name.ts';

const iso = (ms: number) => new Date(ms).toISOString();

export type NewView = {
  /** Id of the view and of its session. */
  readonly id: string;
  readonly tenantId: number;
  readonly brandId: number;
  readonly holderId: bigint;
  readonly webAccountId: bigint;
  readonly staffId: bigint;
  readonly staffSessionId: string;
  readonly ticketHash: Buffer;
  readonly nowMs: number;
  readonly ticketEndsAtMs: number;
};

export async function addView(tx: Tx, view: NewView): Promise<void> {
  await tx.run(
    `INSERT INTO account_view (id, tenant_id, brand_id, holder_id, web_account_id, staff_id, staff_session_id,
                               ticket_hash, asked_at, ticket_ends_at)
     VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)`,
    [
      view.id,
      view.tenantId,
      view.brandId,
      view.holderId,
      view.webAccountId,
      view.staffId,
      view.staffSessionId,
      view.ticketHash,
      iso(view.nowMs),
      iso(view.ticketEndsAtMs),
    ],
  );
}

type Taken = {
  readonly tenantId: number;
  readonly brandId: number;
  readonly id: string;
  readonly ticketHash: Buffer;
  readonly nowMs: number;
};

export type TakenView = {
  readonly web_account_id: bigint;
  readonly holder_id: bigint;
  readonly staff_id: bigint;
  readonly staff: string;
  readonly person: string;
};

/**
 * Uses up a ticket. Undefined: the ticket does not belong to this brand, was used before, or is older than a minute.
 */
export function takeView(tx: Tx, view: Taken): Promise<TakenView | undefined> {
  return tx.first<TakenView>(
    `UPDATE account_view v SET opened_at = $5
       FROM staff m, holder h
      WHERE v.tenant_id = $1 AND v.brand_id = $2 AND v.id = $3 AND v.ticket_hash = $4
        AND v.opened_at IS NULL AND v.ticket_ends_at > $5
        AND m.tenant_id = v.tenant_id AND m.id = v.staff_id
        AND h.tenant_id = v.tenant_id AND h.id = v.holder_id AND h.erased_at IS NULL
      RETURNING v.web_account_id, v.holder_id, v.staff_id, m.full_name AS staff, ${fullNameIn('h')} AS person`,
    [view.tenantId, view.brandId, view.id, view.ticketHash, iso(view.nowMs)],
  );
}

/** When staff viewed the account of a sign-in, newest first. */
export async function listViews(
  tx: Tx,
  { tenantId, webAccountId }: { readonly tenantId: number; readonly webAccountId: bigint },
  sinceMs: number,
): Promise<string[]> {
  const rows = await tx.query<{ opened_at: string }>(
    `SELECT opened_at FROM account_view WHERE tenant_id = $1 AND web_account_id = $2 AND opened_at > $3
      ORDER BY opened_at DESC LIMIT 20`,
    [tenantId, webAccountId, iso(sinceMs)],
  );
  return rows.map(({ opened_at: openedAt }) => openedAt);
}

/** Deletes views that were asked for before a moment, at most `limit`. Answers how many. */
export function deleteOldViews(tx: Tx, tenantId: number, beforeMs: number, limit: number): Promise<number> {
  return tx.run(
    `DELETE FROM account_view WHERE tenant_id = $1 AND id = ANY
       (ARRAY(SELECT id FROM account_view WHERE tenant_id = $1 AND asked_at < $2 ORDER BY asked_at LIMIT $3
           FOR UPDATE SKIP LOCKED))`,
    [tenantId, iso(beforeMs), limit],
  );
}
