import type { Tx } from '../../platform/database.ts';
import type { Locale } from '../../platform/texts.ts';

export type PayerRow = {
  readonly first_name: string;
  readonly email: string;
  readonly mobile: string;
  readonly language: Locale;
  readonly web_account_ids: readonly bigint[];
};

const READ = `
SELECT h.first_name, h.email, h.mobile, h.language,
       ARRAY(SELECT id FROM web_account WHERE tenant_id = $1 AND holder_id = h.id) AS web_account_ids
FROM holder h WHERE h.tenant_id = $1 AND h.id = $2`;

/** Whom to tell of a scheduled payment, and how. */
export function readPayer(tx: Tx, tenantId: number, holderId: bigint): Promise<PayerRow | undefined> {
  return tx.first(READ, [tenantId, holderId]);
}
