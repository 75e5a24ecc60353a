import { arrayRows } from '../../../platform/database/array-rows.ts';
import type { Tx } from '../../../platform/database/database.ts';

/**
 * `unreachable`: the folder of the bank cannot be listed. `notSent`: our file has not arrived. `unanswered`: the bank
 * has not answered in time. `unread`: a file of the bank cannot be fetched. `misnamed`: its name matches no programme.
 * `refused`: it is not accepted. `waiting`: it needs a second approval.
 */
export const EXCHANGE_TROUBLE = [
  'unreachable',
  'notSent',
  'unanswered',
  'unread',
  'misnamed',
  'refused',
  'waiting',
] as const;
/** A statement cannot be fetched, fails its checks, or has not arrived in time. */
export const STATEMENT_TROUBLE = ['statementUnread', 'statementRefused', 'statementMissing'] as const;
/** The movements at the bank for instant payments cannot be read. */
export const INSTANT_TROUBLE = ['instantUnread'] as const;
export type TroubleKind =
  | (typeof EXCHANGE_TROUBLE)[number]
  | (typeof STATEMENT_TROUBLE)[number]
  | (typeof INSTANT_TROUBLE)[number];

export type Trouble = {
  readonly kind: TroubleKind;
  /** Empty if it concerns no file. */
  readonly file: string;
  readonly reason: string;
};

const ENDED = `
DELETE FROM bank_trouble t
 WHERE t.tenant_id = $1 AND t.kind = ANY ($4::text[])
   AND NOT EXISTS (SELECT FROM ${arrayRows('n', 2, { kind: 'text', file: 'text' })} WHERE n.kind = t.kind AND n.file = t.file)
RETURNING t.kind, t.file, t.reason, t.closed_at IS NOT NULL AS is_closed`;
// A file that is refused again for another reason opens its incident again, with the new reason.
const BEGUN = `
INSERT INTO bank_trouble (tenant_id, kind, file, reason, since)
SELECT DISTINCT ON (n.kind, n.file) $1::int, n.kind, n.file, n.reason, $5::timestamptz
  FROM ${arrayRows('n', 2, { kind: 'text', file: 'text', reason: 'text' })}
ON CONFLICT (tenant_id, kind, file)
DO UPDATE SET reason = excluded.reason, since = excluded.since, closed_at = NULL
 WHERE bank_trouble.kind IN ('refused', 'statementRefused') AND bank_trouble.reason <> excluded.reason
RETURNING kind, file, reason`;

/** Replaces the open incidents of a tenant of some kinds. Returns those that started and those that ended. */
export async function saveTrouble(
  tx: Tx,
  tenantId: number,
  { kinds, now }: { readonly kinds: readonly TroubleKind[]; readonly now: readonly Trouble[] },
  atMs: number,
): Promise<{ readonly begun: readonly Trouble[]; readonly ended: readonly Trouble[] }> {
  const names = [now.map(({ kind }) => kind), now.map(({ file }) => file)];
  const ended = await tx.query<Trouble & { is_closed: boolean }>(ENDED, [tenantId, ...names, kinds]);
  const reasons = now.map(({ reason }) => reason);
  const begun = await tx.query<Trouble>(BEGUN, [tenantId, ...names, reasons, new Date(atMs)]);
  return { begun, ended: ended.filter(({ is_closed: isClosed }) => !isClosed) };
}

/** A refused file is reported and read again for this period. The list of the bank's files keeps it longer. */
export const REFUSED_FOR_MS = 14 * 24 * 3_600_000;

const OF_ANSWERS = `
SELECT CASE state WHEN 'Refused' THEN 'refused' ELSE 'waiting' END AS kind, name AS file, coalesce(reason, '') AS reason
  FROM bank_answer a
 WHERE tenant_id = $1 AND (state = 'Waiting' OR (state = 'Refused' AND read_at > $2))
   AND NOT EXISTS (SELECT FROM bank_answer n WHERE n.tenant_id = $1 AND n.name = a.name AND n.id > a.id)
 ORDER BY id`;

/** Files of the bank that were refused since a moment, or that wait for a second approval. */
export function troubleOfAnswers(tx: Tx, tenantId: number, refusedSinceMs: number): Promise<Trouble[]> {
  return tx.query(OF_ANSWERS, [tenantId, new Date(refusedSinceMs)]);
}

export function listSent(tx: Tx, tenantId: number): Promise<{ readonly name: string; readonly sent_at: string }[]> {
  const sql = "SELECT name, sent_at FROM bank_file WHERE tenant_id = $1 AND state = 'Sent' ORDER BY id";
  return tx.query(sql, [tenantId]);
}

/** Every programme of the instance. */
export async function tenantIds(tx: Tx): Promise<number[]> {
  return (await tx.query<{ id: number }>('SELECT id FROM tenant ORDER BY id')).map(({ id }) => id);
}

export type OpenTrouble = Trouble & { readonly id: bigint; readonly since: string };

const OPEN = `
SELECT id, kind, file, reason, since FROM bank_trouble WHERE tenant_id = $1 AND closed_at IS NULL ORDER BY since, id LIMIT $2`;

export function listOpenTrouble(tx: Tx, tenantId: number, most: number): Promise<OpenTrouble[]> {
  return tx.query(OPEN, [tenantId, most]);
}

export function lockTrouble(
  tx: Tx,
  tenantId: number,
  id: bigint,
): Promise<(OpenTrouble & { readonly closed_at: string | null }) | undefined> {
  const sql =
    'SELECT id, kind, file, reason, since, closed_at FROM bank_trouble WHERE tenant_id = $1 AND id = $2 FOR UPDATE';
  return tx.first(sql, [tenantId, id]);
}

export async function closeTrouble(tx: Tx, tenantId: number, id: bigint, atMs: number): Promise<void> {
  const sql = 'UPDATE bank_trouble SET closed_at = $3 WHERE tenant_id = $1 AND id = $2';
  await tx.run(sql, [tenantId, id, new Date(atMs)]);
}

export type TroubleCount = { readonly trouble: TroubleKind; readonly count: number; readonly oldestSeconds: number };

/** Number of incidents of each kind, over all tenants. */
export async function countTrouble(tx: Tx, nowMs: number): Promise<TroubleCount[]> {
  const rows = await tx.query<{ kind: TroubleKind; files: bigint; oldest_seconds: number }>(
    'SELECT * FROM bank_trouble_state($1)',
    [new Date(nowMs)],
  );
  return rows.map(({ kind, files, oldest_seconds: oldestSeconds }) => ({
    trouble: kind,
    count: Number(files),
    oldestSeconds: Math.round(oldestSeconds),
  }));
}
