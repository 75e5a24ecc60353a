import type { AppContext } from '../../compose/context.ts';
import type { BankingCalendar } from '../../platform/time/banking-days/banking-days.domain.ts';
import { methodNamed } from '../payments/public.ts';
import type { PaymentDays } from './occurrence.domain.ts';
import type { Schedule } from './schedule.store.ts';

/** The days on which payments of a schedule are made, by its payment method. */
export function paymentDaysOf(
  { paymentMethods }: Pick<AppContext, 'paymentMethods'>,
  { kind }: Pick<Schedule, 'kind'>,
  calendar: BankingCalendar,
): PaymentDays {
  return methodNamed(paymentMethods, kind).onAnyDay ? 'every day' : calendar;
}
