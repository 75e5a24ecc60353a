import type { BodyInputOf } from '@wattle/contract/operation.ts';
import { getPaymentDates } from '@wattle/contract/schedules/schedules.ts';
import { useOperation } from '../../api/use-operation.ts';

type HeldArrival = {
  /** It leaves with a file of the bank. */
  readonly isByFile: boolean;
  readonly leaves: string;
  readonly arrives: string;
};

/** Paying account, and the account at another bank that may be paid straight away. */
export type BankAccount = {
  readonly MemberNumber: string;
  readonly DestinationBSB: string;
  readonly DestinationAccountNumber: string;
};

/** The days on which a payment that is held until then leaves and arrives, by its method; null while not known. */
export function useHeldArrival(
  method: string,
  heldUntil: string | null,
  to: BankAccount | null = null,
): HeldArrival | null {
  const body = { Method: method, ...to, HeldUntil: heldUntil } as BodyInputOf<typeof getPaymentDates>;
  const { data } = useOperation(getPaymentDates, { body }, { isEnabled: heldUntil !== null });
  const [payment] = heldUntil === null ? [] : (data?.Payments ?? []);
  if (!data || !payment) return null;
  return { isByFile: !data.IsStraightAway, leaves: payment.PaymentDate, arrives: payment.ArrivalDate };
}
