import { fullNameIn } from '../../platform/text/full-name.ts';
import type { Tx } from '../../platform/database/database.ts';
import type { DisputeRow } from './dispute.store.ts';

export type Purchase = {
  readonly account: string;
  readonly holder_id: bigint;
  readonly person: string;
  readonly merchant: string;
  readonly raw: string | null;
  readonly mcc: string | null;
  readonly channel: string | null;
  readonly country: string | null;
  readonly card: string | null;
  /** timestamptz as text: of the purchase, and of its clearing. */
  readonly bought_at: string;
  readonly cleared_at: string;
};

const PURCHASE = `
SELECT a.account_number AS account, h.id AS holder_id, ${fullNameIn('h')} AS person, d.description AS merchant,
       d.raw_description AS raw, d.mcc, d.channel, d.country, d.card_last4 AS card, t.effective_at AS bought_at,
       t.posted_at AS cleared_at
  FROM transaction_detail d
  JOIN transfer t ON t.debit_account_id = d.ledger_account_id AND t.debit_seq = d.seq
  JOIN member_account a ON a.tenant_id = d.tenant_id AND a.ledger_account_id = d.ledger_account_id
  JOIN holder h ON h.tenant_id = d.tenant_id AND h.id = $4
 WHERE d.tenant_id = $1 AND d.ledger_account_id = $2 AND d.seq = $3`;

/** The purchase of a dispute, with its person and account. */
export function readPurchase(
  tx: Tx,
  { tenant_id, ledger_account_id, seq, holder_id }: DisputeRow,
): Promise<Purchase | undefined> {
  return tx.first(PURCHASE, [tenant_id, ledger_account_id, seq, holder_id]);
}
