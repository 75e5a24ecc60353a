import { openLedger } from '../../ledger/open-ledger.ts';
import type { Tx } from '../../platform/database.ts';

/** A row of an account, as disputes name it. */
export type DisputableRow = { readonly seq: bigint; readonly amount: bigint };

const USED = `
SELECT row.seq,
       coalesce((SELECT sum(d.amount) FROM dispute d
                 WHERE d.tenant_id = $1 AND d.ledger_account_id = $2 AND d.seq = row.seq AND d.state = 'Resolved'), 0)::bigint AS decided,
       coalesce((SELECT sum(d.credited) FROM dispute d
                 WHERE d.tenant_id = $1 AND d.ledger_account_id = $2 AND d.seq = row.seq AND d.state = 'Resolved'), 0)::bigint AS credited,
       coalesce((SELECT sum(c.cents) FROM merchant_credit c
                 WHERE c.tenant_id = $1 AND c.ledger_account_id = $2 AND c.seq = row.seq), 0)::bigint AS refunded,
       coalesce((SELECT sum(c.cents) FROM merchant_credit c
                 LEFT JOIN dispute d ON d.tenant_id = c.tenant_id AND d.id = c.dispute_id
                 WHERE c.tenant_id = $1 AND c.ledger_account_id = $2 AND c.seq = row.seq
                   AND (d.id IS NULL OR d.state <> 'Resolved')), 0)::bigint AS refunded_beside
FROM unnest($3::bigint[]) AS row (seq)`;

type Used = {
  readonly seq: bigint;
  readonly decided: bigint;
  readonly credited: bigint;
  readonly refunded: bigint;
  readonly refunded_beside: bigint;
};

const notBelowZero = (cents: bigint) => (cents > 0n ? cents : 0n);

export type Claim = DisputableRow & {
  /** What nobody has decided or given back: it may be disputed. */
  readonly open: bigint;
  /** What nobody has given back: a refund may still bring it. */
  readonly uncredited: bigint;
  /** Whether a dispute of it was ended with a credit. */
  readonly isCredited: boolean;
};

/** What is left of rows of an account. True under the lock of the account. */
export async function readClaims(
  tx: Tx,
  tenantId: number,
  ledgerAccountId: bigint,
  rows: readonly DisputableRow[],
): Promise<Claim[]> {
  if (rows.length === 0) return [];
  const used = await tx.query<Used>(USED, [tenantId, ledgerAccountId, rows.map(({ seq }) => seq)]);
  return rows.map((row) => {
    const found = used.find(({ seq }) => seq === row.seq);
    const { decided = 0n, credited = 0n, refunded = 0n, refunded_beside: beside = 0n } = found ?? {};
    return {
      ...row,
      open: notBelowZero(row.amount - decided - beside),
      uncredited: notBelowZero(row.amount - credited - refunded),
      isCredited: credited > 0n,
    };
  });
}

/** The same, with the account locked until the transaction ends. */
export async function lockClaims(
  tx: Tx,
  tenantId: number,
  account: bigint,
  rows: readonly DisputableRow[],
  now: number,
): Promise<Claim[]> {
  // Opened for its lock; nothing is held.
  const lock = { do: 'hold', key: `dispute:${account}`, account, amount: 1n, placedAt: now, expiresAt: now } as const;
  const opened = await openLedger().open(tx, tenantId, [lock], () => readClaims(tx, tenantId, account, rows));
  return opened.beside;
}

const ADD_CREDIT = `
INSERT INTO merchant_credit (tenant_id, transfer_id, ledger_account_id, seq, cents, dispute_id) VALUES ($1, $2, $3, $4, $5, $6)`;

export type MerchantCredit = {
  readonly ledgerAccountId: bigint;
  readonly seq: bigint;
  readonly cents: bigint;
  readonly disputeId: string | null;
};

/** Written with the posting of the refund. */
export function addMerchantCredit(tx: Tx, tenantId: number, transferId: bigint, credit: MerchantCredit): void {
  const { ledgerAccountId, seq, cents, disputeId } = credit;
  tx.later(ADD_CREDIT, [tenantId, transferId, ledgerAccountId, seq, cents, disputeId]);
}
