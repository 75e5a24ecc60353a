import pLimit from 'p-limit';
import { ERRORS, err, ok, type ErrorName } from '@wattle/contract/errors.ts';
import type { AppContext } from '../../compose/context.ts';
import type { BankingCalendar } from '../../platform/time/banking-days/banking-days.domain.ts';
import { readBankingCalendar } from '../../platform/time/banking-days/holiday.store.ts';
import { dayAt } from '../../platform/time/clock.ts';
import type { Tx } from '../../platform/database/database.ts';
import { lockNames } from '../../platform/database/named-locks.ts';
import { methodNamed, type Effect, type Person } from '../payments/public.ts';
import { paymentDaysOf } from './payment-days.ts';
import { advance, dueDayOf, isMissed, timeOn, type Outcome, type Progress } from './occurrence.domain.ts';
import {
  findSchedule,
  listDue,
  postpone,
  readAvailable,
  saveProgress,
  saveRun,
  scheduleLock,
  type Schedule,
} from './schedule.store.ts';
import { subtractScheduleCounts } from './subtract-counts.ts';
import { deleteDestination } from './held.store.ts';
import { readBody } from './stored-body.ts';
import { releaseHold } from './release-hold.ts';
import { UNREADABLE_SCHEDULES } from './unreadable.due.ts';
import { money } from '@wattle/contract/rules/amounts.ts';
import { toDollars } from '../../platform/money.ts';
import { notifyHolder } from '../messages/public.ts';
import { destinationOf } from './destination.ts';

type Failure = {
  readonly tenantId: number;
  readonly schedule: Schedule;
  readonly stateAfter: Progress['state'];
};

/** Notifies the payer of a scheduled payment that was not made. */
async function notifyFailure(tx: Tx, ctx: AppContext, { tenantId, schedule, stateAfter }: Failure): Promise<void> {
  await notifyHolder(tx, ctx, {
    tenantId,
    brandId: schedule.brandId,
    holderId: schedule.holderId,
    // The failure that cancels the schedule has another message.
    template: stateAfter === 'Cancelled' ? 'scheduleEnded' : 'scheduleFailed',
    params: (language) => ({
      amount: money(toDollars(schedule.amount), language, 'never'),
      name: destinationOf(ctx, schedule).name,
      change: stateAfter === 'Active' ? 'goesOn' : 'last',
    }),
    shown: { name: destinationOf(ctx, schedule).name, cents: -schedule.amount },
    dedupKey: `schedule:${schedule.id}:${schedule.progress.nextDay}`,
    everyContact: false,
  });
}

/** Paying accounts per batch. Payments of one account are made one after another. */
const ACCOUNTS_AT_ONCE = 256;
/** Delay before the retry after a fault of the server. */
const AFTER_FAULT_MS = 600_000;

type Running = {
  readonly ctx: AppContext;
  readonly tenantId: number;
  readonly calendar: BankingCalendar;
};

/**
 * Carries out due payments in the order of their planned days. Returns whether more may be due. Each occurrence is paid
 * at most once, on any number of servers and retries.
 */
export async function runSchedules(
  ctx: AppContext,
  { tenantId, atOnce, signal }: { readonly tenantId: number; readonly atOnce: number; readonly signal: AbortSignal },
): Promise<boolean> {
  const now = ctx.clocks.business.now();
  const [due, calendar] = await ctx.database.read(tenantId, (tx) =>
    Promise.all([listDue(tx, tenantId, now, atOnce), readBankingCalendar(tx)]),
  );
  const running = { ctx, tenantId, calendar };
  const limit = pLimit(ACCOUNTS_AT_ONCE);
  const byAccount = Map.groupBy(due, ({ memberAccountId }) => memberAccountId);
  let settled = 0;
  await Promise.all(
    [...byAccount.values()].map((schedules) =>
      limit(async () => {
        for (const schedule of schedules) {
          if (signal.aborted) return;
          if (await carryOutOrPostpone(running, schedule)) settled += 1;
        }
      }),
    ),
  );
  // The next occurrence of a schedule may be due as well.
  return settled > 0 && !signal.aborted;
}

/** After a fault of the server the occurrence stays due, and no failure is counted. */
async function carryOutOrPostpone(running: Running, schedule: Schedule): Promise<boolean> {
  const { ctx, tenantId } = running;
  try {
    if (await carryOutNext(running, schedule)) return true;
  } catch (error) {
    ctx.log.error({ schedule: schedule.id, err: error }, 'a scheduled payment was not carried out');
  }
  const until = ctx.clocks.business.now() + AFTER_FAULT_MS;
  await ctx.database.transact(tenantId, (tx) => postpone(tx, tenantId, schedule.id, until));
  return false;
}

/** The stored body is no longer valid: a dead letter shows it to the desk, and the occurrence stays due. */
async function addDeadLetter({ ctx, tenantId }: Running, { id, progress }: Schedule): Promise<false> {
  const item = { tenantId, key: `${id}:${progress.nextN}`, payload: { schedule: id } };
  await ctx.database.transact(tenantId, (tx) => ctx.dueWork.enqueue(tx, UNREADABLE_SCHEDULES, item));
  return false;
}

