import type { Clocks } from './clock.ts';
import type { Tx } from './database.ts';

/** One line of the record: who did what to what, with which outcome, in which request. */
export type AuditEvent = {
  readonly tenantId: number;
  /** `web:12`, `card:7`, `network`, `system`, `visitor`. */
  readonly actor: string;
  /** `card.turned_off`. */
  readonly action: string;
  /** `card:7`: ids, never a number that opens anything. */
  readonly object?: string | undefined;
  /** `ok`, or the name of the refusal. */
  readonly outcome: string;
  readonly requestId?: string | undefined;
  /** Further facts. No secret and no personal detail: nothing here is ever removed. */
  readonly details?: Readonly<Record<string, string | number | boolean | null>> | undefined;
};

/** Adds a line, by the security clock, in the caller's transaction. The sealer chains it later. */
export async function audit(tx: Tx, clocks: Clocks, event: AuditEvent): Promise<void> {
  await tx.run(
    `INSERT INTO audit_log (tenant_id, at, actor, action, object, outcome, request_id, details)
     VALUES ($1, to_timestamp($2::float8 / 1000), $3, $4, $5, $6, $7, $8)`,
    [
      event.tenantId,
      clocks.security.now(),
      event.actor,
      event.action,
      event.object ?? null,
      event.outcome,
      event.requestId ?? null,
      JSON.stringify(event.details ?? {}),
    ],
  );
}
