import { arrayRows } from '../../../platform/database/array-rows.ts';
import type { Tx } from '../../../platform/database/database.ts';
import type { Secrets } from '../../../platform/secrets/secrets.ts';
import { keepReference, keepText, openText } from '../../../platform/secrets/typed-card-numbers.ts';
import type { Method } from '../files/bank-file.store.ts';
import type { SentFile } from './sent-file.domain.ts';

const ADD = `
INSERT INTO bank_has_line (tenant_id, name, line, method, value_date, bsb, account_number, reference, cents)
SELECT $1, $2, l.line, $3, $4, l.bsb, l.account_number, l.reference, l.cents
  FROM ${arrayRows('l', 5, {
    line: 'integer',
    bsb: 'text',
    account_number: 'text',
    reference: 'text',
    cents: 'bigint',
  })}`;

/** Records the content of a file that the bank has. */
export async function addSentFile(
  tx: Tx,
  secrets: Secrets,
  { tenantId, name, file }: { readonly tenantId: number; readonly name: string; readonly file: SentFile },
): Promise<void> {
  const column = <T>(of: (line: SentFile['lines'][number]) => T): T[] => file.lines.map(of);
  await tx.run(ADD, [
    tenantId,
    name,
    file.method,
    file.day,
    column(({ line }) => line),
    column(({ bsb }) => bsb),
    column(({ accountNumber }) => (file.method === 'bpay' ? keepReference : keepText)(secrets, accountNumber)),
    column(({ reference }) => keepText(secrets, reference)),
    column(({ cents }) => cents),
  ]);
}

const KNOWN = `
SELECT name FROM bank_file WHERE tenant_id = $1 AND name = ANY ($2)
UNION SELECT name FROM bank_has_line WHERE tenant_id = $1 AND name = ANY ($2)`;

/** The names that belong to known files. */
export async function knownNames(tx: Tx, tenantId: number, names: readonly string[]): Promise<ReadonlySet<string>> {
  return new Set((await tx.query<{ name: string }>(KNOWN, [tenantId, names])).map(({ name }) => name));
}

export type OpenLine = {
  readonly name: string;
  readonly line: number;
  readonly bsb: string;
  readonly account_number: string;
  readonly reference: string;
  readonly cents: bigint;
  readonly value_date: string;
};

const OPEN = `
SELECT name, line, bsb, account_number, reference, cents, value_date::text FROM bank_has_line
 WHERE tenant_id = $1 AND method = $2 AND transfer_id IS NULL AND debit_id IS NULL
 ORDER BY bank_has_line.value_date, name, line FOR UPDATE`;

/** Lines without a matching payment or debit in the ledger. */
export async function lockOpenLines(
  tx: Tx,
  secrets: Secrets,
  { tenantId, method }: { readonly tenantId: number; readonly method: Method },
): Promise<OpenLine[]> {
  const rows = await tx.query<OpenLine>(OPEN, [tenantId, method]);
  return rows.map((row) => ({
    ...row,
    account_number: openText(secrets, row.account_number),
    reference: openText(secrets, row.reference),
  }));
}

const foundAs = (column: 'transfer_id' | 'debit_id') => `
UPDATE bank_has_line b SET ${column} = f.id
  FROM ${arrayRows('f', 2, { name: 'text', line: 'integer', id: 'bigint' })}
 WHERE b.tenant_id = $1 AND b.name = f.name AND b.line = f.line`;
const FOUND_PAYMENT = foundAs('transfer_id');
const FOUND_DEBIT = foundAs('debit_id');

/** Line with its matching payment or debit. */
export type FoundLine = Pick<OpenLine, 'name' | 'line'> & { readonly id: bigint };

export async function saveFound(tx: Tx, tenantId: number, method: Method, found: readonly FoundLine[]): Promise<void> {
  const names = found.map(({ name }) => name);
  const lines = found.map(({ line }) => line);
  await tx.run(method === 'debit' ? FOUND_DEBIT : FOUND_PAYMENT, [tenantId, names, lines, found.map(({ id }) => id)]);
}

const TO_ACCEPT = `
SELECT f.name FROM bank_file f
  JOIN bank_file_line l ON l.tenant_id = f.tenant_id AND l.bank_file_id = f.id AND NOT l.is_void
  JOIN bank_has_line b ON b.tenant_id = f.tenant_id AND b.transfer_id = l.transfer_id
 WHERE f.tenant_id = $1 AND f.state = 'Sent'
UNION
SELECT f.name FROM bank_file f
  JOIN direct_debit d ON d.tenant_id = f.tenant_id AND d.bank_file_id = f.id
  JOIN bank_has_line b ON b.tenant_id = f.tenant_id AND b.debit_id = d.id
 WHERE f.tenant_id = $1 AND f.state = 'Sent'
 ORDER BY name`;

/** Files of payments that the bank had at the time of the restore, and has therefore accepted. */
export async function listToAccept(tx: Tx, tenantId: number): Promise<string[]> {
  return (await tx.query<{ name: string }>(TO_ACCEPT, [tenantId])).map(({ name }) => name);
}
