import type { SentFileType } from '@wattle/contract/sent-file.ts';
import type { Session } from '../../../http/handle.ts';
import type { Tx } from '../../../platform/database/database.ts';
import { maskWords } from '../../../platform/secrets/typed-card-numbers.ts';

export type KeptReceiptRow = {
  readonly seq: bigint;
  readonly name: string;
  readonly type: SentFileType;
  readonly size: number;
  /** timestamptz as text. */
  readonly at: string;
};

type ReceiptOwner = Pick<Session, 'tenantId' | 'holderId'>;

const LIST = `
SELECT seq, name, type, size, at FROM transaction_receipt
WHERE tenant_id = $1 AND ledger_account_id = $2 AND holder_id = $3 ORDER BY seq DESC`;

/** A person's receipts on the rows of an account. Their number is limited. */
export function listKeptReceipts(
  tx: Tx,
  { tenantId, holderId }: ReceiptOwner,
  account: bigint,
): Promise<KeptReceiptRow[]> {
  return tx.query(LIST, [tenantId, account, holderId]);
}

const USED = `
SELECT count(*) AS count, coalesce(sum(size), 0)::bigint AS bytes FROM transaction_receipt
WHERE tenant_id = $1 AND holder_id = $2 AND NOT (ledger_account_id = $3 AND seq = $4)`;

// Two receipts that are sent at the same time are counted one after the other.
const LOCK = `SELECT pg_advisory_xact_lock(hashtextextended('kept receipts:' || $1::text, 0))`;

/** Counts a person's receipts besides that of a row. Their next receipt waits until this transaction ends. */
export async function lockKept(
  tx: Tx,
  { tenantId, holderId }: ReceiptOwner,
  account: bigint,
  seq: bigint,
): Promise<{ readonly count: bigint; readonly bytes: bigint }> {
  await tx.run(LOCK, [holderId]);
  const used = await tx.first<{ count: bigint; bytes: bigint }>(USED, [tenantId, holderId, account, seq]);
  return used ?? { count: 0n, bytes: 0n };
}

const KEEP = `
INSERT INTO transaction_receipt (tenant_id, ledger_account_id, holder_id, seq, name, type, body, size, at)
VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9)
ON CONFLICT (ledger_account_id, holder_id, seq) DO UPDATE
SET name = excluded.name, type = excluded.type, body = excluded.body, size = excluded.size, at = excluded.at`;

export type NewReceipt = {
  readonly seq: bigint;
  readonly name: string;
  readonly type: SentFileType;
  readonly body: Buffer;
  readonly at: number;
};

/** Replaces the receipt that the row has. */
export async function saveKeptReceipt(
  tx: Tx,
  { tenantId, holderId }: ReceiptOwner,
  account: bigint,
  { seq, name, type, body, at }: NewReceipt,
): Promise<void> {
  const kept = [maskWords(name), type, body, body.byteLength, new Date(at)];
  await tx.run(KEEP, [tenantId, account, holderId, seq, ...kept]);
}

const REMOVE = `
DELETE FROM transaction_receipt
WHERE tenant_id = $1 AND ledger_account_id = $2 AND holder_id = $3 AND seq = $4`;

export async function deleteKeptReceipt(
  tx: Tx,
  { tenantId, holderId }: ReceiptOwner,
  account: bigint,
  seq: bigint,
): Promise<void> {
  await tx.run(REMOVE, [tenantId, account, holderId, seq]);
}

const READ = `
SELECT seq, name, type, size, at, body FROM transaction_receipt
WHERE tenant_id = $1 AND ledger_account_id = $2 AND holder_id = $3 AND seq = $4`;

export function readKeptReceipt(
  tx: Tx,
  { tenantId, holderId }: ReceiptOwner,
  account: bigint,
  seq: bigint,
): Promise<(KeptReceiptRow & { readonly body: Buffer }) | undefined> {
  return tx.first(READ, [tenantId, account, holderId, seq]);
}
