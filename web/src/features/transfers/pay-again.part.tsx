import { useNavigate } from 'react-router';
import { paths } from '../../paths.ts';
import { emptied, type TransferValues, type Way } from './internal/transfer.domain.ts';
import { transferJourney } from './internal/transfer-journey.ts';

/** A payment that is made once more: what its form begins with. */
export type PaidBefore = { readonly way: Way } & Partial<TransferValues>;

/** Opens the form with a payment that was made, or was to be made, before. */
export function usePayAgain(): (paid: PaidBefore) => void {
  const navigate = useNavigate();
  return ({ way, ...values }) => {
    transferJourney.throwAway();
    transferJourney.typeIn('form', { ...emptied(way), ...values });
    void navigate(paths.fundsTransfer());
  };
}
