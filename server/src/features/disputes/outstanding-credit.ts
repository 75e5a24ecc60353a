import { TRANSFER_CODE } from '../../ledger/ledger.ts';
import type { Cents } from '../../platform/money.ts';
import { type DebitedAccount, debitedSide, noteUnpaid } from '../debts/public.ts';
import type { Posting } from '../payments/public.ts';
import type { DisputeRow } from './dispute.store.ts';

const CAUSE = 'provisionalCredit';

/** Cents of the provisional credit that were not reversed; zero for none. */
export function outstandingCredit({ provisional, provisional_ended_at }: DisputeRow): Cents {
  return provisional !== null && provisional_ended_at === null ? provisional : 0n;
}

/** Cents that are still disputed, after refunds. */
export function unrefunded({ amount, refunded }: DisputeRow): Cents {
  return amount - refunded;
}

/** The forced debit that returns a provisional credit to the programme. Its unpaid part is a debt. */
export function takingBack(dispute: DisputeRow, debited: DebitedAccount, programme: bigint): Posting<'not_found'> {
  return {
    from: debitedSide(dispute.member_account_id, CAUSE, debited),
    to: { ledgerAccountId: programme },
    amount: outstandingCredit(dispute),
    code: TRANSFER_CODE.adjustment,
    forced: true,
  };
}

/** Records the unpaid part of a reversal, after its posting. `back`: the reversed cents that nothing else has paid. */
export function noteTakenBack(
  within: Parameters<typeof noteUnpaid>[0],
  dispute: DisputeRow,
  debited: DebitedAccount,
  { back, transferId, atMs }: { readonly back: Cents; readonly transferId: bigint; readonly atMs: number },
): void {
  const { member_account_id: memberAccountId, reference } = dispute;
  if (back > 0n)
    noteUnpaid(within, debited, { memberAccountId, transferId, amount: back, cause: CAUSE, reference, atMs });
}
