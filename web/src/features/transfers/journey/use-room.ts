import { getTopupDetails } from '@wattle/contract/topup/topup.ts';
import { useOperation } from '../../../api/use-operation.ts';
import { centsFrom } from '../cents-from.ts';

/** Cents that can still be added to an account of the payer; null while that is not known. */
export function useRoom(accountNumber: string | null): number | null {
  const room = useOperation(
    getTopupDetails,
    { body: { accountNumber: accountNumber ?? '' } },
    { isEnabled: accountNumber !== null },
  );
  return accountNumber === null ? null : centsFrom(room.data?.MaximumAvailableTopup);
}
