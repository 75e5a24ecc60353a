import type { Tx } from '../../platform/database/database.ts';
import type { SpendLimit } from './decide.domain.ts';

const ADD_LIMIT_DECLINES = `
INSERT INTO limit_decline (tenant_id, authorisation_id, spend_limit, limit_left)
SELECT $1, * FROM unnest($2::bigint[], $3::bigint[], $4::bigint[])`;

type Declined = { readonly id: bigint; readonly spendLimit?: SpendLimit | undefined };

/** Keeps what was left of the limit of those that were declined for it. */
export function addLimitDeclines(tx: Tx, tenantId: number, all: readonly Declined[]): void {
  const declined = all.flatMap(({ id, spendLimit }) => (spendLimit ? [{ id, ...spendLimit }] : []));
  if (declined.length === 0) return;
  const column = (of: (row: (typeof declined)[number]) => bigint) => declined.map(of);
  tx.later(ADD_LIMIT_DECLINES, [
    tenantId,
    column(({ id }) => id),
    column(({ cents }) => cents),
    column(({ left }) => left),
  ]);
}
