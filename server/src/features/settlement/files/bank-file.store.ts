import type { BankMethod } from '@wattle/contract/rules/payment-methods.ts';
import { arrayRows } from '../../../platform/database/array-rows.ts';
import type { Tx } from '../../../platform/database/database.ts';
import type { Secrets } from '../../../platform/secrets/secrets.ts';
import { openText } from '../../../platform/secrets/typed-card-numbers.ts';
import { notingPayments } from '../../webhook-events/public.ts';
import type { BankFileState } from '../bank-file.states.domain.ts';

/** Payments to other banks, bills, and debits of other banks' accounts. */
export type Method = BankMethod | 'debit';

export type DuePayment = {
  readonly transfer_id: bigint;
  /** BSB or biller code, and account number or reference. */
  readonly bsb: string;
  readonly account_number: string;
  readonly name: string;
  readonly reference: string;
  readonly remitter: string;
  readonly amount: bigint;
  /** The payer's own account with the product of its newest card, which determines the BSB. */
  readonly payer: { readonly settings: unknown; readonly accountNumber: string } | null;
};

// Locked, so that answers of the bank and other servers that make files wait.
const DUE = `
SELECT p.transfer_id, p.bsb, p.account_number, p.name, p.reference, p.remitter, p.amount,
       (SELECT jsonb_build_object('settings', o.settings, 'accountNumber', a.account_number)
          FROM member_account a JOIN card c ON c.tenant_id = a.tenant_id AND c.member_account_id = a.id
          JOIN product o ON o.tenant_id = c.tenant_id AND o.id = c.product_id
         WHERE a.tenant_id = p.tenant_id AND a.id = p.member_account_id ORDER BY c.id DESC LIMIT 1) AS payer
  FROM payment_out p
 WHERE p.tenant_id = $1 AND p.method = $2 AND p.rail = 'file' AND p.state = 'Made' AND p.value_date < $3
   AND NOT waits_for_sanctions($1, p.transfer_id)
   AND NOT EXISTS (SELECT FROM bank_file_line l WHERE l.tenant_id = $1 AND l.transfer_id = p.transfer_id AND NOT l.is_void)
 ORDER BY p.transfer_id
   FOR UPDATE OF p`;

/** Payments without a file that count before a day. */
export async function lockDuePayments(
  tx: Tx,
  secrets: Secrets,
  { tenantId, method, before }: { readonly tenantId: number; readonly method: Method; readonly before: string },
): Promise<DuePayment[]> {
  const rows = await tx.query<DuePayment>(DUE, [tenantId, method, before]);
  return rows.map((row) => ({
    ...row,
    account_number: openText(secrets, row.account_number),
    name: openText(secrets, row.name),
    reference: openText(secrets, row.reference),
  }));
}

const COUNT = `
SELECT count(*)::int AS number FROM (
  SELECT name FROM bank_file WHERE tenant_id = $1 AND method = $2 AND value_date = $3
  UNION SELECT name FROM bank_has_line WHERE tenant_id = $1 AND method = $2 AND value_date = $3
) AS file`;

/** Number of files made for a day, including those that a restore lost, so that no name is used twice. */
export async function countFiles(tx: Tx, tenantId: number, method: Method, day: string): Promise<number> {
  return (await tx.first<{ number: number }>(COUNT, [tenantId, method, day]))?.number ?? 0;
}

const INSERT = `
INSERT INTO bank_file (id, tenant_id, method, name, value_date, state, lines, cents, digest, content_cipher,
                       content_key_version, made_at)
OVERRIDING SYSTEM VALUE VALUES ($1, $2, $3, $4, $5, 'Made', $6, $7, $8, $9, $10, $11)`;
const INSERT_LINES = `
INSERT INTO bank_file_line (tenant_id, bank_file_id, line, transfer_id)
SELECT $1, $2, l.n, l.transfer_id FROM ${arrayRows('l', 3, { transfer_id: 'bigint' })}`;

/** Leading hexadecimal digits of a file's digest that the desk shows, and that an outcome has at least. */
export const DIGEST_SHOWN = 16;

export type NewFile = {
  readonly tenantId: number;
  readonly method: Method;
  readonly name: string;
  readonly day: string;
  readonly cents: bigint;
  readonly digest: Buffer;
  readonly text: string;
  readonly madeAt: number;
  readonly lines: number;
};

/** Stores a frozen file. Its payments are assigned separately. */
export async function insertFile(tx: Tx, secrets: Secrets, file: NewFile): Promise<bigint> {
  const drawn = await tx.first<{ id: bigint }>("SELECT nextval('bank_file_id_seq') AS id");
  if (!drawn) throw new Error('a sequence answers one row');
  const { id } = drawn;
  const { cipher, keyVersion } = secrets.encrypt(file.text, 'bankFile', id);
  const { tenantId, method, name, day, cents, digest, lines } = file;
  const madeAt = new Date(file.madeAt);
  await tx.run(INSERT, [id, tenantId, method, name, day, lines, cents, digest, cipher, keyVersion, madeAt]);
  return id;
}

/** Assigns payments to a file, in the order of its lines. */
export async function insertLines(tx: Tx, tenantId: number, id: bigint, transfers: readonly bigint[]): Promise<void> {
  await tx.run(INSERT_LINES, [tenantId, id, transfers]);
}

