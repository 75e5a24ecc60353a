import { MERCHANT_KINDS } from '../transactions/set-category.ts';
import type { Transaction, TransactionKind } from '../transactions/transaction.ts';

type Row = Pick<Transaction, 'Description' | 'Kind' | 'CardEnding'>;

/** Whether a row was made with a card at a shop. One whose text was erased is known by its kind alone. */
export function isOfShop({ Kind, CardEnding }: Omit<Row, 'Description'>): boolean {
  return CardEnding !== null && MERCHANT_KINDS.includes(Kind);
}

/**
 * Key, in `transactions`, of the title of a row without a description: that its shop sent no name, or the kind of a row
 * whose text was erased. Undefined: the description is the title.
 */
export function titleKeyOf(row: Row): 'parts.noName' | `kind.${TransactionKind}` | undefined {
  if (row.Description !== '') return undefined;
  return isOfShop(row) ? 'parts.noName' : `kind.${row.Kind}`;
}
