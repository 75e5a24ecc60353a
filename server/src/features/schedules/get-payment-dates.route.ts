import { err, ok } from '@wattle/contract/errors.ts';
import { occurrenceOf, paymentsOf } from '@wattle/contract/rules/schedule-dates.ts';
import { getPaymentDates } from '@wattle/contract/schedules/schedules.ts';
import { TRANSFER_DATES } from '@wattle/contract/transfers/transfer.ts';
import { handleRead } from '../../http/handle.ts';
import { readBankingCalendar } from '../../platform/time/banking-days/holiday.store.ts';
import { dayAt } from '../../platform/time/clock.ts';
import { arrivalDay, carrierOf, datesOf, dayOfPayment, methodNamed, recurringOf } from '../payments/public.ts';
import { dueDayOf } from './occurrence.domain.ts';

/** Number of dates that a form shows. */
const SHOWN_DATES = 3;
/** Bound of the holds that are asked about. Holds last a day. */
const LONGEST_HOLD_MS = 31 * 86_400_000;

export const getPaymentDatesRoute = handleRead(getPaymentDates, async ({ body, session, tx, ctx }) => {
  const now = ctx.clocks.business.now();
  const today = dayAt(now);
  const dates = datesOf(body, TRANSFER_DATES);
  const recurring = recurringOf(dates, today, { error: 'dates_invalid', names: TRANSFER_DATES });
  if (!recurring.ok) return recurring;
  const repeated = recurring.value && { ...recurring.value, monthDay: body.MonthDay };
  const method = methodNamed(ctx.paymentMethods, body.Method);
  const { onAnyDay } = method;
  const calendar = await readBankingCalendar(tx);
  const { MemberNumber: account, DestinationBSB: bsb, DestinationAccountNumber: number } = body;
  const rail =
    method.railOf && account !== undefined && bsb !== undefined && number !== undefined
      ? await method.railOf({ ctx, tx, tenantId: session.tenantId }, { person: session, account, bsb, number })
      : (method.bank?.by ?? null);
  if (rail === undefined) return err('invalid_card_details', 'MemberNumber');
  const bank = rail === null || repeated ? method.bank : carrierOf(method, rail);
  const arrival = (counts: string, by = bank) => arrivalDay(calendar, by, counts);
  const IsStraightAway = bank?.by !== 'file';
  const ways = { IsStraightAway, Rail: bank?.by ?? null };
  if (!repeated) {
    const at = body.HeldUntil === undefined ? now : Date.parse(body.HeldUntil);
    if (!(Math.abs(at - now) <= LONGEST_HOLD_MS)) return err('dates_invalid', 'HeldUntil');
    const counts = dayOfPayment(calendar, bank, ctx.config, at);
    const paid = body.HeldUntil === undefined ? today : counts;
    const payment = { PlannedDate: dayAt(at), PaymentDate: paid, ArrivalDate: arrival(counts) };
    const isSwitchable = bank?.by === 'call' && method.bank?.by === 'file';
    const OtherwiseArrives = isSwitchable
      ? arrival(dayOfPayment(calendar, method.bank, ctx.config, at), method.bank)
      : null;
    return ok({ ...ways, OtherwiseArrives, Payments: [payment], Last: payment });
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
    ...ways,
    OtherwiseArrives: null,
    Payments: planned.map(plannedOn),
    Last: last === undefined ? null : plannedOn(last),
  });
});
