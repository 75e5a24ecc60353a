import { randomUUID } from 'node:crypto';
import { err, type ErrorName, ok, type Result } from '@wattle/contract/errors.ts';
import {
  type PaymentDates,
  PAYMENT_FREQUENCY,
  type Recurring,
  wrongDate,
} from '@wattle/contract/rules/schedule-dates.ts';
import type { BankingCalendar } from '../../platform/banking-days/banking-days.domain.ts';
import type { Person, Plan } from '../payments/public.ts';
import { dueAtOf, EVERY_DAY, type ScheduledKind } from './occurrence.domain.ts';
import { addSchedule } from './schedule.store.ts';

/** The wire's names of the dates of a call. */
export type DateNames = Readonly<Record<keyof PaymentDates, string>>;

export const TRANSFER_DATES = {
  frequency: 'PaymentFrequency',
  futureDate: 'FutureDate',
  startDate: 'StartDate',
  endDate: 'EndDate',
  noOfPayments: 'NoOfPayments',
} as const;
export const BPAY_DATES = {
  frequency: 'scheduleBPayWhen',
  futureDate: 'futureDate',
  startDate: 'startDate',
  endDate: 'endDate',
  noOfPayments: 'noOfPayments',
} as const;

type Body = Readonly<Record<string, unknown>>;

const none = <T>(value: T | null | undefined): T | null => value ?? null;

/** The dates of a body, by the names that they have in it. */
export function datesOf(body: Body, names: DateNames): PaymentDates {
  return {
    frequency: (body[names.frequency] as number | undefined) ?? PAYMENT_FREQUENCY.now,
    futureDate: none(body[names.futureDate] as string | null),
    startDate: none(body[names.startDate] as string | null),
    endDate: none(body[names.endDate] as string | null),
    noOfPayments: none(body[names.noOfPayments] as number | null),
  };
}

/** Whether it is paid more than once. */
export function isRegular({ frequency }: PaymentDates): boolean {
  return frequency !== PAYMENT_FREQUENCY.now && frequency !== PAYMENT_FREQUENCY.laterDated;
}

/** The call as it is carried out on its day: now, and without saved payees. */
export function nowBody(body: Body, names: DateNames): Body {
  const { IsNewPayee: _new, IsUpdatePayee: _update, PayeeId: _id, ...rest } = body;
  const dates = new Set<string>(Object.values(names));
  const others = Object.entries(rest).filter(([name]) => !dates.has(name));
  return { ...Object.fromEntries(others), [names.frequency]: PAYMENT_FREQUENCY.now };
}

/** What recurs, for a payment that is not made now; undefined: it is. Refuses dates that do not fit. */
export function recurringOf<E extends ErrorName>(
  dates: PaymentDates,
  today: string,
  refusal: { readonly error: E; readonly names: DateNames },
): Result<Recurring | undefined, E> {
  const wrong = wrongDate(dates, today);
  if (wrong) return err(refusal.error, refusal.names[wrong.field]);
  const firstDay = dates.futureDate ?? dates.startDate;
  if (firstDay === null) return ok(undefined);
  return ok({ frequency: dates.frequency, firstDay, endDay: dates.endDate, numberOfPayments: dates.noOfPayments });
}

type Later = {
  readonly kind: ScheduledKind;
  readonly person: Person;
  readonly body: Body;
  /** Absent: it is paid on any day. */
  readonly calendar?: BankingCalendar;
};

/**
 * The plan itself where it is carried out now. Else nothing is posted and the schedule is kept; an amount that no
 * day's limit allows is refused at once.
 */
export function laterIf<Answer, E extends ErrorName>(
  recurring: Recurring | undefined,
  plan: Plan<Answer, E>,
  { kind, person, body, calendar = EVERY_DAY }: Later,
): Result<Plan<Answer, E>, E> {
  if (!recurring) return ok(plan);
  const { from, to, amount, code, effects = [], answer } = plan;
  if (!('memberAccountId' in from)) throw new Error('nobody pays for a schedule');
  const tooMuch = (plan.countsTowards ?? []).find(({ limit, cents }) => limit !== null && cents > limit);
  if (tooMuch) return tooMuch.refusal;
  return ok({
    from,
    to,
    amount: 0n,
    code,
    effects,
    answer,
    writes: ({ ctx, tx, tenantId }, { number, at }) =>
      addSchedule(tx, tenantId, {
        id: randomUUID(),
        brandId: person.brandId,
        memberAccountId: from.memberAccountId,
        holderId: person.holderId,
        cardId: person.cardId,
        kind,
        body,
        amount,
        recurring,
        dueAt: dueAtOf(kind, recurring.firstDay, calendar, ctx.config.schedules.firstTry),
        receipt: number,
        madeAt: at,
      }),
  });
}
