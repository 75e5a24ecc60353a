import { getPayees } from '@wattle/contract/transfers/payees/get-payees.ts';
import type { PayeeType, SavedPayee } from '@wattle/contract/transfers/payees/payee.ts';
import { useOperation } from '../../../api/use-operation.ts';

export type Payees = {
  /** Null while there is no answer. */
  readonly list: readonly SavedPayee[] | null;
  readonly hasFailed: boolean;
  readonly failure: ReturnType<typeof useOperation>['failure'];
  readonly refetch: () => void;
  /** As many are saved as may be. */
  readonly isFull: boolean;
};

/** The saved payees of a type. Without an answer, somebody who is typed in can be paid. */
export function usePayees(type: PayeeType): Payees {
  const { data, failure, refetch } = useOperation(getPayees, { body: { PayeeType: type } });
  return {
    list: data?.Payees ?? null,
    hasFailed: data === undefined && failure !== null,
    failure,
    refetch,
    isFull: data !== undefined && data.Payees.length >= data.MaximumPayees,
  };
}
