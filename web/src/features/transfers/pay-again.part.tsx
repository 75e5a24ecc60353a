import type { getPaymentCourse } from '@wattle/contract/settlement/get-payment-course.ts';
import type { ResponseOf } from '@wattle/contract/operation.ts';
import { type NavigateFunction, useNavigate } from '../../router/public.ts';
import { paths } from '../../paths.ts';
import { emptied, type TransferValues, type Way, withHyphen } from './journey/transfer.domain.ts';
import { transferJourney } from './journey/transfer-journey.ts';

/** A payment that is made once more: what its form begins with. */
export type PaidBefore = { readonly way: Way } & Partial<TransferValues>;

/** Opens the form with a payment of the list. */
export function repeatPayment(
  again: NonNullable<ResponseOf<typeof getPaymentCourse>['Again']>,
  navigate: NavigateFunction,
): void {
  const { Method: way, Name, Bsb, AccountNumber, Purpose, Amount, Description, RecipientDescription } = again;
  const paid: Partial<TransferValues> =
    way === 'bpay'
      ? { billerCode: Bsb, billerName: Name, reference: AccountNumber }
      : {
          name: Name,
          accountNumber: AccountNumber,
          recipientDescription: RecipientDescription,
          ...(way === 'external' && { bsb: withHyphen(Bsb), purpose: String(Purpose ?? '') }),
        };
  transferJourney.throwAway();
  const description = Description === Name ? '' : Description;
  transferJourney.typeIn('form', { ...emptied(way), ...paid, amount: Amount.toFixed(2), description });
  void navigate(paths.fundsTransfer());
}

/** Opens the form with a payment that was made, or was to be made, before. */
export function usePayAgain(): (paid: PaidBefore) => void {
  const navigate = useNavigate();
  return ({ way, ...values }) => {
    transferJourney.throwAway();
    transferJourney.typeIn('form', { ...emptied(way), ...values });
    void navigate(paths.fundsTransfer());
  };
}
