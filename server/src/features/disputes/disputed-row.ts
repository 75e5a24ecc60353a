import { err, ok, type Result } from '@wattle/contract/errors.ts';
import type { Transaction } from '@wattle/contract/transactions/transaction.ts';
import type { Session } from '../../http/handle.ts';
import { type Tx, toInstant } from '../../platform/database.ts';
import {
  findOwnAccount,
  type ListedAccount,
  type PostedRow,
  readPostedRows,
  toPostedTransaction,
} from '../transactions/public.ts';

type DisputedRow = { readonly account: ListedAccount; readonly row: PostedRow; readonly view: Transaction };

/** A payment by card of an account that the caller may look into. Any other row is not found. */
export async function findDisputedRow(
  tx: Tx,
  session: Session,
  { accountNumber, Sequence }: { readonly accountNumber: string; readonly Sequence: number },
): Promise<Result<DisputedRow, 'invalid_card_details' | 'not_found'>> {
  const account = await findOwnAccount(tx, session, accountNumber);
  if (!account) return err('invalid_card_details', 'accountNumber');
  const upTo = BigInt(Sequence);
  const [row] = await readPostedRows(tx, session.tenantId, account.ledger_account_id, { after: upTo - 1n, upTo });
  if (!row) return err('not_found', 'Sequence');
  const view = toPostedTransaction(row);
  if (row.amount >= 0n || (view.Kind !== 'purchase' && view.Kind !== 'cash')) return err('not_found', 'Sequence');
  return ok({ account, row, view });
}

const DAY_MS = 86_400_000;

/** Whether a payment is young enough to be disputed. */
export function isInTime({ withinDays }: { readonly withinDays: number }, { at }: Pick<PostedRow, 'at'>, now: number) {
  return now - Date.parse(toInstant(at)) <= withinDays * DAY_MS;
}
