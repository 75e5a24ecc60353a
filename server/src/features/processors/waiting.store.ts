import { ASK_KINDS } from '../../outside/processors/port.ts';
import type { Tx } from '../../platform/database/database.ts';
import { lockNames } from '../../platform/database/named-locks.ts';
import type { SealedDelivery } from './delivery.ts';

/** Why a told event waits. `new` and `fault` are tried again by themselves; the others are listed at the desk. */
export type WaitsFor = 'new' | 'fault' | 'card' | 'purchase' | 'currency';

export type WaitingEvent = {
  readonly connection_id: number;
  readonly key: string;
  readonly of: string;
  readonly why: WaitsFor;
  readonly tries: number;
};

type Purchase = { readonly tenantId: number; readonly connectionId: number; readonly of: string };
type Claim = Purchase & { readonly nowMs: number; readonly untilMs: number; readonly newOnly: boolean };

const IS_LEASED = `
SELECT EXISTS (
  SELECT FROM processor_waiting WHERE tenant_id = $1 AND connection_id = $2 AND of = $3 AND leased_until > $4) AS is_leased`;

// In the processor's order, and where it gives none in that of its clock.
const CLAIM = `
WITH claimed AS (
  UPDATE processor_waiting SET leased_until = $4
   WHERE tenant_id = $1 AND connection_id = $2 AND of = $3 AND (NOT $5::boolean OR why = 'new')
  RETURNING connection_id, key, of, why, tries, after, happened_at)
SELECT connection_id, key, of, why, tries FROM claimed ORDER BY after NULLS FIRST, happened_at, key`;

/** Waiting events of a purchase, for the caller alone until `untilMs`. None where another server has the purchase. */
export async function claimWaiting(tx: Tx, { tenantId, connectionId, of, ...when }: Claim): Promise<WaitingEvent[]> {
  // The statements behind it see what the one before has claimed.
  await lockNames(tx, [`processor:${connectionId}:${of}`]);
  const named = [tenantId, connectionId, of];
  const leased = await tx.first<{ is_leased: boolean }>(IS_LEASED, [...named, new Date(when.nowMs)]);
  if (leased?.is_leased) return [];
  return tx.query(CLAIM, [...named, new Date(when.untilMs), when.newOnly]);
}

const PUT_OFF = `
UPDATE processor_waiting SET why = $4, tries = tries + 1, next_at = $5, leased_until = NULL
 WHERE tenant_id = $1 AND connection_id = $2 AND key = $3`;

/** Puts an event off, or leaves it to the desk. */
export async function putOff(
  tx: Tx,
  tenantId: number,
  { connection_id: connectionId, key }: Pick<WaitingEvent, 'connection_id' | 'key'>,
  { why, nextMs }: { readonly why: WaitsFor; readonly nextMs: number | undefined },
): Promise<void> {
  await tx.run(PUT_OFF, [tenantId, connectionId, key, why, nextMs === undefined ? null : new Date(nextMs)]);
}

const DUE = `
SELECT DISTINCT connection_id, of FROM (
  SELECT connection_id, of FROM processor_waiting
   WHERE tenant_id = $1 AND next_at <= $2 AND (leased_until IS NULL OR leased_until <= $2)
   ORDER BY next_at LIMIT $3) AS due`;

/** Purchases with an event that is due. */
export function duePurchases(
  tx: Tx,
  tenantId: number,
  nowMs: number,
  most: number,
): Promise<{ readonly connection_id: number; readonly of: string }[]> {
  return tx.query(DUE, [tenantId, new Date(nowMs), most]);
}

const CONTENT = `
SELECT d.id, d.content_cipher AS cipher, d.content_key_version AS version
  FROM processor_event e
  JOIN processor_delivery d ON d.tenant_id = e.tenant_id AND d.connection_id = e.connection_id AND d.id = e.delivery_id
 WHERE e.tenant_id = $1 AND e.connection_id = $2 AND e.key = $3`;

/** The sealed delivery of an event, until it is deleted. */
export function readContent(
  tx: Tx,
  tenantId: number,
  connectionId: number,
  key: string,
): Promise<SealedDelivery | undefined> {
  return tx.first(CONTENT, [tenantId, connectionId, key]);
}

// What was carried out and what waits: each is known by its reference, so nothing is posted twice.
const WAIT_AGAIN = `
INSERT INTO processor_waiting (tenant_id, connection_id, key, of, after, happened_at, why, next_at)
SELECT e.tenant_id, e.connection_id, e.key, e.of, e.after, e.happened_at, 'new', $4
  FROM processor_event e
  JOIN processor_delivery d ON d.tenant_id = e.tenant_id AND d.connection_id = e.connection_id AND d.id = e.delivery_id
 WHERE e.tenant_id = $1 AND e.connection_id = $2 AND e.of = $3 AND e.kind <> ALL ($5::text[])
ON CONFLICT (connection_id, key) DO UPDATE SET next_at = excluded.next_at, tries = 0`;

/** Lets all told events of a purchase be carried out again. Answers how many. */
export function waitAgain(tx: Tx, { tenantId, connectionId, of }: Purchase, atMs: number): Promise<number> {
  return tx.run(WAIT_AGAIN, [tenantId, connectionId, of, new Date(atMs), NOT_TOLD]);
}

const NOT_TOLD = [...ASK_KINDS, 'ping', 'ignored', 'unreadable'];

const FORGET = `
DELETE FROM processor_delivery WHERE tenant_id = $1 AND (connection_id, id) IN (
  SELECT d.connection_id, d.id FROM processor_connection c
  JOIN processor_delivery d ON d.tenant_id = c.tenant_id AND d.connection_id = c.id
   WHERE c.tenant_id = $1 AND d.at < $2 AND NOT EXISTS (
     SELECT FROM processor_waiting w
     JOIN processor_event e ON e.connection_id = w.connection_id AND e.key = w.key
      WHERE w.tenant_id = $1 AND w.connection_id = d.connection_id AND e.delivery_id = d.id)
   ORDER BY d.connection_id, d.id LIMIT $3)`;

/** Deletes deliveries of before a moment of which nothing waits, at most so many. Answers how many. */
export function forgetDeliveries(tx: Tx, tenantId: number, beforeMs: number, most: number): Promise<number> {
  return tx.run(FORGET, [tenantId, new Date(beforeMs), most]);
}
