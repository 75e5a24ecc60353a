import type { Tx } from '../../../platform/database.ts';
import type { Locale } from '../../../platform/texts.ts';

export async function readPasswordHash(tx: Tx, tenantId: number, webAccountId: bigint): Promise<string | null> {
  const row = await tx.first<{ password_hash: string }>(
    'SELECT password_hash FROM web_account WHERE tenant_id = $1 AND id = $2',
    [tenantId, webAccountId],
  );
  return row?.password_hash ?? null;
}

export type Contact = {
  readonly holder_id: bigint;
  readonly email: string;
  readonly mobile: string;
  readonly language: Locale;
};

/** Where a web account's user is told of what happens to it. */
export function readContact(tx: Tx, tenantId: number, webAccountId: bigint): Promise<Contact | undefined> {
  return tx.first<Contact>(
    `SELECT h.id AS holder_id, h.email, h.mobile, h.language
       FROM web_account w
       JOIN holder h ON h.tenant_id = w.tenant_id AND h.id = w.holder_id
      WHERE w.tenant_id = $1 AND w.id = $2`,
    [tenantId, webAccountId],
  );
}
