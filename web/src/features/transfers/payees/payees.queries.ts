import { getPayees } from '@wattle/contract/transfers/payees.ts';
import type { PayeeType, SavedPayee } from '@wattle/contract/transfers/payee.ts';
import { type OperationState, useOperation, useOperations } from '../../../api/use-operation.ts';
import type { ResponseOf } from '@wattle/contract/operation.ts';
import type { Aged } from '../../../layout/as-of.tsx';
import { METHODS } from '../methods.ts';
import type { MethodDescriptor } from '../payment-method.ts';
import type { Listed } from './payees.domain.ts';

export type Payees = OperationState<ResponseOf<typeof getPayees>> & {
  /** Null while there is no answer. */
  readonly list: readonly SavedPayee[] | null;
  /** The limit of saved payees is reached. */
  readonly isFull: boolean;
};

const inputOf = ({ facts }: MethodDescriptor) => ({ body: { PayeeType: facts.payeeType as PayeeType } });

/** The saved payees of a method. Without a response, a new payee can still be paid. */
export function usePayees(method: MethodDescriptor): Payees {
  const answer = useOperation(getPayees, inputOf(method));
  const { data } = answer;
  return {
    ...answer,
    list: data?.Payees ?? null,
    isFull: data !== undefined && data.Payees.length >= data.MaximumPayees,
  };
}

export type AllPayees = Pick<Payees, 'failure' | 'refetch' | 'isPending'> & {
  readonly all: readonly Listed[];
  readonly answers: readonly Aged[];
};

/** The saved payees of all methods. */
export function useAllPayees(): AllPayees {
  const answers = useOperations(getPayees, METHODS.map(inputOf));
  return {
    all: METHODS.flatMap((method, place) =>
      (answers[place]?.data?.Payees ?? []).map((payee): Listed => ({ ...payee, method })),
    ),
    answers,
    isPending: answers.some(({ isPending }) => isPending),
    failure: answers.find(({ failure, data }) => failure !== null && data === undefined)?.failure ?? null,
    refetch: () => answers.forEach(({ refetch }) => refetch()),
  };
}
