import { fullNameIn } from '../../platform/text/full-name.ts';
import type { Tx } from '../../platform/database/database.ts';

const ADD = `
INSERT INTO excess_refund (tenant_id, reference, member_account_id, purchase, refund, transfer_id, merchant, cents, kept,
                           taken, refunded, state, made_at, changed_at)
VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, 'Open', $12, $12)`;

export type NewExcessRefund = {
  readonly reference: string;
  readonly memberAccountId: bigint;
  /** References of the network. */
  readonly purchase: string;
  readonly refund: string;
  readonly transferId: bigint;
  readonly merchant: string;
  /** Cents of the refund, and the part that the programme keeps. */
  readonly cents: bigint;
  readonly kept: bigint;
  /** Cents of the purchase, and of its refunds up to this one. */
  readonly taken: bigint;
  readonly refunded: bigint;
  readonly atMs: number;
};

/** Written with the posting of the refund. */
export function addExcessRefund(tx: Tx, tenantId: number, one: NewExcessRefund): void {
  const { reference, memberAccountId, purchase, refund, transferId, merchant } = one;
  const names = [reference, memberAccountId, purchase, refund, transferId, merchant];
  tx.later(ADD, [tenantId, ...names, one.cents, one.kept, one.taken, one.refunded, new Date(one.atMs)]);
}

const COVER = `
UPDATE excess_refund SET taken = taken + $3, changed_at = $4,
                         state = CASE WHEN taken + $3 >= refunded THEN 'Covered' ELSE state END
 WHERE tenant_id = $1 AND state = 'Open' AND kept = 0 AND purchase IN ($2, (
         SELECT original FROM network_message
          WHERE tenant_id = $1 AND reference = $2 AND kind = 'authorisation' AND original IS NOT NULL))`;

/** Counts a clearing of a purchase whose refunds came to more than it. `named`: what the clearing names. */
export function coverExcessRefunds(tx: Tx, tenantId: number, named: string, cents: bigint, atMs: number): void {
  tx.later(COVER, [tenantId, named, cents, new Date(atMs)]);
}

export type ExcessRefund = {
  readonly reference: string;
  readonly state: 'Open' | 'Covered' | 'Closed';
  readonly account: string;
  readonly holder_id: bigint | null;
  readonly person: string | null;
  readonly merchant: string;
  readonly purchase: string;
  readonly refund: string;
  readonly cents: bigint;
  readonly kept: bigint;
  readonly taken: bigint;
  readonly refunded: bigint;
  /** timestamptz as text. */
  readonly made_at: string;
};

const SELECT = `
SELECT e.reference, e.state, a.account_number AS account, h.id AS holder_id, ${fullNameIn('h')} AS person, e.merchant,
       e.purchase, e.refund, e.cents, e.kept, e.taken, e.refunded, e.made_at
  FROM excess_refund e
  JOIN member_account a ON a.tenant_id = e.tenant_id AND a.id = e.member_account_id
  LEFT JOIN holder h ON h.tenant_id = a.tenant_id AND h.id = a.primary_holder_id
 WHERE e.tenant_id = $1`;

/** Open ones, the oldest first. */
export function listExcessRefunds(tx: Tx, tenantId: number, most: number): Promise<ExcessRefund[]> {
  return tx.query(`${SELECT} AND e.state = 'Open' ORDER BY e.id LIMIT $2`, [tenantId, most]);
}

export function findExcessRefund(tx: Tx, tenantId: number, reference: string): Promise<ExcessRefund | undefined> {
  return tx.first(`${SELECT} AND e.reference = $2`, [tenantId, reference]);
}

const CLOSE = `
UPDATE excess_refund SET state = 'Closed', changed_at = $3 WHERE tenant_id = $1 AND reference = $2 AND state = 'Open'`;

/** False if it was not open. */
export async function closeExcessRefund(tx: Tx, tenantId: number, reference: string, atMs: number): Promise<boolean> {
  return (await tx.run(CLOSE, [tenantId, reference, new Date(atMs)])) === 1;
}
