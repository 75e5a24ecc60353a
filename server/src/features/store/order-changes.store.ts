import type { Tx } from '../../platform/database/database.ts';
import { iso, type ItemEnd } from './order.store.ts';

type Sealed = { readonly cipher: Buffer; readonly keyVersion: number };

/** Saves what was prepared for an order before its charge is booked. */
export async function savePreparedOrder(tx: Tx, tenantId: number, id: bigint, code: Sealed): Promise<void> {
  await tx.run(`UPDATE store_order SET code_cipher = $3, code_key_version = $4 WHERE tenant_id = $1 AND id = $2`, [
    tenantId,
    id,
    code.cipher,
    code.keyVersion,
  ]);
}

/** The same for one of its cards. */
export async function savePreparedItem(
  tx: Tx,
  tenantId: number,
  id: bigint,
  made: Sealed & { readonly codeHash: string; readonly memberAccountId: bigint },
): Promise<void> {
  await tx.run(
    `UPDATE store_item SET member_account_id = $3, code_cipher = $4, code_key_version = $5, code_hash = $6
     WHERE tenant_id = $1 AND id = $2`,
    [tenantId, id, made.memberAccountId, made.cipher, made.keyVersion, made.codeHash],
  );
}

/** Writes that an order was paid and its cards were issued. */
export function saveIssued(
  tx: Tx,
  tenantId: number,
  id: bigint,
  given: { readonly chargeId: string; readonly number: string; readonly at: number; readonly secretsUntil: number },
): void {
  tx.later(
    `UPDATE store_order SET state = 'Issued', charge_id = $3, number = $4, paid_at = $5, secrets_until = $6
     WHERE tenant_id = $1 AND id = $2`,
    [tenantId, id, given.chargeId, given.number, iso(given.at), iso(given.secretsUntil)],
  );
}

export function saveItemIssued(
  tx: Tx,
  tenantId: number,
  id: bigint,
  given: { readonly cardId: bigint; readonly unlockAt: number | null },
): void {
  tx.later('UPDATE store_item SET card_id = $3, unlock_at = $4 WHERE tenant_id = $1 AND id = $2', [
    tenantId,
    id,
    given.cardId,
    given.unlockAt === null ? null : iso(given.unlockAt),
  ]);
}

/** Paid but not issued: its charge is refunded. */
export async function saveRefused(tx: Tx, tenantId: number, id: bigint): Promise<void> {
  await tx.run(`UPDATE store_order SET state = 'Refused' WHERE tenant_id = $1 AND id = $2 AND state = 'Placed'`, [
    tenantId,
    id,
  ]);
}

export async function saveNotified(tx: Tx, tenantId: number, id: bigint, at: number): Promise<void> {
  await tx.run('UPDATE store_order SET told_at = $3 WHERE tenant_id = $1 AND id = $2', [tenantId, id, iso(at)]);
}

export async function saveOrderKept(tx: Tx, tenantId: number, id: bigint, at: number): Promise<void> {
  await tx.run('UPDATE store_order SET kept_at = coalesce(kept_at, $3) WHERE tenant_id = $1 AND id = $2', [
    tenantId,
    id,
    iso(at),
  ]);
}

/** Adds the browser that has given the code to those of the order. */
export async function addBrowser(tx: Tx, tenantId: number, id: bigint, browserHash: Buffer): Promise<void> {
  await tx.run(
    `UPDATE store_order SET browser_hashes = array_append(browser_hashes, $3)
     WHERE tenant_id = $1 AND id = $2 AND NOT $3 = ANY (browser_hashes)`,
    [tenantId, id, browserHash],
  );
}

export async function saveOpened(tx: Tx, tenantId: number, id: bigint, at: number): Promise<void> {
  await tx.run('UPDATE store_item SET opened_at = coalesce(opened_at, $3) WHERE tenant_id = $1 AND id = $2', [
    tenantId,
    id,
    iso(at),
  ]);
}

export async function saveItemKept(tx: Tx, tenantId: number, id: bigint, at: number): Promise<void> {
  await tx.run('UPDATE store_item SET kept_at = coalesce(kept_at, $3) WHERE tenant_id = $1 AND id = $2', [
    tenantId,
    id,
    iso(at),
  ]);
}

/** Saves the corrected address of a gift. */
export async function saveRecipient(tx: Tx, tenantId: number, id: bigint, email: string): Promise<void> {
  await tx.run('UPDATE store_item SET recipient_email = $3 WHERE tenant_id = $1 AND id = $2', [tenantId, id, email]);
}

/** Cents of a card that were refunded so far. */
export function saveItemTaken(tx: Tx, tenantId: number, id: bigint, taken: bigint): void {
  tx.later('UPDATE store_item SET taken = $3 WHERE tenant_id = $1 AND id = $2', [tenantId, id, taken]);
}

/** Ends a card that was withdrawn by its buyer, the desk or a chargeback, and its links. */
export function saveItemEnded(
  tx: Tx,
  tenantId: number,
  id: bigint,
  given: { readonly as: ItemEnd; readonly at: number },
): void {
  tx.later('UPDATE store_item SET ended = $3, unlock_at = NULL WHERE tenant_id = $1 AND id = $2', [
    tenantId,
    id,
    given.as,
  ]);
  tx.later('UPDATE store_link SET over_at = coalesce(over_at, $3) WHERE tenant_id = $1 AND item_id = $2', [
    tenantId,
    id,
    iso(given.at),
  ]);
}

const DUE = `
SELECT i.id, i.order_id, i.card_id FROM store_item i
WHERE i.tenant_id = $1 AND i.unlock_at <= $2 AND i.ended IS NULL AND i.card_id IS NOT NULL
ORDER BY i.unlock_at, i.id LIMIT $3 FOR NO KEY UPDATE SKIP LOCKED`;

export type DueGift = { readonly id: bigint; readonly order_id: bigint; readonly card_id: bigint };

/** Gifts that are due. */
export function takeDueGifts(tx: Tx, tenantId: number, at: number, atMost: number): Promise<DueGift[]> {
  return tx.query(DUE, [tenantId, iso(at), atMost]);
}

export async function saveUnlocked(tx: Tx, tenantId: number, id: bigint): Promise<void> {
  await tx.run('UPDATE store_item SET unlock_at = NULL WHERE tenant_id = $1 AND id = $2', [tenantId, id]);
}

/** The buyer's own cards are shown until then, unless they were confirmed as kept. */
export async function saveSecretsUntil(tx: Tx, tenantId: number, id: bigint, until: number): Promise<void> {
  await tx.run('UPDATE store_order SET secrets_until = $3 WHERE tenant_id = $1 AND id = $2', [
    tenantId,
    id,
    iso(until),
  ]);
}
