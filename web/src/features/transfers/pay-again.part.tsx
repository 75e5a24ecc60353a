import type { NavigateFunction } from '../../router/public.ts';
import { emptied, fieldId, formAt } from './journey/form-values.ts';
import { transferJourney } from './journey/transfer-journey.ts';
import { type PaidBefore, valuesOfPaid } from './journey/transfer.domain.ts';
import { methodOf } from './methods.ts';

/** Opens the form with a payment that was made, or was to be made, before. */
export function repeatPayment(paid: PaidBefore, navigate: NavigateFunction): void {
  const method = methodOf(paid.Method);
  transferJourney.throwAway();
  transferJourney.typeIn('form', { ...emptied(method), ...valuesOfPaid(method, paid) });
  void navigate(formAt(fieldId('amount')));
}
