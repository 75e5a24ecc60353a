import { type BankMethod, METHOD_TRANSACTION_KINDS } from '@wattle/contract/rules/payment-methods.ts';
import type { Session } from '../../../http/handle.ts';
import type { Tx } from '../../../platform/database/database.ts';
import type { ForPayer } from '../../cards/public.ts';

/** Stored transfer of a paying account. Texts may have been erased. */
export type PaidTransfer = {
  /** Cents. */
  readonly amount: bigint;
  /** timestamptz as text. */
  readonly at: string;
  readonly reference: string;
  readonly description: string;
  /** Payee, as the payer named them. */
  readonly counterparty: string | null;
  /** Description in the payee's list. */
  readonly recipient_description: string | null;
  readonly payee_number: string | null;
  /** Method of a payment that left the programme, with BSB and account number or biller and reference. */
  readonly method: BankMethod | null;
  /** Kind of the payer's row: earlier releases stored no method. */
  readonly kind: string;
  readonly out_bsb: string | null;
  readonly out_number: string | null;
  /** PayID by which it was paid; null: it was named by its number. */
  readonly pay_id: string | null;
};

const KINDS = METHOD_TRANSACTION_KINDS.map((kind) => `'${kind}'`).join(', ');
const PAID = `
SELECT t.amount, t.effective_at AS at, d.reference, d.description, d.counterparty,
       coalesce(r.description, nullif(o.reference, '')) AS recipient_description,
       payee.account_number AS payee_number,
       o.method, d.kind, o.bsb AS out_bsb, o.account_number AS out_number, i.pay_id
FROM transfer t
JOIN transaction_detail d ON d.ledger_account_id = t.debit_account_id AND d.seq = t.debit_seq
LEFT JOIN transaction_detail r ON r.ledger_account_id = t.credit_account_id AND r.seq = t.credit_seq
LEFT JOIN member_account payee ON payee.tenant_id = t.tenant_id AND payee.ledger_account_id = t.credit_account_id
LEFT JOIN pay_id_payment i ON i.tenant_id = t.tenant_id AND i.transfer_id = t.id
LEFT JOIN payment_out o ON o.tenant_id = t.tenant_id AND o.transfer_id = t.id
WHERE t.tenant_id = $1 AND t.debit_account_id = $2 AND d.reference = $3 AND d.kind IN (${KINDS})`;
const BY_TRANSFER = `${PAID} AND t.id = $4`;
const BY_SEQUENCE = `${PAID} AND t.debit_seq = $4`;

/** Row with a receipt number, by account and position or by transfer. */
export type NamedRow = { readonly ledgerAccountId: bigint; readonly receiptNumber: string } & (
  | { readonly sequence: number }
  | { readonly transferId: bigint }
);

/** Transfer with this receipt number, if this account paid it. */
export async function findPaid(
  tx: Tx,
  tenantId: number,
  shown: ForPayer,
  named: NamedRow,
): Promise<PaidTransfer | undefined> {
  const asked = [tenantId, named.ledgerAccountId, named.receiptNumber];
  const row =
    'sequence' in named
      ? await tx.first<PaidTransfer>(BY_SEQUENCE, [...asked, named.sequence])
      : await tx.first<PaidTransfer>(BY_TRANSFER, [...asked, named.transferId]);
  if (!row) return undefined;
  return { ...row, recipient_description: shown(row.recipient_description), out_number: shown(row.out_number) };
}

const OWN_CARD = `
SELECT p.name, c.last4
FROM card c JOIN product p ON p.tenant_id = c.tenant_id AND p.id = c.product_id
WHERE c.tenant_id = $1 AND c.member_account_id = $2
  AND CASE WHEN $4::bigint IS NULL THEN c.holder_id = $3::bigint ELSE c.id = $4::bigint END
ORDER BY c.status IN ('Active', 'ActiveOff') DESC, c.id DESC
LIMIT 1`;

/** Card through which the caller has access to an account: a usable one, otherwise the newest. */
export function findOwnCard(
  tx: Tx,
  { tenantId, holderId, cardId }: Session,
  memberAccountId: bigint,
): Promise<{ name: string; last4: string } | undefined> {
  return tx.first(OWN_CARD, [tenantId, memberAccountId, holderId, cardId]);
}
