import { randomUUID } from 'node:crypto';
import type { Tx } from '../../../platform/database/database.ts';

export type SavedCardRow = {
  readonly id: string;
  readonly token: string;
  readonly ending: string;
  /** `2028-12` */
  readonly expires: string;
};

type Owner = { readonly tenantId: number; readonly webAccountId: bigint };

/** Business and security time in ms. */
type Times = { readonly business: number; readonly security: number };

const iso = (ms: number) => new Date(ms).toISOString();

const LIST = `
SELECT id, token, ending, expires FROM saved_card
WHERE tenant_id = $1 AND web_account_id = $2 AND ended_at IS NULL AND expires >= $3 ORDER BY saved_at DESC, id`;

/** Cards of a login that can still be used in a month, `2026-11`. */
export function listSavedCards(tx: Tx, { tenantId, webAccountId }: Owner, month: string): Promise<SavedCardRow[]> {
  return tx.query(LIST, [tenantId, webAccountId, month]);
}

const CURRENT = `
SELECT id, token, ending, expires FROM saved_card
WHERE tenant_id = $1 AND web_account_id = $2 AND card_hash = $3 AND ended_at IS NULL FOR UPDATE`;
const INSERT = `
INSERT INTO saved_card (id, tenant_id, web_account_id, token, card_hash, ending, expires, saved_at)
VALUES ($1, $2, $3, $4, $5, $6, $7, $8)
ON CONFLICT (web_account_id, card_hash) WHERE ended_at IS NULL DO NOTHING`;

type NewSavedCard = Omit<SavedCardRow, 'id'> & { readonly cardHash: Buffer };

/** Saves a card in place of the one with the same number. */
export async function saveCard(tx: Tx, owner: Owner, card: NewSavedCard, times: Times): Promise<void> {
  const { tenantId, webAccountId } = owner;
  const current = await tx.first<SavedCardRow>(CURRENT, [tenantId, webAccountId, card.cardHash]);
  if (current?.token === card.token) {
    await tx.run('UPDATE saved_card SET expires = $3 WHERE tenant_id = $1 AND id = $2', [
      tenantId,
      current.id,
      card.expires,
    ]);
    return;
  }
  if (current) await endSavedCard(tx, owner, current.id, times);
  const { token, cardHash, ending, expires } = card;
  const at = iso(times.business);
  await tx.run(INSERT, [randomUUID(), tenantId, webAccountId, token, cardHash, ending, expires, at]);
}

const END = `
UPDATE saved_card SET ended_at = $3, forget_at = $4 WHERE tenant_id = $1 AND web_account_id = $2 AND ended_at IS NULL`;

/** False if the login has no such card. */
export async function endSavedCard(tx: Tx, { tenantId, webAccountId }: Owner, id: string, times: Times) {
  const at = [iso(times.business), iso(times.security)];
  return (await tx.run(`${END} AND id = $5`, [tenantId, webAccountId, ...at, id])) === 1;
}

/** Ends all cards of a login, and saves none of a payment that is under way. */
export async function endSavedCards(tx: Tx, { tenantId, webAccountId }: Owner, times: Times): Promise<void> {
  await tx.run(END, [tenantId, webAccountId, iso(times.business), iso(times.security)]);
  await tx.run('UPDATE gateway_payment SET saves_for = NULL WHERE tenant_id = $1 AND saves_for = $2', [
    tenantId,
    webAccountId,
  ]);
}

const END_EXPIRED = `
UPDATE saved_card SET ended_at = $3, forget_at = $4 WHERE id IN (
  SELECT id FROM saved_card WHERE tenant_id = $1 AND ended_at IS NULL AND expires < $2 LIMIT $5)`;

/** Ends cards whose last month has passed. */
export function endExpiredCards(tx: Tx, tenantId: number, month: string, times: Times, atMost: number) {
  return tx.run(END_EXPIRED, [tenantId, month, iso(times.business), iso(times.security), atMost]);
}

const TO_FORGET = `
SELECT id, token, web_account_id FROM saved_card
WHERE tenant_id = $1 AND ended_at IS NOT NULL AND forget_at <= $2 ORDER BY forget_at LIMIT $3`;

export function listToForget(tx: Tx, tenantId: number, now: number, atMost: number) {
  return tx.query<Pick<SavedCardRow, 'id' | 'token'> & { readonly web_account_id: bigint }>(TO_FORGET, [
    tenantId,
    iso(now),
    atMost,
  ]);
}

export async function deleteForgotten(tx: Tx, tenantId: number, id: string): Promise<void> {
  await tx.run('DELETE FROM saved_card WHERE tenant_id = $1 AND id = $2 AND ended_at IS NOT NULL', [tenantId, id]);
}

/** Whether a login has a saved card, or had one that the gateway has not forgotten yet. */
export async function hasCards(tx: Tx, { tenantId, webAccountId }: Owner): Promise<boolean> {
  const sql = 'SELECT id FROM saved_card WHERE tenant_id = $1 AND web_account_id = $2 LIMIT 1';
  return (await tx.first(sql, [tenantId, webAccountId])) !== undefined;
}

/** Whether a payment that is not decided saves its card for a login. */
export async function savesCard(tx: Tx, { tenantId, webAccountId }: Owner): Promise<boolean> {
  const sql = `
    SELECT id FROM gateway_payment
     WHERE tenant_id = $1 AND saves_for = $2 AND state IN ('Opening', 'Open', 'Unknown') LIMIT 1`;
  return (await tx.first(sql, [tenantId, webAccountId])) !== undefined;
}

/** Deletes all cards of a programme, without the gateway. */
export async function deleteCardsOfProgramme(tx: Tx, tenantId: number): Promise<void> {
  await tx.run('DELETE FROM saved_card WHERE tenant_id = $1', [tenantId]);
}

export async function forgetLater(tx: Tx, tenantId: number, id: string, at: number): Promise<void> {
  await tx.run('UPDATE saved_card SET forget_at = $3 WHERE tenant_id = $1 AND id = $2 AND ended_at IS NOT NULL', [
    tenantId,
    id,
    iso(at),
  ]);
}
