import type { Channel, SpendingCategory } from '@wattle/contract/transactions/transaction.ts';
import type { Tx } from '../../../platform/database/database.ts';

const ADD = `
INSERT INTO pending_refund (tenant_id, reference, public_id, card_id, member_account_id, amount, merchant_name,
                            merchant_raw, merchant_country, mcc, category, channel, receipt, at, ends_at, ended_at, ending)
SELECT $1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, CASE WHEN e.ending IS NOT NULL THEN $14::timestamptz END,
       e.ending
  FROM (SELECT CASE WHEN EXISTS (SELECT FROM network_message
                                  WHERE tenant_id = $1 AND original = $2 AND kind = 'refund') THEN 'refunded'
                    WHEN EXISTS (SELECT FROM early_events_of(ARRAY[$2::text])) THEN 'reversed' END AS ending) AS e`;

export type NewPendingRefund = {
  readonly reference: string;
  readonly publicId: string;
  readonly cardId: bigint;
  readonly memberAccountId: bigint;
  readonly amount: bigint;
  readonly merchantName: string;
  readonly merchantRaw: string | null;
  readonly merchantCountry: string | null;
  readonly mcc: string;
  readonly category: SpendingCategory;
  readonly channel: Channel;
  readonly receipt: string;
  readonly atMs: number;
  readonly endsAtMs: number;
};

/** Adds an announced refund. It has ended already where its refund or its reversal came before. */
export function addPendingRefund(tx: Tx, tenantId: number, one: NewPendingRefund): void {
  const { reference, publicId, cardId, memberAccountId, amount, merchantName, merchantRaw, merchantCountry } = one;
  const merchant = [merchantName, merchantRaw, merchantCountry, one.mcc, one.category, one.channel];
  const ids = [reference, publicId, cardId, memberAccountId, amount];
  tx.later(ADD, [tenantId, ...ids, ...merchant, one.receipt, new Date(one.atMs), new Date(one.endsAtMs)]);
}

const END = `
UPDATE pending_refund SET ended_at = $3, ending = $4
 WHERE tenant_id = $1 AND reference = $2 AND ended_at IS NULL RETURNING member_account_id`;

/** Ends an announced refund. Undefined: it was not waiting. */
export async function endPendingRefund(
  tx: Tx,
  tenantId: number,
  reference: string,
  { ending, atMs }: { readonly ending: 'refunded' | 'reversed'; readonly atMs: number },
): Promise<bigint | undefined> {
  const values = [tenantId, reference, new Date(atMs), ending];
  return (await tx.first<{ member_account_id: bigint }>(END, values))?.member_account_id;
}

const IS_KNOWN = `SELECT EXISTS (SELECT FROM pending_refund WHERE tenant_id = $1 AND reference = $2) AS is_known`;

/** Whether a reference is of an announced refund, whatever its state. */
export async function isPendingRefund(tx: Tx, tenantId: number, reference: string): Promise<boolean> {
  return (await tx.first<{ is_known: boolean }>(IS_KNOWN, [tenantId, reference]))?.is_known === true;
}
