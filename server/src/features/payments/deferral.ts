import { err, type ErrorName, ok, type Result } from '@wattle/contract/errors.ts';
import {
  type PaymentDates,
  PAYMENT_FREQUENCY,
  type Recurring,
  wrongDate,
} from '@wattle/contract/rules/schedule-dates.ts';
import { dayAt } from '../../platform/time/clock.ts';
import type { CallInput, Plan, PlannedPayment, Receipt, Writing } from './kind.ts';
import type { MethodContext } from './method-context.ts';

/** Request fields of the dates of a call. */
export type DateNames = Readonly<Record<keyof PaymentDates, string>>;

type Body = Readonly<Record<string, unknown>>;

const orNull = <T>(value: T | null | undefined): T | null => value ?? null;

/** Dates of a body, by their field names. */
export function datesOf(body: Body, names: DateNames): PaymentDates {
  return {
    frequency: (body[names.frequency] as number | undefined) ?? PAYMENT_FREQUENCY.now,
    futureDate: orNull(body[names.futureDate] as string | null),
    startDate: orNull(body[names.startDate] as string | null),
    endDate: orNull(body[names.endDate] as string | null),
    noOfPayments: orNull(body[names.noOfPayments] as number | null),
  };
}

/** Whether the payment recurs. */
export function isRegular({ frequency }: PaymentDates): boolean {
  return frequency !== PAYMENT_FREQUENCY.now && frequency !== PAYMENT_FREQUENCY.laterDated;
}

/** Body of the call as it is carried out on its day: immediate and without saved payees. */
export function nowBody(body: Body, names: DateNames): Body {
  const { IsNewPayee: _new, IsUpdatePayee: _update, PayeeId: _id, RepeatOf: _repeat, ...rest } = body;
  const dates = new Set<string>(Object.values(names));
  const others = Object.entries(rest).filter(([name]) => !dates.has(name));
  return { ...Object.fromEntries(others), [names.frequency]: PAYMENT_FREQUENCY.now };
}

/** Recurrence of a payment that is not immediate; undefined for an immediate one. Refuses inconsistent dates. */
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

/**
 * Plan for now, usually the given plan. A held payment becomes a schedule of one payment with a hold on its money. A
 * payment for a later day posts nothing and is scheduled; an amount above the daily limit is refused immediately.
 */
export function planForNow(plan: Plan, context: MethodContext | undefined, input: unknown): Result<Plan, ErrorName> {
  const { deferral } = plan;
  if (!deferral || !context) return ok(plan);
  const { method, calendar } = context;
  const { person } = input as CallInput<unknown>;
  const { recurring, holdUntil, note } = deferral;
  if (!recurring && holdUntil === undefined) {
    // A held payment was counted when it was held.
    return ok(person.holdId === undefined ? plan : { ...plan, countsTowards: [], releases: person.holdId });
  }
  const { from, to, amount, code, effects = [], countsTowards = [], refusals = {}, answer } = plan;
  if (!('memberAccountId' in from)) throw new Error('nobody pays for a schedule');
  const { memberAccountId } = from;
  const keep = (writing: Writing, { number, at, holdId }: Receipt, rest: DueTimes) => {
    const planned = {
      method,
      calendar,
      person,
      memberAccountId,
      amount,
      body: deferral.body,
      receipt: number,
      madeAt: person.madeAt ?? at,
      heldAt: holdId === undefined ? null : at,
      holdId,
    };
    for (const listen of writing.ctx.listeners.paymentPlanned) listen(writing, { ...planned, ...rest });
  };
  if (!recurring && holdUntil !== undefined) {
    return ok({
      from,
      to,
      amount,
      code,
      effects,
      countsTowards,
      refusals,
      holdUntil,
      answer,
      writes(writing, receipt) {
        note(writing, receipt);
        const day = dayAt(holdUntil);
        const once = { frequency: PAYMENT_FREQUENCY.laterDated, firstDay: day, endDay: null, numberOfPayments: null };
        keep(writing, receipt, { recurring: once, dueAt: holdUntil, holdsUntil: null });
      },
    });
  }
  if (!recurring) throw new Error('neither now nor later');
  const tooMuch = countsTowards.find(({ limit, cents }) => limit !== null && cents > limit);
  if (tooMuch) return tooMuch.refusal;
  return ok({
    from,
    to,
    amount: 0n,
    code,
    effects,
    answer,
    writes: (writing, receipt) => keep(writing, receipt, { recurring, dueAt: null, holdsUntil: holdUntil ?? null }),
  });
}

type DueTimes = Pick<PlannedPayment, 'recurring' | 'dueAt' | 'holdsUntil'>;
