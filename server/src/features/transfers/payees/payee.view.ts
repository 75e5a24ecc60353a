import type { SavedPayee } from '@wattle/contract/transfers/payee.ts';
import { toInstant } from '../../../platform/database.ts';
import { toDollars } from '../../../platform/money.ts';
import type { Secrets } from '../../../platform/secrets.ts';
import { maskText } from '../../../platform/typed-card-numbers.ts';
import type { PaidPayeeRow } from './payee.store.ts';

/** A saved payee as its owner sees it. */
export function toPayee(secrets: Secrets, row: PaidPayeeRow): SavedPayee {
  return {
    PayeeId: row.id,
    DestinationAccountName: row.name,
    DestinationBSB: row.bsb === '' ? null : row.bsb,
    DestinationAccountNumber: maskText(secrets, row.account_number),
    LastPaidAt: row.paid_at === null ? null : toInstant(row.paid_at),
    LastPaidAmount: row.cents === null ? null : toDollars(row.cents),
    LastPurpose: row.purpose,
    PaidThisYear: toDollars(row.this_year),
  };
}
