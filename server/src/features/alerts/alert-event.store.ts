import { KEEP_APART } from '../../platform/database/keep-apart.ts';
import { arrayRows } from '../../platform/database/array-rows.ts';
import type { Tx } from '../../platform/database/database.ts';

export type AlertEvent = {
  readonly memberAccountId: bigint;
  /** An authorisation by its id, a posting by the sequence of its entry, a statement by the sequence after it. */
  readonly kind: 'authorisation' | 'posting' | 'statement';
  readonly subject: bigint;
};

// Account by account (KEEP_APART): a plan for many accounts together may read all accounts.
const INSERT = `
INSERT INTO alert_event (tenant_id, member_account_id, kind, subject)
SELECT $1, e.account, e.kind, e.subject
FROM ${arrayRows('e', 2, { account: 'bigint', kind: 'text', subject: 'bigint' })}
JOIN LATERAL (
  SELECT has_alerts FROM member_account WHERE tenant_id = $1 AND id = e.account ${KEEP_APART}
) AS a ON a.has_alerts`;

/** Records events of accounts for which someone has chosen alerts. The result is not waited for. */
export function recordAlertEvents(tx: Tx, tenantId: number, events: readonly AlertEvent[]): void {
  if (events.length === 0) return;
  tx.later(INSERT, [
    tenantId,
    events.map(({ memberAccountId }) => memberAccountId),
    events.map(({ kind }) => kind),
    events.map(({ subject }) => subject),
  ]);
}
