import { getPayees } from '@wattle/contract/transfers/get-payees.ts';
import { PAYEE_TYPE, type SavedPayee } from '@wattle/contract/transfers/payee.ts';
import { useOperation } from '../../api/use-operation.ts';
import { useFailedLoad } from './use-failed-load.ts';

export type Payees = {
  readonly list: readonly SavedPayee[];
  readonly isPending: boolean;
  /** As many are saved as may be. */
  readonly isFull: boolean;
};

/** The saved payees of internal transfers. Without an answer the page cannot go on. */
export function usePayees(): Payees {
  const { data, failure, isPending } = useOperation(getPayees, { body: { PayeeType: PAYEE_TYPE.internal } });
  useFailedLoad(data ? null : failure);
  return {
    list: data?.Payees ?? [],
    isPending,
    isFull: data !== undefined && data.Payees.length >= data.MaximumPayees,
  };
}
