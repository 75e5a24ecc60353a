import { getBsbDetails } from '@wattle/contract/transfers/bsb.ts';
import { useOperation } from '../../../api/use-operation.ts';
import type { LookUp, LookUpCall } from '../payment-method.ts';

export const NOTHING_LOOKED_UP: LookUp = {
  name: '',
  problems: {},
  isVariable: false,
  maskedPrefixes: [],
  savedNumber: '',
  mostCents: null,
  isUnderWay: false,
  isStopped: false,
};

/** Looks up the name for a number, such as the institution of a BSB or the biller of a code. Null: no look-up. */
export function useLookUp(call: LookUpCall | null): LookUp {
  // A hook always has an operation. Without a call this one is not sent.
  const { operation, body } = call ?? { operation: getBsbDetails, body: { BsbNumber: '' } };
  const answer = useOperation(operation, { body }, { isEnabled: call !== null });
  if (call === null) return NOTHING_LOOKED_UP;
  return { ...NOTHING_LOOKED_UP, ...call.read(answer), isUnderWay: answer.isPending };
}
