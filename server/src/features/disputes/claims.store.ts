import { openLedger } from '../../ledger/open-ledger.ts';
import type { Tx } from '../../platform/database/database.ts';

/** A posted row of an account that may be disputed. */
export type DisputableRow = { readonly seq: bigint; readonly amount: bigint };

const USED = `
SELECT row.seq,
       coalesce((SELECT sum(d.amount) FROM dispute d
                 WHERE d.tenant_id = $1 AND d.ledger_account_id = $2 AND d.seq = row.seq AND d.state = 'Resolved'), 0)::bigint AS decided,
       coalesce((SELECT sum(d.credited) FROM dispute d
                 WHERE d.tenant_id = $1 AND d.ledger_account_id = $2 AND d.seq = row.seq AND d.state = 'Resolved'), 0)::bigint AS credited,
       (coalesce((SELECT sum(c.cents) FROM merchant_credit c
                  WHERE c.tenant_id = $1 AND c.ledger_account_id = $2 AND c.seq = row.seq), 0)
        - coalesce((SELECT sum(u.cents) FROM merchant_credit_undone u
                    WHERE u.tenant_id = $1 AND u.ledger_account_id = $2 AND u.seq = row.seq), 0))::bigint AS refunded,
       coalesce((SELECT sum(d.refunded) FROM dispute d
                 WHERE d.tenant_id = $1 AND d.ledger_account_id = $2 AND d.seq = row.seq AND d.state = 'Resolved'), 0)::bigint AS refunded_within
FROM unnest($3::bigint[]) AS row (seq)`;

type Used = {
  readonly seq: bigint;
  readonly decided: bigint;
  readonly credited: bigint;
  readonly refunded: bigint;
  /** Part of the amount that counted against decided disputes. */
  readonly refunded_within: bigint;
};

const notBelowZero = (cents: bigint) => (cents > 0n ? cents : 0n);

export type Claim = DisputableRow & {
  /** Part that is neither decided nor refunded: it may be disputed. */
  readonly open: bigint;
  /** Part that was not refunded. A refund may still come. */
  readonly uncredited: bigint;
  /** Whether a dispute of the row ended with a credit. */
  readonly isCredited: boolean;
};

/** Open parts of rows of an account. Current under the lock of the account. */
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
    const { decided = 0n, credited = 0n, refunded = 0n, refunded_within: within = 0n } = found ?? {};
    return {
      ...row,
      open: notBelowZero(row.amount - decided - (refunded - within)),
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
  // Opened only for its lock. Nothing is held.
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

// Excess of the refunds that named the purchase before this row was posted, over its other rows, the oldest first.
const COUNT_EARLIER = `
INSERT INTO merchant_credit (tenant_id, transfer_id, ledger_account_id, seq, cents)
SELECT $1, refund.id, $2, $3, least(refund.cents, $4 - refund.before)
  FROM (SELECT id, cents, sum(cents) OVER (ORDER BY id) - cents AS before
          FROM (SELECT t.id, t.amount - coalesce((SELECT sum(c.cents) FROM merchant_credit c
                                                   WHERE c.tenant_id = $1 AND c.transfer_id = t.id), 0) AS cents
                  FROM network_message n
                  JOIN transfer t ON t.tenant_id = n.tenant_id AND t.id = n.transfer_id
                 WHERE n.tenant_id = $1 AND n.original = ANY ($5::text[]) AND n.kind = 'refund'
                   AND t.credit_account_id = $2
                   AND NOT EXISTS (SELECT FROM network_message r WHERE r.tenant_id = $1 AND r.original = n.reference
                                      AND r.kind = 'refundReversal')) AS named
         WHERE cents > 0) AS refund
 WHERE refund.before < $4`;

/** Counts refunds that came before this row of their purchase. The references must be locked. */
export function countEarlierRefunds(
  tx: Tx,
  tenantId: number,
  { seq, amount, ledgerAccountId }: DisputableRow & { readonly ledgerAccountId: bigint },
  references: readonly string[],
): void {
  tx.later(COUNT_EARLIER, [tenantId, ledgerAccountId, seq, amount, references]);
}
