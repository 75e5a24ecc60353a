import { DEFAULT_LANGUAGE } from '@wattle/contract/rules/languages.ts';
import { ERRORS, err, ok } from '@wattle/contract/errors.ts';
import { paymentsOf } from '@wattle/contract/rules/schedule-dates.ts';
import { getScheduledPayments, type ScheduledPayment } from '@wattle/contract/schedules/schedules.ts';
import type { AppContext } from '../../compose/context.ts';
import { handleRead } from '../../http/handle.ts';
import { dayAt } from '../../platform/time/clock.ts';
import { readBankingCalendar } from '../../platform/time/banking-days/holiday.store.ts';
import type { BankingCalendar } from '../../platform/time/banking-days/banking-days.domain.ts';
import { toDollars } from '../../platform/money.ts';
import { productTexts } from '../../platform/text/texts.ts';
import { methodNamed } from '../payments/public.ts';
import { destinationOf } from './destination.ts';
import { paymentDaysOf } from './payment-days.ts';
import { type DuePayment, duePaymentsUntil } from './occurrence.domain.ts';
import { findOwnAccount, type ListedRun, listSchedules } from './schedule-list.store.ts';
import { findSchedule, type Schedule } from './schedule.store.ts';

const SHOWN_AFTER_END_MS = 30 * 86_400_000;
/** Period for which the days of payments are listed. */
const AHEAD_MS = 30 * 86_400_000;
/** Payments that are listed however late they are. */
const NEXT_SHOWN = 3;

export const getScheduledPaymentsRoute = handleRead(getScheduledPayments, async ({ query, session, tx, ctx }) => {
  const own = await findOwnAccount(tx, session, query.accountNumber, ctx.clocks);
  if (!own) return err('invalid_card_details', 'accountNumber');
  const { tenantId } = session;
  const of = { memberAccountId: own.member_account_id, holderId: own.holder_id };
  const calendar = await readBankingCalendar(tx);
  const shown = await listSchedules(tx, tenantId, of, ctx.clocks.business.now() - SHOWN_AFTER_END_MS);
  const schedules = await Promise.all(shown.map(({ id }) => findSchedule(tx, tenantId, id)));
  const payments = schedules.flatMap((schedule, index) =>
    schedule
      ? [
          {
            list: methodNamed(ctx.paymentMethods, schedule.kind).scheduledAs,
            view: toView(ctx, schedule, calendar, shown[index]?.runs ?? []),
          },
        ]
      : [],
  );
  return ok({
    transferPayments: payments.filter(({ list }) => list === 'transferPayments').map(({ view }) => view),
    bpayPayments: payments.filter(({ list }) => list === 'bpayPayments').map(({ view }) => view),
  });
});

/** State of a listed schedule; a deleted one is not listed. */
const shownState = (state: string) => (state === 'Completed' || state === 'Cancelled' ? state : 'Active');

function toView(
  ctx: Pick<AppContext, 'secrets' | 'paymentMethods' | 'clocks'>,
  schedule: Schedule,
  calendar: BankingCalendar,
  runs: readonly ListedRun[],
): ScheduledPayment {
  const { id, kind, amount, recurring, progress, holdId } = schedule;
  const { name, ...destination } = destinationOf(ctx, schedule);
  const isActive = progress.state === 'Active';
  return {
    id,
    transferType: methodNamed(ctx.paymentMethods, kind).payeeType as ScheduledPayment['transferType'],
    transferTypeDescription: productTexts(DEFAULT_LANGUAGE, 'transfers')[`kind.${kind}.plain`] ?? '',
    frequency: recurring.frequency as ScheduledPayment['frequency'],
    startDate: recurring.firstDay,
    monthDay: recurring.monthDay ?? null,
    endDate: recurring.endDay,
    noOfPayments: recurring.numberOfPayments,
    paymentsLeft: isActive ? paymentsLeft(schedule) : 0,
    nextDate: isActive ? progress.nextDay : null,
    nextPaymentDate: isActive && progress.dueAt !== null ? dayAt(progress.dueAt) : null,
    comingPayments: isActive ? [...comingPayments(ctx, schedule, calendar)] : [],
    isReturnOfFunds: kind === 'return',
    state: shownState(progress.state),
    amount: toDollars(amount),
    receiptNumber: schedule.receipt,
    heldUntil: isActive && holdId !== null && progress.dueAt !== null ? new Date(progress.dueAt).toISOString() : null,
    isWaiting: isActive && schedule.isWaiting,
    accountName: name,
    ...destination,
    runs: runs.map((run) => ({
      plannedDate: run.planned_day,
      triedAt: new Date(run.at).toISOString(),
      state: run.state,
      errorCode: run.error === null ? null : ERRORS[run.error].code,
      available: run.available === null ? null : toDollars(BigInt(run.available)),
      receiptNumber: run.receipt,
    })),
  };
}

function paymentsLeft({ recurring, progress }: Schedule): number | null {
  const all = paymentsOf(recurring);
  return all === null ? null : Math.max(0, all - progress.nextN);
}

/**
 * The payments of the next 30 days, and the next three. The next payment may have another time, because it is held or
 * tried again.
 */
export function comingPayments(
  ctx: Pick<AppContext, 'paymentMethods' | 'clocks'>,
  schedule: Schedule,
  calendar: BankingCalendar,
): readonly DuePayment[] {
  const { recurring, progress } = schedule;
  if (progress.dueAt === null || progress.nextDay === null) return [];
  const next = { plannedDate: progress.nextDay, paymentDate: dayAt(progress.dueAt) };
  const rest = duePaymentsUntil(recurring, {
    from: progress.nextN + 1,
    days: paymentDaysOf(ctx, schedule, calendar),
    last: dayAt(ctx.clocks.business.now() + AHEAD_MS),
    least: NEXT_SHOWN - 1,
  });
  return [next, ...rest];
}
