import { fullNameIn } from '../../platform/text/full-name.ts';
import type { Tx } from '../../platform/database/database.ts';
import type { Cents } from '../../platform/money.ts';

/** Source of money for a closed account: a returned payment, a direct debit, a merchant refund, a dispute. */
export type FormerMoneySource = 'payment' | 'directDebit' | 'refund' | 'dispute';

export type FormerMoney = {
  readonly memberAccountId: bigint;
  /** The posting to `formerHolders`. */
  readonly transferId: bigint;
  readonly cents: Cents;
  readonly source: FormerMoneySource;
  /** Business time. */
  readonly atMs: number;
};

const INSERT = `
INSERT INTO former_money (tenant_id, transfer_id, member_account_id, cents, source, made_at)
VALUES ($1, $2, $3, $4, $5, $6)`;

export function insertFormerMoney(tx: Tx, tenantId: number, money: FormerMoney): void {
  const { transferId, memberAccountId, cents, source, atMs } = money;
  tx.later(INSERT, [tenantId, transferId, memberAccountId, cents, source, new Date(atMs)]);
}

/** Credits and debts of a closed account. */
export type FormerSums = {
  readonly money: Cents;
  readonly debts: Cents;
  /** Postings and debts of the sums, by which they are marked as paid. */
  readonly transfers: readonly bigint[];
  readonly debtIds: readonly bigint[];
};

const SUMS = `
SELECT coalesce((SELECT sum(cents) FROM former_money WHERE tenant_id = $1 AND member_account_id = $2 AND paid_by IS NULL),
                0)::bigint AS money,
       coalesce((SELECT sum(owed) FROM debt WHERE tenant_id = $1 AND member_account_id = $2 AND is_former_holder
                    AND settled_at IS NULL), 0)::bigint AS debts,
       ARRAY(SELECT transfer_id FROM former_money WHERE tenant_id = $1 AND member_account_id = $2 AND paid_by IS NULL
              ORDER BY transfer_id) AS transfers,
       ARRAY(SELECT id FROM debt WHERE tenant_id = $1 AND member_account_id = $2 AND is_former_holder
                AND settled_at IS NULL ORDER BY id) AS "debtIds"`;

export async function readFormerSums(tx: Tx, tenantId: number, memberAccountId: bigint): Promise<FormerSums> {
  const row = await tx.first<FormerSums>(SUMS, [tenantId, memberAccountId]);
  return row ?? { money: 0n, debts: 0n, transfers: [], debtIds: [] };
}

/** Records the payment that paid out money of a closed account. */
export function saveFormerPaid(tx: Tx, tenantId: number, transfers: readonly bigint[], paidBy: bigint): void {
  tx.later(
    'UPDATE former_money SET paid_by = $3 WHERE tenant_id = $1 AND transfer_id = ANY ($2::bigint[]) AND paid_by IS NULL',
    [tenantId, transfers, paidBy],
  );
}

/** Records the payment that settled or wrote off debts of a closed account. */
export function saveFormerSettled(
  tx: Tx,
  tenantId: number,
  debtIds: readonly bigint[],
  by: { readonly transferId: bigint; readonly atMs: number },
): void {
  tx.later(
    `UPDATE debt SET settled_at = $3, settled_by = $4
      WHERE tenant_id = $1 AND id = ANY ($2::bigint[]) AND is_former_holder AND settled_at IS NULL`,
    [tenantId, debtIds, new Date(by.atMs), by.transferId],
  );
}

export type ListedFormer = {
  readonly holder_id: bigint | null;
  readonly holder_name: string;
  readonly account_number: string;
  readonly has_died: boolean;
  readonly money: bigint;
  readonly debts: bigint;
  readonly since: string;
};

const LIST = `
WITH open AS (
  SELECT member_account_id, cents AS money, 0::bigint AS debts, made_at FROM former_money
   WHERE tenant_id = $1 AND paid_by IS NULL
  UNION ALL
  SELECT member_account_id, 0, owed, made_at FROM debt
   WHERE tenant_id = $1 AND is_former_holder AND settled_at IS NULL)
SELECT a.primary_holder_id AS holder_id, coalesce(max(${fullNameIn('h')}), '') AS holder_name, a.account_number, bool_or(h.died_on IS NOT NULL) AS has_died,
       sum(o.money)::bigint AS money, sum(o.debts)::bigint AS debts, min(o.made_at) AS since
  FROM open o
  JOIN member_account a ON a.tenant_id = $1 AND a.id = o.member_account_id
  LEFT JOIN holder h ON h.tenant_id = a.tenant_id AND h.id = a.primary_holder_id
 GROUP BY a.primary_holder_id, a.account_number ORDER BY min(o.made_at), a.account_number LIMIT $2`;

/** Closed accounts with a credit or a debt, by person, oldest first. */
export function listFormer(tx: Tx, tenantId: number, most: number): Promise<ListedFormer[]> {
  return tx.query(LIST, [tenantId, most]);
}
