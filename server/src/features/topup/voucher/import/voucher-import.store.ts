import type { Tx } from '../../../../platform/database/database.ts';

export type VoucherImport = {
  readonly id: bigint;
  readonly brand_id: number;
  readonly vouchers: number;
  /** Cents, of all of them. */
  readonly amount: bigint;
  readonly state: 'Waiting' | 'Taken' | 'Dropped';
};

const COLUMNS = 'i.id, i.brand_id, i.vouchers, i.amount, i.state';
type Place = { readonly tenantId: number; readonly brandId: number };

export function findByDigest(tx: Tx, { tenantId, brandId }: Place, digest: Buffer): Promise<VoucherImport | undefined> {
  return tx.first(
    `SELECT ${COLUMNS} FROM voucher_import i WHERE i.tenant_id = $1 AND i.brand_id = $2 AND i.digest = $3`,
    [tenantId, brandId, digest],
  );
}

export function findImport(tx: Tx, tenantId: number, id: bigint): Promise<VoucherImport | undefined> {
  return tx.first(`SELECT ${COLUMNS} FROM voucher_import i WHERE i.tenant_id = $1 AND i.id = $2`, [tenantId, id]);
}

const LIST = `
SELECT ${COLUMNS}, b.identifier AS brand, i.read_at
FROM voucher_import i JOIN brand b ON b.tenant_id = i.tenant_id AND b.id = i.brand_id
WHERE i.tenant_id = $1 ORDER BY i.id DESC LIMIT $2`;

export type ListedImport = VoucherImport & { readonly brand: string; readonly read_at: string };

/** Files that were read, the newest first. */
export function listImports(tx: Tx, tenantId: number, most: number): Promise<ListedImport[]> {
  return tx.query(LIST, [tenantId, most]);
}

export type ImportedVoucher = {
  readonly number: string;
  readonly codeHash: Buffer;
  readonly amount: bigint;
  readonly expiresOn: string;
};

const ADD = `
INSERT INTO voucher_import (tenant_id, brand_id, digest, vouchers, amount, read_at)
VALUES ($1, $2, $3, $4, $5, $6) RETURNING id`;
const ADD_ROWS = `
INSERT INTO voucher_import_row (tenant_id, import_id, number, code_hash, amount, expires_on)
SELECT $1, $2, * FROM unnest($3::text[], $4::bytea[], $5::bigint[], $6::date[])`;

/** Stores the vouchers of a file until the desk accepts them. */
export async function addImport(
  tx: Tx,
  { tenantId, brandId }: Place,
  given: { readonly digest: Buffer; readonly vouchers: readonly ImportedVoucher[]; readonly at: number },
): Promise<VoucherImport> {
  const { digest, vouchers } = given;
  const amount = vouchers.reduce((sum, voucher) => sum + voucher.amount, 0n);
  const count = vouchers.length;
  const row = await tx.first<{ id: bigint }>(ADD, [
    tenantId,
    brandId,
    digest,
    count,
    amount,
    new Date(given.at).toISOString(),
  ]);
  if (!row) throw new Error('no import was inserted');
  await addRows(tx, tenantId, row.id, vouchers);
  return { id: row.id, brand_id: brandId, vouchers: count, amount, state: 'Waiting' };
}

function addRows(tx: Tx, tenantId: number, id: bigint, vouchers: readonly ImportedVoucher[]): Promise<number> {
  return tx.run(ADD_ROWS, [
    tenantId,
    id,
    vouchers.map(({ number }) => number),
    vouchers.map(({ codeHash }) => codeHash),
    vouchers.map((voucher) => voucher.amount),
    vouchers.map(({ expiresOn }) => expiresOn),
  ]);
}

const RESTORE = `
UPDATE voucher_import SET state = 'Waiting' WHERE tenant_id = $1 AND id = $2 AND state = 'Dropped'`;

/** Restores a dropped file that is given again. */
export async function restoreImport(
  tx: Tx,
  tenantId: number,
  known: VoucherImport,
  vouchers: readonly ImportedVoucher[],
): Promise<VoucherImport> {
  // Only once where it was given twice at the same time.
  if ((await tx.run(RESTORE, [tenantId, known.id])) === 1) await addRows(tx, tenantId, known.id, vouchers);
  return { ...known, state: 'Waiting' };
}

const HAS_NUMBER = `
SELECT EXISTS (
  SELECT FROM voucher_import_row r JOIN voucher v ON v.brand_id = $3 AND v.number = r.number
  WHERE r.tenant_id = $1 AND r.import_id = $2) AS found`;

/** Whether the brand already has a voucher with one of its numbers. */
export async function hasTakenNumber(tx: Tx, tenantId: number, { id, brand_id }: VoucherImport): Promise<boolean> {
  return (await tx.first<{ found: boolean }>(HAS_NUMBER, [tenantId, id, brand_id]))?.found === true;
}

const WAITING = `
SELECT ${COLUMNS},
       ARRAY(SELECT DISTINCT o.import_id FROM voucher_import_row r
               JOIN voucher_import_row o ON o.tenant_id = r.tenant_id AND o.number = r.number AND o.import_id <> r.import_id
               JOIN voucher_import w ON w.tenant_id = o.tenant_id AND w.id = o.import_id AND w.brand_id = i.brand_id
              WHERE r.tenant_id = i.tenant_id AND r.import_id = i.id AND w.state = 'Waiting') AS alike
  FROM voucher_import i
 WHERE i.tenant_id = $1 AND i.brand_id = $2 AND i.state = 'Waiting'
   AND NOT EXISTS (SELECT FROM voucher_import_row r JOIN voucher v ON v.brand_id = i.brand_id AND v.number = r.number
                    WHERE r.tenant_id = i.tenant_id AND r.import_id = i.id)`;

/** Files of a brand that may be accepted now, each with those that share a number with it. */
export function listWaiting(
  tx: Tx,
  tenantId: number,
  brandId: number,
): Promise<(VoucherImport & { readonly alike: readonly bigint[] })[]> {
  return tx.query(WAITING, [tenantId, brandId]);
}

const ACCEPT = `
INSERT INTO voucher (tenant_id, brand_id, number, code_hash, amount, status, expires_on, batch)
SELECT tenant_id, $3, number, code_hash, amount, 'Issued', expires_on, 'import:' || import_id
FROM voucher_import_row WHERE tenant_id = $1 AND import_id = $2`;

/** Makes its vouchers redeemable. */
export function saveImportAccepted(tx: Tx, tenantId: number, { id, brand_id }: VoucherImport): void {
  tx.later(ACCEPT, [tenantId, id, brand_id]);
  end(tx, tenantId, id, 'Taken');
}

/** Deletes its vouchers, which can never be redeemed. */
export function saveImportDropped(tx: Tx, tenantId: number, { id }: VoucherImport): void {
  end(tx, tenantId, id, 'Dropped');
}

function end(tx: Tx, tenantId: number, id: bigint, state: VoucherImport['state']): void {
  tx.later('DELETE FROM voucher_import_row WHERE tenant_id = $1 AND import_id = $2', [tenantId, id]);
  tx.later('UPDATE voucher_import SET state = $3 WHERE tenant_id = $1 AND id = $2', [tenantId, id, state]);
}
