import type { Session } from '../../http/handle.ts';
import type { Tx } from '../../platform/database/database.ts';

const CONTACTS = `
SELECT h.email, h.mobile,
       EXISTS (SELECT FROM device d WHERE d.tenant_id = $1 AND d.web_account_id = w.id AND d.enabled
                 AND d.fcm_enabled AND d.registration_id <> '') AS has_device
FROM web_account w JOIN holder h ON h.tenant_id = w.tenant_id AND h.id = w.holder_id
WHERE w.tenant_id = $1 AND w.id = $2`;

/** How the signed-in user can be reached. */
export function readContacts(
  tx: Tx,
  { tenantId, webAccountId }: Session,
): Promise<{ email: string; mobile: string; has_device: boolean } | undefined> {
  return tx.first(CONTACTS, [tenantId, webAccountId]);
}
