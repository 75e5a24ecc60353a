import { KEEP_APART } from '../../../platform/database/keep-apart.ts';
import { isUnfilled, type SearchTable } from '../../desk/public.ts';

/** Payments out of accounts. The desk finds all of them by amount, and those within the programme also by payer. */
export const PAYMENT_SEARCH: SearchTable = {
  name: 'payments',
  source: 'transfer',
  highest: 'SELECT max(id) AS id FROM transfer WHERE tenant_id = $1',
  insert: `
INSERT INTO payment_search (tenant_id, amount, is_within, transfer_id, payer_id)
SELECT t.tenant_id, t.amount, o.transfer_id IS NULL, t.id, t.debit_account_id
  FROM transfer t LEFT JOIN payment_out o ON o.tenant_id = t.tenant_id AND o.transfer_id = t.id
 WHERE t.tenant_id = $1 AND t.id > $2 AND t.id <= $3 AND (t.code = 6 OR o.transfer_id IS NOT NULL)
    ON CONFLICT DO NOTHING`,
};

/** SQL: payments `p` of an amount to other banks and billers, in the order of `s.transfer_id`. */
export const outOfAmount = (amount: string): string => `(
  SELECT transfer_id FROM payment_search WHERE tenant_id = $1 AND amount = ${amount} AND NOT is_within
  UNION ALL
  SELECT transfer_id FROM payment_out WHERE tenant_id = $1 AND ${isUnfilled(PAYMENT_SEARCH, 'transfer_id')} AND amount = ${amount}
) s CROSS JOIN LATERAL (
  SELECT * FROM payment_out o WHERE o.tenant_id = $1 AND o.transfer_id = s.transfer_id ${KEEP_APART}
) p`;

const PAYER = `(SELECT m.ledger_account_id FROM member_account m WHERE m.tenant_id = $1 AND m.account_number = $3)`;

type By = { readonly hasPayer: boolean; readonly hasAmount: boolean };

/**
 * SQL: the newest `$2` transfers within the programme that match the payer, the amount or both. The payer's account
 * number is `$3`; the amount is `$4`, or `$3` without a payer.
 */
export function within({ hasPayer, hasAmount }: By): string {
  const of = (payer: string) =>
    [hasPayer && `AND ${payer} = ${PAYER}`, hasAmount && `AND amount = ${hasPayer ? '$4' : '$3'}`]
      .filter(Boolean)
      .join(' ');
  // Payments to others among those that are not filled yet are left out by the account that they credit.
  return `(
  SELECT t.* FROM (
    (SELECT transfer_id FROM payment_search WHERE tenant_id = $1 AND is_within ${of('payer_id')}
      ORDER BY transfer_id DESC LIMIT $2)
    UNION ALL
    (SELECT id FROM (SELECT id, amount, debit_account_id, code FROM transfer
                      WHERE tenant_id = $1 AND ${isUnfilled(PAYMENT_SEARCH, 'id')} ${KEEP_APART}) late
      WHERE code = 6 ${of('debit_account_id')})
  ) s CROSS JOIN LATERAL (SELECT * FROM transfer WHERE tenant_id = $1 AND id = s.transfer_id ${KEEP_APART}) t)`;
}
