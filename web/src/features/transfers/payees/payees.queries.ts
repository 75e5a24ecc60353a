import { getPayees } from '@wattle/contract/transfers/payees.ts';
import type { PayeeType, SavedPayee } from '@wattle/contract/transfers/payee.ts';
import { type OperationState, useOperation, useOperations } from '../../../api/use-operation.ts';
import type { ResponseOf } from '@wattle/contract/operation.ts';
import { METHODS } from '../methods.ts';
import type { MethodDescriptor } from '../payment-method.ts';
import type { Listed } from './payees.domain.ts';

export type Payees = {
  /** Null while there is no answer. */
  readonly list: readonly SavedPayee[] | null;
  readonly hasFailed: boolean;
  readonly failure: OperationState<never>['failure'];
  readonly refetch: () => void;
  /** As many are saved as may be. */
  readonly isFull: boolean;
};

const inputOf = ({ facts }: MethodDescriptor) => ({ body: { PayeeType: facts.payeeType as PayeeType } });

function payeesOf({ data, failure, refetch }: OperationState<ResponseOf<typeof getPayees>>): Payees {
  return {
    list: data?.Payees ?? null,
    hasFailed: data === undefined && failure !== null,
    failure,
    refetch,
    isFull: data !== undefined && data.Payees.length >= data.MaximumPayees,
  };
}

/** The saved payees of a method. Without a response, a new payee can still be paid. */
export function usePayees(method: MethodDescriptor): Payees {
  return payeesOf(useOperation(getPayees, inputOf(method)));
}

export type AllPayees = Pick<Payees, 'failure' | 'refetch'> & {
  readonly all: readonly Listed[];
  readonly isPending: boolean;
};

/** The saved payees of all methods. */
export function useAllPayees(): AllPayees {
  const answers = useOperations(getPayees, METHODS.map(inputOf)).map(payeesOf);
  return {
    all: METHODS.flatMap((method, place) =>
      (answers[place]?.list ?? []).map((payee): Listed => ({ ...payee, method })),
    ),
    isPending: answers.some(({ list, hasFailed }) => list === null && !hasFailed),
    failure: answers.find(({ hasFailed }) => hasFailed)?.failure ?? null,
    refetch: () => answers.forEach(({ refetch }) => refetch()),
  };
}
