import { DEFAULT_LANGUAGE, type Language } from '@wattle/contract/rules/languages.ts';
import type { Tx } from '../../../platform/database/database.ts';

/** A fee that was charged to an account, and how much of it went back. */
export type ChargedFee = {
  readonly transfer_id: bigint;
  readonly member_account_id: bigint;
  readonly ledger_account_id: bigint;
  readonly holder_id: bigint | null;
  readonly account_number: string;
  readonly is_closed: boolean;
  /** Language of its holder, or the default. */
  readonly language: Language;
  /** Account of the programme that the fee went to. */
  readonly income_id: bigint;
  /** As the cardholder reads it. */
  readonly words: string;
  readonly cents: bigint;
  readonly refunded: bigint;
  /** True: it goes back with the purchase or the request that it belongs to, and not by itself. */
  readonly goes_back_otherwise: boolean;
};

/**
 * A fee of the card network goes back with refunds of its purchase, and that of an upgrade with its refusal: as a
 * refund of the desk it would go back twice. One of a granted upgrade stays, and is refunded here.
 */
const OTHERWISE = `
(t.key ~ '^network:.*:fee$' OR EXISTS (
  SELECT FROM card_upgrade u WHERE u.tenant_id = d.tenant_id AND u.receipt = d.reference AND u.state <> 'Granted'))`;

const FROM = `
  FROM transaction_detail d
  JOIN transfer t ON t.tenant_id = d.tenant_id AND t.id = d.transfer_id AND t.debit_account_id = d.ledger_account_id
  LEFT JOIN fee_refund r ON r.tenant_id = d.tenant_id AND r.transfer_id = d.transfer_id`;

const FIND = `
SELECT t.id AS transfer_id, a.id AS member_account_id, a.ledger_account_id, a.primary_holder_id AS holder_id,
       a.account_number, a.is_closed, coalesce(h.language, '${DEFAULT_LANGUAGE}') AS language,
       t.credit_account_id AS income_id, d.description AS words, t.amount AS cents,
       coalesce(r.refunded, 0)::bigint AS refunded, ${OTHERWISE} AS goes_back_otherwise
  ${FROM}
  JOIN member_account a ON a.tenant_id = d.tenant_id AND a.ledger_account_id = d.ledger_account_id
  LEFT JOIN holder h ON h.tenant_id = a.tenant_id AND h.id = a.primary_holder_id
 WHERE d.tenant_id = $1 AND d.kind = 'fee' AND d.seq = $3
   AND d.ledger_account_id = (SELECT m.ledger_account_id FROM member_account m
                               WHERE m.tenant_id = $1 AND m.account_number = $2)`;

/** The fee at a place in the sequence of an account. */
export function findChargedFee(
  tx: Tx,
  tenantId: number,
  { account, sequence }: { readonly account: string; readonly sequence: number },
): Promise<ChargedFee | undefined> {
  return tx.first(FIND, [tenantId, account, sequence]);
}

const REFUNDABLE = `
SELECT d.seq, (t.amount - coalesce(r.refunded, 0))::bigint AS cents ${FROM}
  JOIN member_account a ON a.tenant_id = d.tenant_id AND a.ledger_account_id = d.ledger_account_id AND NOT a.is_closed
 WHERE d.tenant_id = $1 AND d.ledger_account_id = $2 AND d.seq = ANY ($3::bigint[]) AND d.kind = 'fee'
   AND NOT ${OTHERWISE}`;

/** Cents of each fee that can still be refunded, by its place in the sequence of the account. */
export async function readRefundable(
  tx: Tx,
  tenantId: number,
  ledgerAccountId: bigint,
  seqs: readonly bigint[],
): Promise<ReadonlyMap<bigint, bigint>> {
  if (seqs.length === 0) return new Map();
  const rows = await tx.query<{ seq: bigint; cents: bigint }>(REFUNDABLE, [tenantId, ledgerAccountId, seqs]);
  return new Map(rows.map(({ seq, cents }) => [seq, cents]));
}

const SAVE = `
INSERT INTO fee_refund AS r (tenant_id, transfer_id, member_account_id, cents, refunded) VALUES ($1, $2, $3, $4, $5)
ON CONFLICT (tenant_id, transfer_id) DO UPDATE SET refunded = r.refunded + excluded.refunded`;

/** Written with the posting of the refund. */
export function saveFeeRefund(tx: Tx, tenantId: number, fee: ChargedFee, cents: bigint): void {
  tx.later(SAVE, [tenantId, fee.transfer_id, fee.member_account_id, fee.cents, cents]);
}
