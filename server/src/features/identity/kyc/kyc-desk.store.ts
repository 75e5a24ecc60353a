import type { Tx } from '../../../platform/database.ts';

export function findAccountOfNumber(tx: Tx, tenantId: number, number: string): Promise<{ id: bigint } | undefined> {
  return tx.first<{ id: bigint }>('SELECT id FROM member_account WHERE tenant_id = $1 AND account_number = $2', [
    tenantId,
    number,
  ]);
}
