import type { BankingCalendar } from '../../platform/time/banking-days/banking-days.domain.ts';
import { methodNamed, type MethodTraits } from '../payments/public.ts';
import type { PaymentDays } from './occurrence.domain.ts';
import type { Schedule } from './schedule.store.ts';

/** The days on which payments of a schedule are made, by its payment method. */
export function paymentDaysOf(
  { paymentMethods }: { readonly paymentMethods: readonly MethodTraits[] },
  { kind }: Pick<Schedule, 'kind'>,
  calendar: BankingCalendar,
): PaymentDays {
  return methodNamed(paymentMethods, kind).onAnyDay ? 'every day' : calendar;
}
