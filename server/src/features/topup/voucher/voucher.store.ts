import { ok } from '@wattle/contract/errors.ts';
import type { Tx } from '../../../platform/database/database.ts';
import type { Effect } from '../../payments/public.ts';
import type { VoucherStatus } from './voucher.states.domain.ts';

export type Voucher = {
  readonly id: bigint;
  readonly code_hash: Buffer;
  /** Cents. */
  readonly amount: bigint;
  readonly status: VoucherStatus;
  readonly expires_on: string;
};

/** Lock of a brand's vouchers, held while numbers are drawn and files are accepted. */
export const voucherLock = (brandId: number) => `vouchers:${brandId}`;

/**
 * Holds that lock beside an effect with its own state, because payments of one batch share the state under a lock's
 * name.
 */
export function holdingVouchers(brandId: number): Effect<never, undefined> {
  return {
    lock: voucherLock(brandId),
    read: () => Promise.resolve(undefined),
    decide: () => ok({ state: undefined }),
  };
}

const COLUMNS = 'v.id, v.code_hash, v.amount, v.status, v.expires_on::text AS expires_on';

/** The voucher of a number, within a brand. */
export function findVoucher(
  tx: Tx,
  place: { readonly tenantId: number; readonly brandId: number },
  number: string,
): Promise<Voucher | undefined> {
  return tx.first(`SELECT ${COLUMNS} FROM voucher v WHERE v.tenant_id = $1 AND v.brand_id = $2 AND v.number = $3`, [
    place.tenantId,
    place.brandId,
    number,
  ]);
}

const CHECKED = `
SELECT ${COLUMNS}
FROM voucher v JOIN voucher_check k ON k.tenant_id = v.tenant_id AND k.voucher_id = v.id
WHERE v.tenant_id = $1 AND v.brand_id = $2 AND v.number = $3 AND k.web_account_id = $4 AND k.checked_at > $5`;

/** The same, where the person has given its code since a moment of the security clock. */
export function findCheckedVoucher(
  tx: Tx,
  tenantId: number,
  person: { readonly brandId: number; readonly webAccountId: bigint | null },
  number: string,
  sinceMs: number,
): Promise<Voucher | undefined> {
  return tx.first(CHECKED, [tenantId, person.brandId, number, person.webAccountId, new Date(sinceMs).toISOString()]);
}

const SAVE_CHECK = `
INSERT INTO voucher_check (tenant_id, web_account_id, voucher_id, checked_at) VALUES ($1, $2, $3, $4)
ON CONFLICT (web_account_id, voucher_id) DO UPDATE SET checked_at = excluded.checked_at`;

/** Notes that a person has given the code of a voucher. */
export function saveCheck(tx: Tx, tenantId: number, webAccountId: bigint, voucherId: bigint, nowMs: number): void {
  tx.later(SAVE_CHECK, [tenantId, webAccountId, voucherId, new Date(nowMs).toISOString()]);
}

/** Status of a voucher, locked until the transaction ends, so that blocking it waits. */
export async function readStatus(tx: Tx, tenantId: number, id: bigint): Promise<VoucherStatus | undefined> {
  const row = await tx.first<{ status: VoucherStatus }>(
    'SELECT status FROM voucher WHERE tenant_id = $1 AND id = $2 FOR NO KEY UPDATE',
    [tenantId, id],
  );
  return row?.status;
}

export type ExpiredVoucher = Pick<Voucher, 'id' | 'amount'>;

const EXPIRED = `
SELECT v.id, v.amount FROM voucher v
 WHERE v.tenant_id = $1 AND v.status IN ('Issued', 'Active', 'Blocked') AND v.expires_on < $2
 ORDER BY v.expires_on, v.id LIMIT $3`;

/** Vouchers that can no longer be redeemed on a day and are still in the books as if they could. */
export function listExpired(tx: Tx, tenantId: number, day: string, most: number): Promise<ExpiredVoucher[]> {
  return tx.query(EXPIRED, [tenantId, day, most]);
}

export function saveExpired(tx: Tx, tenantId: number, id: bigint): void {
  tx.later(`UPDATE voucher SET status = 'Expired' WHERE tenant_id = $1 AND id = $2`, [tenantId, id]);
}

/** Writes that a voucher was redeemed by a transfer. */
export function saveRedeemed(tx: Tx, tenantId: number, id: bigint, transferId: bigint): void {
  tx.later(`UPDATE voucher SET status = 'Redeemed', redeemed_transfer_id = $3 WHERE tenant_id = $1 AND id = $2`, [
    tenantId,
    id,
    transferId,
  ]);
}

const INSERT = `
INSERT INTO voucher (tenant_id, brand_id, number, code_hash, amount, status, expires_on, batch)
VALUES ($1, $2, $3, $4, $5, $6, $7, $8) ON CONFLICT (brand_id, number) DO NOTHING RETURNING id`;

export type NewVoucher = {
  readonly brandId: number;
  readonly number: string;
  readonly codeHash: Buffer;
  readonly amount: bigint;
  readonly status: VoucherStatus;
  readonly expiresOn: string;
  readonly batch: string;
};

/** Adds a voucher. False if the brand has one of that number. */
export async function insertVoucher(tx: Tx, tenantId: number, voucher: NewVoucher): Promise<boolean> {
  const { brandId, number, codeHash, amount, status, expiresOn, batch } = voucher;
  const row = await tx.first(INSERT, [tenantId, brandId, number, codeHash, amount, status, expiresOn, batch]);
  return row !== undefined;
}

export async function isVoucherNumberTaken(
  tx: Tx,
  tenantId: number,
  brandId: number,
  number: string,
): Promise<boolean> {
  return (await findVoucher(tx, { tenantId, brandId }, number)) !== undefined;
}

/** Adds a voucher whose number is free. */
export function addVoucher(tx: Tx, tenantId: number, voucher: NewVoucher): void {
  const { brandId, number, codeHash, amount, status, expiresOn, batch } = voucher;
  tx.later(
    `INSERT INTO voucher (tenant_id, brand_id, number, code_hash, amount, status, expires_on, batch)
     VALUES ($1, $2, $3, $4, $5, $6, $7, $8)`,
    [tenantId, brandId, number, codeHash, amount, status, expiresOn, batch],
  );
}

export type BatchVoucher = Voucher & { readonly number: string; readonly brand_id: number };

/** Vouchers of a batch, in the order of their numbers. */
export function listBatch(tx: Tx, tenantId: number, batch: string): Promise<BatchVoucher[]> {
  return tx.query(
    `SELECT ${COLUMNS}, v.number, v.brand_id FROM voucher v WHERE v.tenant_id = $1 AND v.batch = $2 ORDER BY v.number`,
    [tenantId, batch],
  );
}

/** The voucher of a number, locked until the transaction ends. */
export function lockVoucher(
  tx: Tx,
  place: { readonly tenantId: number; readonly brandId: number },
  number: string,
): Promise<Voucher | undefined> {
  return tx.first(
    `SELECT ${COLUMNS} FROM voucher v WHERE v.tenant_id = $1 AND v.brand_id = $2 AND v.number = $3 FOR NO KEY UPDATE`,
    [place.tenantId, place.brandId, number],
  );
}

export async function saveVoucherStatus(tx: Tx, tenantId: number, id: bigint, status: VoucherStatus): Promise<void> {
  await tx.run('UPDATE voucher SET status = $3 WHERE tenant_id = $1 AND id = $2', [tenantId, id, status]);
}
