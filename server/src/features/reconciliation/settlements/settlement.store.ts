import type { Tx } from '../../../platform/database/database.ts';
import type { Totals } from './settlement.domain.ts';

export type OfConnection = { readonly tenantId: number; readonly connectionId: number };
export type OfDay = OfConnection & { readonly day: string };

/** Days before today that are asked for at a connection that has none yet. */
const FIRST_DAYS = 5;

// A connection begins with the day on which it was made.
const ADD = `
INSERT INTO book_settlement (tenant_id, connection_id, day, next_at)
SELECT $1, $2, due.day::date, $4
  FROM processor_connection c
 CROSS JOIN LATERAL generate_series(
   coalesce((SELECT max(s.day) + 1 FROM book_settlement s WHERE s.tenant_id = $1 AND s.connection_id = $2),
            greatest((c.made_at AT TIME ZONE $5)::date, $3::date - ${FIRST_DAYS - 1})),
   $3::date, '1 day') AS due (day)
 WHERE c.tenant_id = $1 AND c.id = $2
ON CONFLICT DO NOTHING`;

/** Adds the days up to one that is over, each once. `zone`: IANA zone of the days. */
export async function addDays(
  tx: Tx,
  { tenantId, connectionId }: OfConnection,
  { until, zone, nowMs }: { readonly until: string; readonly zone: string; readonly nowMs: number },
): Promise<void> {
  await tx.run(ADD, [tenantId, connectionId, until, new Date(nowMs), zone]);
}

const DUE = `
SELECT day::text FROM book_settlement
 WHERE tenant_id = $1 AND connection_id = $2 AND next_at <= $3 ORDER BY day LIMIT $4`;

/** Days that are asked for now, the oldest first. */
export async function dueDays(
  tx: Tx,
  { tenantId, connectionId }: OfConnection,
  nowMs: number,
  most: number,
): Promise<string[]> {
  const rows = await tx.query<{ day: string }>(DUE, [tenantId, connectionId, new Date(nowMs), most]);
  return rows.map(({ day }) => day);
}

const dateOrNull = (ms: number | undefined) => (ms === undefined ? null : new Date(ms));

const ASKED = `
UPDATE book_settlement SET asked_at = $4, trouble = $5, next_at = $6
 WHERE tenant_id = $1 AND connection_id = $2 AND day = $3`;

/** Notes why a day was not read, and when it is asked for again; undefined: no more. */
export async function saveTroubleOfDay(
  tx: Tx,
  { tenantId, connectionId, day }: OfDay,
  { trouble, nowMs, nextMs }: { readonly trouble: string; readonly nowMs: number; readonly nextMs: number | undefined },
): Promise<void> {
  await tx.run(ASKED, [tenantId, connectionId, day, new Date(nowMs), trouble, dateOrNull(nextMs)]);
}

const KNOWN = `
SELECT l.reference, sum(l.cents)::bigint AS cents
  FROM book_statement s
  JOIN book_statement_line l ON l.tenant_id = s.tenant_id AND l.statement_id = s.id
 WHERE s.tenant_id = $1 AND s.connection_id = $2 AND s.last_day = $3
 GROUP BY l.reference`;

/** Signed cents by reference, as the readings of a day have said so far. */
export async function readDay(tx: Tx, { tenantId, connectionId, day }: OfDay): Promise<ReadonlyMap<string, bigint>> {
  const rows = await tx.query<{ reference: string; cents: bigint }>(KNOWN, [tenantId, connectionId, day]);
  return new Map(rows.map(({ reference, cents }) => [reference, cents]));
}

const READ = `
UPDATE book_settlement
   SET asked_at = $4, read_at = coalesce(read_at, $4), trouble = NULL, next_at = $5, statements = $6, authorised = $7,
       cleared = $8, refunded = $9, disputed = $10, interchange = $11, fees = $12, funded = $13, other = $14, paid = $15
 WHERE tenant_id = $1 AND connection_id = $2 AND day = $3`;

export type DayRead = {
  readonly nowMs: number;
  /** Undefined: it is final. */
  readonly nextMs: number | undefined;
  readonly statements: number;
  readonly authorised: number | undefined;
  readonly totals: Totals;
};

export async function saveDay(tx: Tx, { tenantId, connectionId, day }: OfDay, read: DayRead): Promise<void> {
  const { nowMs, nextMs, statements, authorised, totals } = read;
  await tx.run(READ, [
    tenantId,
    connectionId,
    day,
    new Date(nowMs),
    dateOrNull(nextMs),
    statements,
    authorised ?? null,
    totals.cleared,
    totals.refunded,
    totals.disputed,
    totals.interchange,
    totals.fees,
    totals.funded,
    totals.other,
    totals.paid,
  ]);
}

const LOCKED = `
SELECT statements FROM book_settlement
 WHERE tenant_id = $1 AND connection_id = $2 AND day = $3 FOR NO KEY UPDATE`;

/** How many statements a day has. Its row stays locked, so that two readings of one day follow each other. */
export async function lockDay(tx: Tx, { tenantId, connectionId, day }: OfDay): Promise<number> {
  const row = await tx.first<{ statements: number }>(LOCKED, [tenantId, connectionId, day]);
  if (!row) throw new Error('a day of a settlement is gone');
  return row.statements;
}

// A day that is not asked for any more counts while no later one was read, so that a connection that never says anything
// keeps its first day.
const UNREAD = `
SELECT c.name, s.day::text, s.trouble
  FROM processor_connection c
 CROSS JOIN LATERAL (
   SELECT day, trouble FROM book_settlement
    WHERE tenant_id = $1 AND connection_id = c.id AND trouble = ANY ($2::text[])
    UNION ALL
   (SELECT day, trouble FROM book_settlement
     WHERE tenant_id = $1 AND connection_id = c.id AND read_at IS NULL AND day < $3::date
       AND trouble = ANY ($2::text[]) IS NOT TRUE
       AND (next_at IS NOT NULL
            OR day > coalesce((SELECT max(day) FROM book_settlement
                                WHERE tenant_id = $1 AND connection_id = c.id AND read_at IS NOT NULL), '-infinity'))
     ORDER BY day LIMIT 1)) AS s
 WHERE c.tenant_id = $1 AND c.is_on
 ORDER BY c.name, s.day`;

export type UnreadDay = { readonly name: string; readonly day: string; readonly trouble: string | null };

/**
 * Days of connections that are on: those that are not believed for one of these reasons, and for each connection the
 * first that was not read and lies before a day.
 */
export function listUnread(
  tx: Tx,
  tenantId: number,
  { refusedFor, before }: { readonly refusedFor: readonly string[]; readonly before: string },
): Promise<UnreadDay[]> {
  return tx.query(UNREAD, [tenantId, refusedFor, before]);
}

const LIST = `
SELECT c.name, s.*, s.day::text AS day, to_char(s.read_at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"') AS read_at
  FROM book_settlement s JOIN processor_connection c ON c.tenant_id = s.tenant_id AND c.id = s.connection_id
 WHERE s.tenant_id = $1 ORDER BY s.day DESC, c.name LIMIT $2`;

export type ListedDay = Totals & {
  readonly name: string;
  readonly day: string;
  readonly read_at: string | null;
  readonly trouble: string | null;
  readonly statements: number;
  readonly authorised: bigint | null;
};

/** Days of all connections, the newest first. */
export function listDays(tx: Tx, tenantId: number, most: number): Promise<ListedDay[]> {
  return tx.query(LIST, [tenantId, most]);
}
