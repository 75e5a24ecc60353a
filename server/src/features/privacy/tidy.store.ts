import type { Tx } from '../../platform/database/database.ts';

const NOTES = `
DELETE FROM staff_note WHERE tenant_id = $1 AND id IN (
  SELECT n.id FROM staff_note n WHERE n.tenant_id = $1 AND n.at < $2 ORDER BY n.id LIMIT $3)`;

/** Deletes notes of staff of before a moment. Answers how many. */
export function deleteOldNotes(tx: Tx, tenantId: number, beforeMs: number, most: number): Promise<number> {
  return tx.run(NOTES, [tenantId, new Date(beforeMs), most]);
}

/** Erases the bytes of files of the bank of before a moment, which is more than six years ago. Answers how many. */
export async function eraseOldBankFiles(tx: Tx, beforeMs: number, most: number): Promise<number> {
  const row = await tx.first<{ gone: number }>('SELECT forget_old_bank_files($1, $2) AS gone', [
    new Date(beforeMs),
    most,
  ]);
  return row?.gone ?? 0;
}

/** Deletes documents of requests that ended before a moment, which is more than six years ago. Answers how many. */
export async function deleteOldAttachments(tx: Tx, beforeMs: number, most: number): Promise<number> {
  const row = await tx.first<{ gone: number }>('SELECT forget_old_attachments($1, $2) AS gone', [
    new Date(beforeMs),
    most,
  ]);
  return row?.gone ?? 0;
}
