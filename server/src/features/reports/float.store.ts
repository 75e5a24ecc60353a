import { KEEP_APART } from '../../platform/database/keep-apart.ts';
import type { Tx } from '../../platform/database/database.ts';

const BRANDS = `
SELECT m.ledger_account_id AS id, b.name AS brand
  FROM member_account m JOIN brand b ON b.tenant_id = m.tenant_id AND b.id = m.brand_id
 WHERE m.tenant_id = $1 AND m.ledger_account_id = ANY ($2::bigint[])`;

/** Brands of accounts of cardholders. */
export function listBrandsOf(
  tx: Tx,
  tenantId: number,
  ids: readonly bigint[],
): Promise<{ readonly id: bigint; readonly brand: string }[]> {
  return tx.query(BRANDS, [tenantId, ids]);
}

const EXPIRED = `
SELECT m.account_number AS number, m.ledger_account_id AS id, c.expiry
  FROM member_account m
 CROSS JOIN LATERAL (SELECT max(k.expiry) AS expiry FROM card k
                      WHERE k.tenant_id = m.tenant_id AND k.member_account_id = m.id ${KEEP_APART}) AS c
 WHERE m.tenant_id = $1 AND m.ledger_account_id = ANY ($2::bigint[]) AND c.expiry <= $3
 ORDER BY m.account_number`;

/** Those among accounts whose every card has expired by the end of a month, with the month of the last one. */
export function listExpired(
  tx: Tx,
  tenantId: number,
  ids: readonly bigint[],
  month: string,
): Promise<{ readonly number: string; readonly id: bigint; readonly expiry: string }[]> {
  return tx.query(EXPIRED, [tenantId, ids, month]);
}
