import { maskCardNumbers, maskPrefixed } from '@wattle/contract/rules/card-numbers.ts';
import { plainNumber } from '../../../form/plain-number.domain.ts';
import { destinationOf, emptied, type TransferValues, wayOf } from './transfer.domain.ts';
import { useLookUp } from './use-look-up.ts';

/** Where the money goes, as review and receipt say it: the number of a card of ours as a reference is masked. */
export function useDestination(values: TransferValues): ReturnType<typeof destinationOf> {
  const { maskedPrefixes, isUnderWay } = useLookUp(wayOf(values) === 'bpay' ? values : emptied('bpay'));
  const typed = plainNumber(values.reference);
  const reference = isUnderWay ? maskCardNumbers(typed) : maskPrefixed(typed, maskedPrefixes);
  return destinationOf({ ...values, reference });
}
