import type { Tx } from '../../platform/database/database.ts';
import { fullNameIn } from '../../platform/text/full-name.ts';

export type UnreachedPerson = {
  readonly holder_id: bigint;
  readonly name: string;
  readonly email: string;
  readonly mobile: string;
  readonly since: string;
};

const UNREACHED = `
SELECT h.id AS holder_id, ${fullNameIn('h')} AS name, h.email, h.mobile, k.case_opened_at AS since
  FROM contact_mark k JOIN holder h ON h.tenant_id = k.tenant_id AND h.id = k.holder_id AND h.died_on IS NULL
 WHERE k.tenant_id = $1 AND k.case_opened_at IS NOT NULL
 ORDER BY k.case_opened_at, h.id OFFSET $2 LIMIT $3`;

/**
 * Some people with a case, those who wait longest first. A programme may have got a channel, or lost one, since a case
 * was opened.
 */
export function readUnreached(
  tx: Tx,
  tenantId: number,
  { from, most }: { readonly from: number; readonly most: number },
): Promise<UnreachedPerson[]> {
  return tx.query(UNREACHED, [tenantId, from, most]);
}

/** A person who is alive, by number; undefined if there is none. */
export function findPersonOfContact(tx: Tx, tenantId: number, holderId: bigint): Promise<{ id: bigint } | undefined> {
  return tx.first('SELECT id FROM holder WHERE tenant_id = $1 AND id = $2 AND died_on IS NULL', [tenantId, holderId]);
}
