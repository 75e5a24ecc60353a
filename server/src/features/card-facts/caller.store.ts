import type { Tx } from '../../platform/database.ts';

/** Caller of a call about cards; a session has these fields. */
export type Caller = {
  readonly tenantId: number;
  readonly brandId: number;
  /** Set for a session by card, which sees only this card. */
  readonly cardId: bigint | null;
  readonly webAccountId: bigint | null;
  readonly holderId: bigint | null;
};

const IS_PRIMARY_LOGIN = `
SELECT role = 'primary' AS is_primary FROM web_account WHERE tenant_id = $1 AND id = $2`;
const IS_PRIMARY_CARD = `
SELECT coalesce(a.primary_holder_id = c.holder_id, false) AS is_primary
FROM card c JOIN member_account a ON a.tenant_id = c.tenant_id AND a.id = c.member_account_id
WHERE c.tenant_id = $1 AND c.id = $2`;

/** Whether the caller is the primary holder of the account and not a nominee. */
export async function isPrimary(tx: Tx, caller: Caller): Promise<boolean> {
  const row =
    caller.webAccountId === null
      ? await tx.first<{ is_primary: boolean }>(IS_PRIMARY_CARD, [caller.tenantId, caller.cardId])
      : await tx.first<{ is_primary: boolean }>(IS_PRIMARY_LOGIN, [caller.tenantId, caller.webAccountId]);
  return row?.is_primary ?? false;
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
