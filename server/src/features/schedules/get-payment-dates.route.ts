import { err, ok } from '@wattle/contract/errors.ts';
import { occurrenceOf, paymentsOf } from '@wattle/contract/rules/schedule-dates.ts';
import { getPaymentDates } from '@wattle/contract/schedules/schedules.ts';
import { TRANSFER_DATES } from '@wattle/contract/transfers/transfer.ts';
import { handleRead } from '../../http/handle.ts';
import { readBankingCalendar } from '../../platform/time/banking-days/holiday.store.ts';
import { dayAt } from '../../platform/time/clock.ts';
import { arrivalDay, datesOf, dayOfPayment, methodNamed, recurringOf } from '../payments/public.ts';
import { dueDayOf } from './occurrence.domain.ts';

/** Number of dates that a form shows. */
const SHOWN_DATES = 3;
/** Bound of the holds that are asked about. Holds last a day. */
const LONGEST_HOLD_MS = 31 * 86_400_000;

export const getPaymentDatesRoute = handleRead(getPaymentDates, async ({ body, tx, ctx }) => {
  const now = ctx.clocks.business.now();
  const today = dayAt(now);
  const dates = datesOf(body, TRANSFER_DATES);
  const recurring = recurringOf(dates, today, { error: 'dates_invalid', names: TRANSFER_DATES });
  if (!recurring.ok) return recurring;
  const repeated = recurring.value && { ...recurring.value, monthDay: body.MonthDay };
  const { bank, onAnyDay } = methodNamed(ctx.paymentMethods, body.Method);
  const calendar = await readBankingCalendar(tx);
  const arrival = (counts: string) => arrivalDay(calendar, bank, counts);
  const IsStraightAway = bank?.by !== 'file';
  if (!repeated) {
    const at = body.HeldUntil === undefined ? now : Date.parse(body.HeldUntil);
    if (!(Math.abs(at - now) <= LONGEST_HOLD_MS)) return err('dates_invalid', 'HeldUntil');
    const counts = dayOfPayment(calendar, bank, ctx.config, at);
    const paid = body.HeldUntil === undefined ? today : counts;
    const payment = { PlannedDate: dayAt(at), PaymentDate: paid, ArrivalDate: arrival(counts) };
    return ok({ IsStraightAway, Payments: [payment], Last: payment });
  }
  const days = onAnyDay ? 'every day' : calendar;
  const plannedOn = (day: string) => {
    const due = dueDayOf(day, days);
    // Made in the morning, before every cut-off.
    return { PlannedDate: day, PaymentDate: due, ArrivalDate: arrival(due) };
  };
  const planned: string[] = [];
  for (let n = 0; n < SHOWN_DATES; n += 1) {
    const day = occurrenceOf(repeated, n);
    if (day !== undefined) planned.push(day);
  }
  const count = paymentsOf(repeated);
  const last = count === null ? undefined : occurrenceOf(repeated, count - 1);
  return ok({
    IsStraightAway,
    Payments: planned.map(plannedOn),
    Last: last === undefined ? null : plannedOn(last),
  });
});
