import type { Tx } from '../../platform/database/database.ts';
import { OVER_STATUSES } from './card-status.states.domain.ts';

/** Caller of a call about cards; a session has these fields. */
export type Caller = {
  readonly tenantId: number;
  readonly brandId: number;
  /** Set for a session by card, which sees only this card. */
  readonly cardId: bigint | null;
  readonly webAccountId: bigint | null;
  readonly holderId: bigint | null;
};

/**
 * SQL: whether a holder sees the account `a` of a query in a month (`yyyy-MM`). A nominee does as long as a card of
 * theirs draws on it; its primary holder always does, since the history outlives the cards.
 */
export function seesAccount(a: string, holder: string, month: string): string {
  return `(${a}.primary_holder_id = ${holder} OR EXISTS (
     SELECT FROM card seen WHERE seen.tenant_id = ${a}.tenant_id AND seen.member_account_id = ${a}.id
        AND seen.holder_id = ${holder} AND seen.status NOT IN (${OVER}) AND seen.expiry >= ${month}))`;
}

const OVER = OVER_STATUSES.map((status) => `'${status}'`).join(', ');

const HOLDER_OF_CALLER = `
coalesce((SELECT holder_id FROM web_account WHERE tenant_id = $1 AND id = $2),
         (SELECT holder_id FROM card WHERE tenant_id = $1 AND id = $3))`;
const IS_PRIMARY_OF = `
SELECT EXISTS (SELECT FROM member_account WHERE tenant_id = $1 AND id = $4
                  AND primary_holder_id = ${HOLDER_OF_CALLER}) AS is_primary`;
const IS_PRIMARY = `
SELECT EXISTS (SELECT FROM web_account WHERE tenant_id = $1 AND id = $2 AND role = 'primary')
    OR EXISTS (SELECT FROM member_account WHERE tenant_id = $1 AND primary_holder_id = ${HOLDER_OF_CALLER}
                  AND ($3::bigint IS NULL OR id = (SELECT member_account_id FROM card WHERE tenant_id = $1 AND id = $3)))
       AS is_primary`;

/** Whether the caller is the primary holder of an account and not a nominee on it. */
export async function isPrimaryOf(tx: Tx, caller: Caller, memberAccountId: bigint): Promise<boolean> {
  const values = [caller.tenantId, caller.webAccountId, caller.cardId, memberAccountId];
  return (await tx.first<{ is_primary: boolean }>(IS_PRIMARY_OF, values))?.is_primary ?? false;
}

/** Whether the caller has an account; for a card-only caller, the account of the card. */
export async function isPrimary(tx: Tx, caller: Caller): Promise<boolean> {
  const values = [caller.tenantId, caller.webAccountId, caller.cardId];
  return (await tx.first<{ is_primary: boolean }>(IS_PRIMARY, values))?.is_primary ?? false;
}

const LOGIN_NAME = `
SELECT a.account_number, w.extension
FROM web_account w JOIN member_account a ON a.tenant_id = w.tenant_id AND a.id = w.member_account_id
WHERE w.tenant_id = $1 AND w.id = $2`;

/** Account of a web account, with the extension of a nominee. */
export function readAccountLogin(
  tx: Tx,
  caller: Caller,
): Promise<{ account_number: string; extension: string | null } | undefined> {
  return tx.first(LOGIN_NAME, [caller.tenantId, caller.webAccountId]);
}
