import type { Tx } from '../../platform/database/database.ts';
import { fullNameIn } from '../../platform/text/full-name.ts';

/** Whose name is compared: a person, a payment to another bank, a card of an order. */
export type ComparedKind = 'person' | 'payment' | 'order';

export type Due = { readonly kind: ComparedKind; readonly object_id: bigint };

const TAKE = `
DELETE FROM sanction_due WHERE (tenant_id, kind, object_id) IN (
  SELECT tenant_id, kind, object_id FROM sanction_due WHERE tenant_id = $1 ORDER BY kind DESC, object_id LIMIT $2)
RETURNING kind, object_id`;

/** Takes names that are to be compared, people last. Those of payments come first, because a file may wait for them. */
export function takeDue(tx: Tx, tenantId: number, most: number): Promise<Due[]> {
  return tx.query(TAKE, [tenantId, most]);
}

/** A name as it is stored, which may be sealed. */
export type NameToCompare = {
  readonly kind: ComparedKind;
  readonly object_id: bigint;
  readonly name: string;
  readonly birth_year: number | null;
};

const NAMES = `
SELECT 'person' AS kind, h.id AS object_id, n.name, extract(year FROM h.date_of_birth)::int AS birth_year
  FROM holder h
  CROSS JOIN LATERAL (
    SELECT ${fullNameIn('h')}
     UNION SELECT concat_ws(' ', h.first_name, h.middle_name, h.surname) WHERE h.middle_name <> '') AS n (name)
 WHERE h.tenant_id = $1 AND h.id = ANY ($2::bigint[]) AND h.erased_at IS NULL
UNION
SELECT 'payment', p.transfer_id, p.name, NULL FROM payment_out p WHERE p.tenant_id = $1 AND p.transfer_id = ANY ($3::bigint[])
UNION
SELECT 'order', i.id, n.name, NULL
  FROM store_item i CROSS JOIN LATERAL (VALUES (i.recipient_name), (i.delivery ->> 'Name')) AS n (name)
 WHERE i.tenant_id = $1 AND i.id = ANY ($4::bigint[]) AND n.name IS NOT NULL`;

export function readNames(tx: Tx, tenantId: number, due: readonly Due[]): Promise<NameToCompare[]> {
  const ids = (kind: ComparedKind) => due.filter((one) => one.kind === kind).map(({ object_id }) => object_id);
  return tx.query(NAMES, [tenantId, ids('person'), ids('payment'), ids('order')]);
}

export type NewHit = {
  readonly kind: ComparedKind;
  readonly objectId: string;
  readonly name: string;
  readonly reference: string;
  readonly listedName: string;
  readonly likeness: number;
};

const INSERT = `
INSERT INTO sanction_hit (tenant_id, kind, object_id, name, reference, listed_name, likeness, threshold, source, found_at)
SELECT $1, e ->> 'kind', (e ->> 'objectId')::bigint, e ->> 'name', e ->> 'reference', e ->> 'listedName',
       (e ->> 'likeness')::smallint, $2, $3, $4
  FROM jsonb_array_elements($5::text::jsonb) AS e
ON CONFLICT DO NOTHING`;

/** Adds hits. The same two names are a hit once, whatever was decided. */
export async function addHits(
  tx: Tx,
  tenantId: number,
  { threshold, source }: { readonly threshold: number; readonly source: string },
  atMs: number,
  hits: readonly NewHit[],
): Promise<void> {
  if (hits.length > 0) await tx.run(INSERT, [tenantId, threshold, source, new Date(atMs), JSON.stringify(hits)]);
}

export type Hit = {
  readonly id: bigint;
  readonly kind: ComparedKind;
  readonly object_id: bigint;
  readonly name: string;
  readonly reference: string;
  readonly listed_name: string;
  readonly listed_years: readonly number[] | null;
  readonly likeness: number;
  readonly threshold: number;
  readonly source: string;
  readonly state: 'Open' | 'Cleared' | 'Confirmed';
  readonly found_at: string;
  readonly decided_at: string | null;
  readonly decided_by: string | null;
  readonly birth_year: number | null;
};

const HITS = `
SELECT h.id, h.kind, h.object_id, h.name, h.reference, h.listed_name, e.birth_years AS listed_years, h.likeness, h.threshold,
       h.source, h.state, h.found_at, h.decided_at, h.decided_by,
       CASE WHEN h.kind = 'person' THEN (SELECT extract(year FROM p.date_of_birth)::int FROM holder p
                                          WHERE p.tenant_id = h.tenant_id AND p.id = h.object_id) END AS birth_year
  FROM sanction_hit h LEFT JOIN sanction_entry e ON e.tenant_id = h.tenant_id AND e.reference = h.reference
 WHERE h.tenant_id = $1`;

/** Open hits, the oldest first. */
export function listOpenHits(tx: Tx, tenantId: number, most: number): Promise<Hit[]> {
  return tx.query(`${HITS} AND h.state = 'Open' ORDER BY h.found_at, h.id LIMIT $2`, [tenantId, most]);
}

/** Decided hits, the newest first. */
export function listDecidedHits(tx: Tx, tenantId: number, most: number): Promise<Hit[]> {
  return tx.query(`${HITS} AND h.state <> 'Open' ORDER BY h.decided_at DESC, h.id DESC LIMIT $2`, [tenantId, most]);
}

export function findHit(tx: Tx, tenantId: number, id: bigint): Promise<Hit | undefined> {
  return tx.first(`${HITS} AND h.id = $2`, [tenantId, id]);
}

/** Waits for another decision about the same hit. */
export async function lockHit(tx: Tx, tenantId: number, id: bigint): Promise<void> {
  await tx.run('SELECT FROM sanction_hit WHERE tenant_id = $1 AND id = $2 FOR UPDATE', [tenantId, id]);
}

export async function saveDecision(
  tx: Tx,
  tenantId: number,
  id: bigint,
  { state, by, atMs }: { readonly state: 'Cleared' | 'Confirmed'; readonly by: string; readonly atMs: number },
): Promise<void> {
  const sql = 'UPDATE sanction_hit SET state = $3, decided_by = $4, decided_at = $5 WHERE tenant_id = $1 AND id = $2';
  await tx.run(sql, [tenantId, id, state, by, new Date(atMs)]);
}

const DELETE_DECIDED = `
DELETE FROM sanction_hit WHERE id IN (
  SELECT id FROM sanction_hit WHERE tenant_id = $1 AND state = 'Cleared' AND decided_at < $2 ORDER BY decided_at, id LIMIT $3)`;

/** Deletes cleared hits that were decided before a moment. Answers how many. */
export function deleteDecidedBefore(tx: Tx, tenantId: number, beforeMs: number, most: number): Promise<number> {
  return tx.run(DELETE_DECIDED, [tenantId, new Date(beforeMs), most]);
}

/** Accounts among these whose money stays because of a hit. */
export async function listFrozen(tx: Tx, tenantId: number, accounts: readonly bigint[]): Promise<bigint[]> {
  const sql = 'SELECT a.id FROM unnest($2::bigint[]) AS a (id) WHERE is_frozen_account($1, a.id)';
  const rows = await tx.query<{ id: bigint }>(sql, [tenantId, accounts]);
  return rows.map(({ id }) => id);
}
