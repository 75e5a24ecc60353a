import { type NavigateFunction, useNavigate } from '../../router/public.ts';
import { emptied, fieldId, formAt } from './journey/form-values.ts';
import { transferJourney } from './journey/transfer-journey.ts';
import { type PaidBefore, valuesOfPaid } from './journey/transfer.domain.ts';
import { methodOf } from './methods.ts';
import type { PaymentValues } from './payment-method.ts';

function openForm(values: PaymentValues, navigate: NavigateFunction): void {
  transferJourney.throwAway();
  transferJourney.typeIn('form', values);
  void navigate(formAt(fieldId('amount')));
}

/** Button that opens the form with the values of an earlier or planned payment. */
export function repeatPayment(paid: PaidBefore, navigate: NavigateFunction): void {
  const method = methodOf(paid.Method);
  openForm({ ...emptied(method), ...valuesOfPaid(method, paid) }, navigate);
}

/** Opens the form with these values. */
export function usePayAgain(): (values: PaymentValues) => void {
  const navigate = useNavigate();
  return (values) => openForm(values, navigate);
}
