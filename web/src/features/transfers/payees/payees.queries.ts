import { getPayees } from '@wattle/contract/transfers/payees/get-payees.ts';
import { PAYEE_TYPE, type PayeeType, type SavedPayee } from '@wattle/contract/transfers/payees/payee.ts';
import { useOperation } from '../../../api/use-operation.ts';
import type { Listed } from './payees.domain.ts';

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

type AllPayees = Pick<Payees, 'failure' | 'refetch'> & {
  readonly all: readonly Listed[];
  readonly isPending: boolean;
};

/** The saved payees of all types. */
export function useAllPayees(): AllPayees {
  const byWay = [
    ['internal', usePayees(PAYEE_TYPE.internal)],
    ['external', usePayees(PAYEE_TYPE.external)],
    ['bpay', usePayees(PAYEE_TYPE.bpay)],
  ] as const;
  return {
    all: byWay.flatMap(([way, { list }]) => (list ?? []).map((payee): Listed => ({ ...payee, way }))),
    isPending: byWay.some(([, { list, hasFailed }]) => list === null && !hasFailed),
    failure: byWay.find(([, { hasFailed }]) => hasFailed)?.[1].failure ?? null,
    refetch: () => byWay.forEach(([, { refetch }]) => refetch()),
  };
}
