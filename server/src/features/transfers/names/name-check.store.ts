import type { Tx } from '../../../platform/database/database.ts';
import { lockNames } from '../../../platform/database/named-locks.ts';

type Check = { readonly asker: string; readonly destination: string; readonly atMs: number };
type Times = { readonly byAskerSince: number; readonly ofDestinationSince: number };

const COUNT = `
SELECT (SELECT count(*)::int FROM payee_check WHERE tenant_id = $1 AND asker = $2 AND at > $4) AS by_asker,
       (SELECT count(*)::int FROM payee_check WHERE tenant_id = $1 AND destination = $3 AND at > $5) AS of_destination`;
const ADD = 'INSERT INTO payee_check (tenant_id, asker, destination, at) VALUES ($1, $2, $3, $4)';
const DELETE_OLD = 'DELETE FROM payee_check WHERE tenant_id = $1 AND asker = $2 AND at <= $3';

/**
 * Counts a name check, and returns how often this caller asked and how often this account was asked about. Caller and
 * account are locked, so questions that come together count each other.
 */
export async function countCheck(
  tx: Tx,
  tenantId: number,
  { asker, destination, atMs }: Check,
  { byAskerSince, ofDestinationSince }: Times,
): Promise<{ readonly by_asker: number; readonly of_destination: number }> {
  await lockNames(tx, [`name checks:${tenantId}:${asker}`, `name checks:${tenantId}:${destination}`]);
  const iso = (ms: number) => new Date(ms).toISOString();
  const oldest = Math.min(byAskerSince, ofDestinationSince);
  const counted = await tx.first<{ by_asker: number; of_destination: number }>(COUNT, [
    tenantId,
    asker,
    destination,
    iso(byAskerSince),
    iso(ofDestinationSince),
  ]);
  await tx.run(DELETE_OLD, [tenantId, asker, iso(oldest)]);
  await tx.run(ADD, [tenantId, asker, destination, iso(atMs)]);
  return counted ?? { by_asker: 0, of_destination: 0 };
}

const HOLDER = `
SELECT a.id, trim(concat_ws(' ', h.first_name, h.surname)) AS name, a.is_closed
  FROM member_account a
  JOIN holder h ON h.tenant_id = a.tenant_id AND h.id = a.primary_holder_id
 WHERE a.tenant_id = $1 AND a.account_number = $2
   AND CASE WHEN $3::text IS NULL THEN a.brand_id = $4
       ELSE EXISTS (SELECT FROM card c JOIN product p ON p.tenant_id = c.tenant_id AND p.id = c.product_id
                     WHERE c.tenant_id = a.tenant_id AND c.member_account_id = a.id
                       AND replace(coalesce(p.settings ->> 'bsb', '000-001'), '-', '') = $3) END`;

/** Holder of an account of the programme: by number within a brand, or by BSB and number. */
export function findHolder(
  tx: Tx,
  tenantId: number,
  of: { readonly brandId: number; readonly bsb: string | null; readonly accountNumber: string },
): Promise<{ id: bigint; name: string; is_closed: boolean } | undefined> {
  return tx.first(HOLDER, [tenantId, of.accountNumber, of.bsb, of.brandId]);
}
