import { getPaymentDates } from '@wattle/contract/schedules/schedules.ts';
import type { BodyInputOf } from '@wattle/contract/operation.ts';
import { PAYMENT_FREQUENCY } from '@wattle/contract/rules/schedule-dates.ts';
import { TRANSFER_DATES } from '@wattle/contract/transfers/transfer.ts';
import { entriesOf } from '@wattle/contract/rules/typed-names.ts';
import { useNow } from '../../../api/use-now.ts';
import { useOperation } from '../../../api/use-operation.ts';
import { useFormat } from '../../../i18n/format.ts';
import { type Texts, useTexts } from '../../../i18n/use-texts.ts';
import type { MethodDescriptor } from '../payment-method.ts';
import type { BankAccount } from '../../settlement/public.ts';
import { type Dates, movedWeekend } from './schedule.domain.ts';

/** Dates of payment and arrival, computed by the server. Undefined while they are not known. */
export function usePaymentDates(
  { name }: Pick<MethodDescriptor, 'name'>,
  dates: Dates | null,
  more: BankAccount | { readonly MonthDay: number } | null = null,
) {
  const wire = dates === null ? [] : entriesOf(dates).map(([part, value]) => [TRANSFER_DATES[part], value]);
  const body = { Method: name, ...more, ...Object.fromEntries(wire) } as BodyInputOf<typeof getPaymentDates>;
  const { data } = useOperation(getPaymentDates, { body }, { isEnabled: dates !== null, keepPrevious: true });
  return dates === null ? undefined : data;
}

/** Key of the text for the day of arrival: that of the method if it has one. */
export function arrivalKey(t: Texts, { name }: Pick<MethodDescriptor, 'name'>): string {
  return t.has(`arrives.${name}`) ? `arrives.${name}` : 'arrives.on';
}

/** The day on which the first payment arrives, in words: `Arrives Friday 27 November`. Empty while it is not known. */
export function useArrival(
  method: Pick<MethodDescriptor, 'name'>,
  dates: Dates | null,
  to: BankAccount | null = null,
): string {
  const t = useTexts('transfers');
  const format = useFormat();
  const now = useNow();
  const answer = usePaymentDates(method, dates, to);
  const [first] = answer?.Payments ?? [];
  if (!answer || !first) return '';
  const isNow = dates?.futureDate === null && dates.startDate === null;
  if (answer.IsStraightAway && isNow) return t('arrives.straightAway');
  return t(arrivalKey(t, method), { date: format.dayInWords(first.ArrivalDate, now) });
}

/** The arrival of a review and a receipt, after the day from which weekends and holidays moved the payment. */
export function useMovedArrival(method: Pick<MethodDescriptor, 'name'>, dates: Dates | null): string {
  const t = useTexts('transfers');
  const arrives = useArrival(method, dates);
  const moved = useMoved(method, dates);
  return moved === '' || arrives === '' ? moved || arrives : t('arrives.moved', { moved, arrives });
}

/** `Saturdays move to Monday.`, else the day from which the first payment was moved. Empty: it is paid as planned. */
function useMoved(method: Pick<MethodDescriptor, 'name'>, dates: Dates | null): string {
  const t = useTexts('transfers');
  const format = useFormat();
  const now = useNow();
  const payments = usePaymentDates(method, dates)?.Payments ?? [];
  const weekend = dates && movedWeekend(dates.frequency, payments);
  if (weekend) return t(`schedule.moved.${weekend}`);
  const [first] = payments;
  if (!first || first.PaymentDate === first.PlannedDate) return '';
  return t('schedule.movedFrom', { planned: format.dayInWords(first.PlannedDate, now) });
}

const NOW: Dates = {
  frequency: PAYMENT_FREQUENCY.now,
  futureDate: null,
  startDate: null,
  endDate: null,
  noOfPayments: null,
};

/** The day of arrival of a payment that is made now, by the name of its method. */
export function useArrivalNow(name: string): string {
  return useArrival({ name }, NOW);
}
