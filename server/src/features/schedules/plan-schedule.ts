import { randomUUID } from 'node:crypto';
import { err, type ErrorName, ok, type Result } from '@wattle/contract/errors.ts';
import {
  type PaymentDates,
  PAYMENT_FREQUENCY,
  type Recurring,
  wrongDate,
} from '@wattle/contract/rules/schedule-dates.ts';
import type { BankingCalendar } from '../../platform/banking-days/banking-days.domain.ts';
import type { PaymentMethod, Person, Plan, Receipt, Within, Writing } from '../payments/public.ts';
import { callerOf } from '../../http/caller.ts';
import { dayAt } from '../../platform/clock.ts';
import { keepTexts } from '../../platform/typed-card-numbers.ts';
import { dueAtOf } from './occurrence.domain.ts';
import { addSchedule } from './schedule.store.ts';

/** The wire's names of the dates of a call. */
export type DateNames = Readonly<Record<keyof PaymentDates, string>>;

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

/** Recurrence of a payment that is not made now; undefined: it is made now. Refuses dates that do not fit. */
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
  /** The payment method. */
  readonly kind: PaymentMethod['name'];
  readonly person: Person;
  readonly body: Body;
  /** Absent: it is paid on any day. */
  readonly calendar?: BankingCalendar;
  /** Notes that the destination was paid. */
  readonly note: (writing: Writing, receipt: Receipt) => void;
  /** Until when a first payment to a destination is held. */
  readonly holdUntil: number | undefined;
};

/**
 * The plan itself where it is carried out now. One that is held is kept as a schedule of one payment, its money on a
 * hold. Else nothing is posted and the schedule is kept; an amount that no day's limit allows is refused at once.
 */
export function laterIf<Answer extends { readonly HeldUntil: string | null }, E extends ErrorName>(
  recurring: Recurring | undefined,
  plan: Plan<Answer, E>,
  given: Later,
): Result<Plan<Answer, E>, E> {
  const { person, holdUntil, note } = given;
  const asHeld = (receipt: Receipt, until: number | null) => ({
    ...plan.answer(receipt),
    HeldUntil: until === null ? null : new Date(until).toISOString(),
  });
  if (!recurring && holdUntil === undefined) {
    const answer = (receipt: Receipt) => asHeld(receipt, null);
    // What was held was counted then.
    return ok(
      person.holdId === undefined
        ? { ...plan, answer }
        : { ...plan, answer, countsTowards: [], releases: person.holdId },
    );
  }
  const { from, to, amount, code, effects = [], countsTowards = [], refusals = {} } = plan;
  if (!recurring && holdUntil !== undefined) {
    return ok({
      ...{ from, to, amount, code, effects, countsTowards, refusals, holdUntil },
      answer: (receipt) => asHeld(receipt, holdUntil),
      writes(writing, receipt) {
        note(writing, receipt);
        const day = dayAt(holdUntil);
        const once = { frequency: PAYMENT_FREQUENCY.laterDated, firstDay: day, endDay: null, numberOfPayments: null };
        keep(writing, receipt, { plan, given, recurring: once, dueAt: holdUntil, holdsUntil: null });
      },
    });
  }
  if (!recurring) throw new Error('neither now nor later');
  const tooMuch = countsTowards.find(({ limit, cents }) => limit !== null && cents > limit);
  if (tooMuch) return tooMuch.refusal;
  const { calendar: days = 'every day' } = given;
  return ok({
    ...{ from, to, amount: 0n, code, effects },
    answer: (receipt) => asHeld(receipt, null),
    writes(within, receipt) {
      const { firstTry } = within.ctx.config.schedules;
      const dueAt = dueAtOf(recurring.firstDay, days, firstTry);
      keep(within, receipt, { plan, given, recurring, dueAt, holdsUntil: holdUntil ?? null });
    },
  });
}

type Kept = {
  readonly plan: Pick<Plan, 'from' | 'amount'>;
  readonly given: Later;
  readonly recurring: Recurring;
  readonly dueAt: number;
  readonly holdsUntil: number | null;
};

function keep({ ctx, tx, tenantId }: Within, { number, at, holdId }: Receipt, kept: Kept): void {
  const { plan, given, recurring, dueAt, holdsUntil } = kept;
  const { kind, person, body } = given;
  if (!('memberAccountId' in plan.from)) throw new Error('nobody pays for a schedule');
  addSchedule(tx, tenantId, {
    id: randomUUID(),
    brandId: person.brandId,
    memberAccountId: plan.from.memberAccountId,
    holderId: person.holderId,
    cardId: person.cardId,
    ...{
      kind,
      body: keepTexts(ctx.secrets, body),
      amount: plan.amount,
      recurring,
      dueAt,
      receipt: number,
      madeAt: at,
      holdsUntil,
    },
    holdId: holdId ?? null,
    madeBy: callerOf(person),
  });
}
