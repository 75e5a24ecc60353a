import type { Tx } from '../../../platform/database.ts';

/** Email address at which a person reads in the sandbox what their bank would show. */
export function findSandboxReader(
  tx: Tx,
  tenantId: number,
  holderId: bigint | null,
): Promise<{ readonly email: string; readonly first_name: string } | undefined> {
  return tx.first('SELECT email, first_name FROM holder WHERE tenant_id = $1 AND id = $2', [tenantId, holderId]);
}
