import type { Tx } from '../../platform/database/database.ts';
import { sealRows } from '../../platform/sealed-log/seal-rows.ts';
import type { Secrets } from '../../platform/secrets/secrets.ts';

const SEALED = {
  payment_out: ['account_number', 'name', 'reference'],
  bank_answer_line: ['account_number', 'reference', 'remitter'],
  bank_has_line: ['account_number', 'reference'],
} as const;

/**
 * Seals card numbers in texts of payments that have left and of bank lines. Returns the largest number of rows changed
 * in a table.
 */
export async function sealBankTexts(tx: Tx, secrets: Secrets, tenantId: number, atOnce: number): Promise<number> {
  let most = 0;
  for (const [table, columns] of Object.entries(SEALED)) {
    most = Math.max(most, await sealRows(tx, secrets, { tenantId, table, columns, atOnce }));
  }
  return most;
}
