import type { Tx } from '../../../platform/database/database.ts';

/** Lines that one look goes back at most, so that it costs the same however long the log is. */
export const LINES_LOOKED_AT = 20_000;

export type AuditLine = {
  readonly id: bigint;
  /** timestamptz as text. */
  readonly at: string;
  readonly actor: string;
  /** Full name of a member of staff; null for any other actor. */
  readonly name: string | null;
  readonly action: string;
  readonly object: string | null;
  readonly outcome: string;
  readonly request_id: string | null;
  readonly details: Readonly<Record<string, unknown>>;
};

export const AUDIT_LINES = `
SELECT l.id, l.at, l.actor, s.full_name AS name, l.action, l.object, l.outcome, l.request_id, l.details
FROM (SELECT * FROM audit_log WHERE tenant_id = $1 AND id < $2 ORDER BY id DESC LIMIT $3) AS l
LEFT JOIN staff s ON s.tenant_id = $1 AND l.actor = 'staff:' || s.id
WHERE ($4::text IS NULL OR l.actor = $4) AND ($5::text IS NULL OR starts_with(l.action, $5))
  AND ($6::text IS NULL OR l.object = $6) AND (NOT $7::boolean OR l.outcome <> 'ok')
  AND ($8::boolean OR NOT l.details ? 'look')
ORDER BY l.id DESC LIMIT $9`;

export type WantedLines = {
  readonly before: bigint;
  readonly actor: string | undefined;
  readonly action: string | undefined;
  readonly object: string | undefined;
  readonly isRefused: boolean;
  /** Commands that only read too, which pages of the desk ask for by themselves. */
  readonly withLooks: boolean;
};

/** Lines of the audit log before one, the newest first. */
export function listAuditLines(
  tx: Tx,
  tenantId: number,
  { before, actor, action, object, isRefused, withLooks }: WantedLines,
  most: number,
): Promise<AuditLine[]> {
  const filters = [actor ?? null, action ?? null, object ?? null, isRefused, withLooks];
  return tx.query(AUDIT_LINES, [tenantId, before, LINES_LOOKED_AT, ...filters, most]);
}