export type BankFile = {
  readonly id: bigint;
  readonly method: Method;
  readonly name: string;
  readonly value_date: string;
  readonly state: BankFileState;
  readonly lines: number;
  readonly cents: bigint;
  readonly digest: Buffer;
  /** Null: erased after 7 years. */
  readonly content_cipher: Buffer | null;
  readonly content_key_version: number | null;
  readonly made_at: string;
  readonly sent_at: string | null;
  readonly tried_at: string | null;
};

const COLUMNS = `id, method, name, value_date::text, state, lines, cents, digest, content_cipher, content_key_version,
       made_at, sent_at, tried_at`;

export function listUnsent(tx: Tx, tenantId: number): Promise<BankFile[]> {
  return tx.query(`SELECT ${COLUMNS} FROM bank_file WHERE tenant_id = $1 AND state = 'Made' ORDER BY id`, [tenantId]);
}

export function lockFile(tx: Tx, tenantId: number, id: bigint): Promise<BankFile | undefined> {
  return tx.first(`SELECT ${COLUMNS} FROM bank_file WHERE tenant_id = $1 AND id = $2 FOR UPDATE`, [tenantId, id]);
}

/** State of a file, read under the lock of its name. */
export async function readFileState(tx: Tx, tenantId: number, id: bigint): Promise<BankFileState | undefined> {
  const row = await tx.first<{ state: BankFileState }>('SELECT state FROM bank_file WHERE tenant_id = $1 AND id = $2', [
    tenantId,
    id,
  ]);
  return row?.state;
}

export function findFile(tx: Tx, tenantId: number, id: bigint): Promise<BankFile | undefined> {
  return tx.first(`SELECT ${COLUMNS} FROM bank_file WHERE tenant_id = $1 AND id = $2`, [tenantId, id]);
}

export function findFileByName(tx: Tx, tenantId: number, name: string): Promise<BankFile | undefined> {
  return tx.first(`SELECT ${COLUMNS} FROM bank_file WHERE tenant_id = $1 AND name = $2`, [tenantId, name]);
}

/** Bytes of a file as they were frozen; undefined: they were erased. */
export function textOf(secrets: Secrets, file: BankFile): string | undefined {
  if (file.content_cipher === null || file.content_key_version === null) return undefined;
  return secrets.decrypt(file.content_cipher, file.content_key_version, 'bankFile', file.id);
}

/** Records the start of an attempt to send it; null: nothing was sent. */
export async function saveTry(tx: Tx, tenantId: number, id: bigint, atMs: number | null): Promise<void> {
  await tx.run('UPDATE bank_file SET tried_at = $3 WHERE tenant_id = $1 AND id = $2', [
    tenantId,
    id,
    atMs === null ? null : new Date(atMs),
  ]);
}

const SAVE_STATE = `
UPDATE bank_file SET state = $3, sent_at = CASE WHEN $3 = 'Sent' THEN $4 ELSE sent_at END,
       answered_at = CASE WHEN $3 = 'Sent' THEN answered_at ELSE $4 END
 WHERE tenant_id = $1 AND id = $2`;

export function saveFileState(tx: Tx, tenantId: number, id: bigint, state: BankFileState, atMs: number): void {
  tx.later(SAVE_STATE, [tenantId, id, state, new Date(atMs)]);
}

const OF_FILE = notingPayments(`
UPDATE payment_out payment SET state = $4,
       sent_at = CASE $4 WHEN 'Sent' THEN $5 WHEN 'Made' THEN NULL ELSE coalesce(payment.sent_at, $5) END,
       settled_at = CASE $4 WHEN 'Settled' THEN $5 ELSE payment.settled_at END
  FROM bank_file_line l
 WHERE l.tenant_id = $1 AND l.bank_file_id = $2 AND NOT l.is_void
   AND payment.tenant_id = $1 AND payment.transfer_id = l.transfer_id AND payment.state = ANY ($3::text[])`);

/** Changes the state of those payments of a file that are in one of the given states. */
export function moveFilePayments(
  tx: Tx,
  tenantId: number,
  id: bigint,
  change: { readonly from: readonly string[]; readonly to: string; readonly atMs: number },
): void {
  tx.later(OF_FILE, [tenantId, id, change.from, change.to, new Date(change.atMs)]);
}

const ACCOUNTS = `
SELECT DISTINCT p.member_account_id AS id FROM bank_file_line l
  JOIN payment_out p ON p.tenant_id = l.tenant_id AND p.transfer_id = l.transfer_id
 WHERE l.tenant_id = $1 AND l.bank_file_id = $2 AND p.member_account_id IS NOT NULL`;

/** Accounts that paid the payments of a file. */
export async function payersOf(tx: Tx, tenantId: number, id: bigint): Promise<bigint[]> {
  return (await tx.query<{ id: bigint }>(ACCOUNTS, [tenantId, id])).map((row) => row.id);
}

/** Removes the payments of a file, so that another file can contain them. */
export function voidLines(tx: Tx, tenantId: number, id: bigint): void {
  tx.later('UPDATE bank_file_line SET is_void = true WHERE tenant_id = $1 AND bank_file_id = $2', [tenantId, id]);
}
