import type { SavedPayee } from '@wattle/contract/transfers/payees/payee.ts';
import type { PayeeRow } from './payee.store.ts';

/** A saved payee as its owner sees it. */
export function toPayee(row: PayeeRow): SavedPayee {
  return {
    PayeeId: row.id,
    DestinationAccountName: row.name,
    DestinationBSB: row.bsb === '' ? null : row.bsb,
    DestinationAccountNumber: row.account_number,
  };
}