/** Carries out the next occurrence. False when it was not decided and has to be retried. */
async function carryOutNext(running: Running, schedule: Schedule): Promise<boolean> {
  const { ctx, tenantId, calendar } = running;
  const { nextDay, nextN } = schedule.progress;
  if (nextDay === null) return true;
  const today = dayAt(ctx.clocks.business.now());
  const dueDay = dueDayOf(nextDay, paymentDaysOf(ctx, schedule, calendar));
  if (isMissed(dueDay, today, calendar, ctx.config.schedules.missedDays)) {
    await settle(running, schedule, 'missed');
    return true;
  }
  const body = readBody(ctx, schedule);
  if (body === undefined) return addDeadLetter(running, schedule);
  const payment = {
    tenantId,
    kind: methodNamed(ctx.paymentMethods, schedule.kind).kind,
    key: nextDay,
    actor: `schedule:${schedule.id}`,
    input: { person: payerOf(ctx, schedule), body },
    effects: [advancing(running, schedule, nextN)],
    isRetryable: true,
  };
  let answer = await ctx.payments.submit(payment);
  // Another payment of the payer to a new destination was posted first. The second decision holds this one.
  if (!answer.ok && answer.error === 'proof_needed') answer = await ctx.payments.submit(payment);
  if (answer.ok || answer.error === ALREADY_ADVANCED) return true;
  if (ERRORS[answer.error].status !== 400 || OUTAGES.has(answer.error)) return false;
  await settle(running, schedule, 'failed', answer.error);
  return true;
}

function payerOf({ clocks, config }: AppContext, schedule: Schedule): Person {
  const { brandId, holderId, holdId, holdsUntil, madeBy, madeAt, heldAt } = schedule;
  const maker = { webAccountId: null, cardId: null, isScheduled: true, madeBy, madeAt } as const;
  const payer = { brandId, holderId, ...maker };
  if (holdId !== null) return { ...payer, holdId, countedOn: dayAt(heldAt) };
  const now = clocks.business.now();
  if (holdsUntil !== null && holdsUntil > now) return { ...payer, holdsUntil };
  // The wait of a first payment counts from when it was ordered.
  const isYoungUntil = madeAt + config.schedules.holdMs;
  return isYoungUntil > now ? { ...payer, isYoungUntil } : payer;
}

/** Another server was faster, or the schedule was deleted or needs confirmation meanwhile. */
const ALREADY_ADVANCED = 'not_found';

/** Advances the schedule in the transaction that pays the occurrence, and refuses if it has already advanced. */
function advancing(running: Running, schedule: Schedule, n: number): Effect<'not_found'> {
  const { id } = schedule;
  const effect: Effect<'not_found', Schedule | undefined> = {
    lock: scheduleLock(id),
    read: ({ tx, tenantId }) => findSchedule(tx, tenantId, id),
    decide(current) {
      if (!current || current.isWaiting || !isAtOccurrence(current.progress, n)) return err(ALREADY_ADVANCED);
      const progress = advanceFrom(running, current, 'paid');
      return ok({
        state: { ...current, progress },
        write: ({ tx, tenantId }, { number, at }) => {
          saveProgress(tx, tenantId, id, progress);
          const plannedDay = current.progress.nextDay ?? '';
          saveRun(tx, tenantId, id, { plannedDay, state: 'Paid', error: null, available: null, receipt: number, at });
        },
      });
    },
  };
  return effect;
}

function isAtOccurrence({ state, nextN }: Progress, n: number): boolean {
  return state === 'Active' && nextN === n;
}

function advanceFrom({ ctx, calendar }: Running, schedule: Schedule, outcome: Outcome): Progress {
  const { recurring, progress } = schedule;
  const days = paymentDaysOf(ctx, schedule, calendar);
  return advance({ recurring, progress, days, settings: ctx.config.schedules }, outcome);
}

/** A dependency of the server is unavailable: the occurrence stays due, and no failure is counted. */
const OUTAGES: ReadonlySet<ErrorName> = new Set(['bsb_lookup_away']);

const INSUFFICIENT_FUNDS: ReadonlySet<ErrorName> = new Set([
  'insufficient_funds',
  'bpay_insufficient_funds',
  'kept_aside',
]);

/** Records that an occurrence was not paid: it is retried once that day, or the schedule continues without it. */
async function settle(
  running: Running,
  schedule: Schedule,
  outcome: 'failed' | 'missed',
  error: ErrorName | null = null,
): Promise<void> {
  const { ctx, tenantId } = running;
  const { id, memberAccountId } = schedule;
  const { nextN } = schedule.progress;
  await ctx.database.transact(tenantId, async (tx: Tx) => {
    // The amount of a hold is released in every case.
    await releaseHold(tx, tenantId, schedule, ctx.clocks.business.now());
    await lockNames(tx, [scheduleLock(id)]);
    const current = await findSchedule(tx, tenantId, id);
    if (!current || current.isWaiting || !isAtOccurrence(current.progress, nextN)) return;
    // A payment refused for insufficient funds has released its hold already.
    if (schedule.holdId !== null) await deleteDestination(tx, tenantId, schedule);
    const at = ctx.clocks.business.now();
    const isShort = error !== null && INSUFFICIENT_FUNDS.has(error);
    const available = isShort ? await readAvailable(tx, tenantId, memberAccountId) : null;
    const run = { plannedDay: current.progress.nextDay ?? '', error, available, receipt: null, at };
    ctx.live.publishChanged(tx, tenantId, memberAccountId);
    if (isShort && current.progress.tries === 0) {
      const dueAt = timeOn(dayAt(at), ctx.config.schedules.secondTry);
      saveProgress(tx, tenantId, id, { ...current.progress, tries: 1, dueAt });
      saveRun(tx, tenantId, id, { ...run, state: 'Retry' });
      return;
    }
    const next = advanceFrom(running, current, outcome);
    saveProgress(tx, tenantId, id, next);
    subtractScheduleCounts(tx, ctx, tenantId, current);
    saveRun(tx, tenantId, id, { ...run, state: outcome === 'failed' ? 'Failed' : 'Missed' });
    await notifyFailure(tx, ctx, { tenantId, schedule: current, stateAfter: next.state });
  });
}
