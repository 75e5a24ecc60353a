import type { Tx } from '../../../platform/database/database.ts';
import { transferIdOf } from '../../payments/public.ts';

const FIND = `
SELECT a.account_number AS payer, p.bsb AS biller, p.account_number AS reference
  FROM payment_out p
  JOIN member_account a ON a.tenant_id = p.tenant_id AND a.id = p.member_account_id
  JOIN transfer t ON t.tenant_id = p.tenant_id AND t.id = p.transfer_id
  JOIN transaction_detail d ON d.ledger_account_id = t.debit_account_id AND d.seq = t.debit_seq
 WHERE p.tenant_id = $1 AND p.transfer_id = $2 AND p.method = 'bpay' AND d.reference = $3`;

/** Paid bill with this receipt number: number of the paying account, code of the biller, and the stored reference. */
export async function findPaidBill(
  tx: Tx,
  tenantId: number,
  receiptNumber: string,
): Promise<{ readonly payer: string; readonly biller: string; readonly reference: string } | undefined> {
  const transferId = transferIdOf(receiptNumber);
  return transferId === undefined ? undefined : tx.first(FIND, [tenantId, transferId, receiptNumber]);
}
