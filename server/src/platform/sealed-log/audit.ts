import { arrayRows } from '../database/array-rows.ts';
import { keepClientAddresses } from './client-address.ts';
import type { Clocks } from '../time/clock.ts';
import type { Tx } from '../database/database.ts';

/** One line of the audit log: actor, action, object, outcome and request. */
export type AuditEvent = {
  readonly tenantId: number;
  /** `web:12`, `card:7`, `network`, `system`, `visitor`. */
  readonly actor: string;
  /** `card.turned_off`. */
  readonly action: string;
  /** An id such as `card:7`, never a number that grants access. */
  readonly object?: string | undefined;
  /** `ok`, or the name of the refusal. */
  readonly outcome: string;
  readonly requestId?: string | undefined;
  /** Further details, without secrets and personal data, because nothing here is ever deleted. */
  readonly details?: Readonly<Record<string, string | number | boolean | null>> | undefined;
};

/**
 * Assigns the transaction id before the line's id is drawn from the sequence, which the sealer relies on. A
 * plain INSERT would draw the line's id first. The condition is evaluated once, before any row.
 */
const INSERT = `
INSERT INTO audit_log (tenant_id, at, actor, action, object, outcome, request_id, details)
SELECT line.tenant_id, to_timestamp($1::float8 / 1000), line.actor, line.action, line.object, line.outcome,
       line.request_id, line.details::jsonb
FROM ${arrayRows('line', 2, {
  tenant_id: 'integer',
  actor: 'text',
  action: 'text',
  object: 'text',
  outcome: 'text',
  request_id: 'text',
  details: 'text',
})}
WHERE pg_current_xact_id() IS NOT NULL
ORDER BY line.n`;

/**
 * Appends lines in order, timestamped by the security clock, in the caller's transaction. The sealer seals them later
 * (audit-chain.ts). Request addresses are stored separately (client-address.ts).
 */
export function auditAll(tx: Tx, clocks: Clocks, events: readonly AuditEvent[]): void {
  if (events.length === 0) return;
  tx.later(INSERT, [
    clocks.security.now(),
    events.map((event) => event.tenantId),
    events.map((event) => event.actor),
    events.map((event) => event.action),
    events.map((event) => event.object ?? null),
    events.map((event) => event.outcome),
    events.map((event) => event.requestId ?? null),
    events.map((event) => JSON.stringify(event.details ?? {})),
  ]);
  keepClientAddresses(tx, events, clocks.security.now());
}

/** Adds one line. */
export function audit(tx: Tx, clocks: Clocks, event: AuditEvent): void {
  auditAll(tx, clocks, [event]);
}
