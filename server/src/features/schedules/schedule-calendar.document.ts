import { err, ok } from '@wattle/contract/errors.ts';
import { addMonths, PAYMENT_FREQUENCY } from '@wattle/contract/rules/schedule-dates.ts';
import { CALENDAR_MONTHS, scheduleCalendar } from '@wattle/contract/schedules/calendar.ts';
import { writeCalendar } from '../../documents/calendar/write-calendar.ts';
import { documentKind } from '../../http/document.ts';
import { dayAt } from '../../platform/time/clock.ts';
import { readBankingCalendar } from '../../platform/time/banking-days/holiday.store.ts';
import { brandWords, findBrandById } from '../brands/public.ts';
import { destinationOf } from './destination.ts';
import { findOwnAccount, findPlannedId } from './schedule-list.store.ts';
import { duePaymentsUntil } from './occurrence.domain.ts';
import { paymentDaysOf } from './payment-days.ts';
import { findSchedule, type Schedule } from './schedule.store.ts';

/** Later than any day of a payment. */
const NEVER = '9999-12-31';

/**
 * The days of a scheduled payment, for a calendar. Calendars are shared with others and kept elsewhere: the file has
 * the payee's name, and neither amounts nor account numbers.
 */
export const scheduleCalendarDocument = documentKind(scheduleCalendar, {
  async find({ tx, ctx, session, parameters: { accountNumber, receiptNumber } }) {
    const own = await findOwnAccount(tx, session, accountNumber, ctx.clocks);
    if (!own) return err('invalid_card_details', 'accountNumber');
    const of = { memberAccountId: own.member_account_id, holderId: own.holder_id };
    const id = await findPlannedId(tx, session.tenantId, of, receiptNumber);
    const schedule = id === undefined ? undefined : await findSchedule(tx, session.tenantId, id);
    if (!schedule || schedule.progress.dueAt === null) return err('not_found', 'receiptNumber');
    const next = dayAt(schedule.progress.dueAt);
    const days = paymentDaysOf(ctx, schedule, await readBankingCalendar(tx));
    const rest = duePaymentsUntil(schedule.recurring, {
      from: schedule.progress.nextN + 1,
      days,
      last: lastDayOf(schedule, next),
      least: 0,
    });
    return ok({ schedule, days: [next, ...rest.map(({ paymentDate }) => paymentDate)] });
  },

  async make({ schedule, days }, { ctx, session, language }) {
    const brand = await findBrandById(ctx, session.brandId);
    if (!brand) throw new Error('a session has no brand');
    const words = brandWords(brand, language);
    const { name, description } = destinationOf(ctx, schedule);
    const text = [description, words('schedules:calendar.text')].filter((line) => line !== '').join('\n');
    const file = writeCalendar({
      maker: brand.name,
      madeAt: ctx.clocks.business.now(),
      events: days.map((day, n) => ({
        // By the number of the payment: another file moves an event whose day has changed.
        id: `${schedule.id}-${schedule.progress.nextN + n}`,
        day,
        title: words('schedules:calendar.title', { name }),
        text,
      })),
    });
    return {
      fileName: `payments-${schedule.receipt}.ics`,
      contentType: 'text/calendar; charset=utf-8',
      body: once(Buffer.from(file)),
    };
  },
});

/** The last day that is listed. */
function lastDayOf({ recurring: { frequency, endDay, numberOfPayments } }: Schedule, next: string): string {
  const isEndless = endDay === null && numberOfPayments === null && frequency !== PAYMENT_FREQUENCY.laterDated;
  return isEndless ? addMonths(next, CALENDAR_MONTHS) : NEVER;
}

async function* once(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  yield bytes;
}
