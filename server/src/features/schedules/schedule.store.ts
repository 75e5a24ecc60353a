import { occurrenceOf, PAYMENT_FREQUENCY, type Recurring } from '@wattle/contract/rules/schedule-dates.ts';
import { leftToSpendIn } from '../../ledger/keep-aside.ts';
import type { Tx } from '../../platform/database/database.ts';
import type { PaymentMethod } from '../payments/public.ts';
import type { Progress } from './occurrence.domain.ts';
import type { ScheduleState } from './schedule.states.domain.ts';

/** Lock for every change of a schedule. */
export function scheduleLock(id: string): string {
  return `schedule:${id}`;
}

/** A scheduled payment. */
export type Schedule = {
  readonly id: string;
  readonly brandId: number;
  readonly memberAccountId: bigint;
  readonly holderId: bigint;
  readonly kind: PaymentMethod['name'];
  /** Texts in their stored form (platform/typed-card-numbers.ts). */
  readonly body: Readonly<Record<string, unknown>>;
  readonly amount: bigint;
  readonly recurring: Recurring;
  readonly progress: Progress;
  /** Hold of the ledger for its amount. */
  readonly holdId: bigint | null;
  /** Payments due before this moment are held until then. */
  readonly holdsUntil: number | null;
  /** When its payer ordered it. A held payment of a schedule was ordered with the schedule. */
  readonly madeAt: number;
  /** When it was put on hold; of one that is not held, the same as `madeAt`. */
  readonly heldAt: number;
  /** Receipt number of the order, not of its payments. */
  readonly receipt: string;
  /** Name of the caller in idempotency keys and audit lines; null: unknown. */
  readonly madeBy: string | null;
  /** True: it was made shortly before a password reset and is not paid until its holder confirms it. */
  readonly isWaiting: boolean;
};

type Row = {
  readonly id: string;
  readonly brand_id: number;
  readonly member_account_id: bigint;
  readonly holder_id: bigint;
  readonly kind: PaymentMethod['name'];
  readonly body: Readonly<Record<string, unknown>>;
  readonly amount: bigint;
  readonly frequency: number;
  readonly first_day: string;
  readonly end_day: string | null;
  readonly number_of_payments: number | null;
  readonly month_day: number | null;
  readonly state: ScheduleState;
  readonly next_n: number;
  readonly next_day: string | null;
  readonly due_at: string | null;
  readonly tries: number;
  readonly failures: number;
  readonly hold_id: bigint | null;
  readonly holds_until: string | null;
  readonly made_at: string;
  readonly held_at: string | null;
  readonly made_by: string | null;
  readonly is_waiting: boolean;
  readonly receipt: string;
};

const COLUMNS = `s.id, s.brand_id, s.member_account_id, s.holder_id, s.kind, s.body, s.amount, s.frequency,
  s.first_day::text, s.end_day::text, s.number_of_payments, s.month_day, s.state, s.next_n, s.next_day::text, s.due_at, s.tries,
  s.failures, s.hold_id, s.holds_until, s.made_at, s.held_at, s.made_by, s.waits_since IS NOT NULL AS is_waiting, s.receipt`;

function toSchedule(row: Row): Schedule {
  return {
    id: row.id,
    brandId: row.brand_id,
    memberAccountId: row.member_account_id,
    holderId: row.holder_id,
    kind: row.kind,
    body: row.body,
    amount: row.amount,
    recurring: {
      frequency: row.frequency,
      firstDay: row.first_day,
      endDay: row.end_day,
      numberOfPayments: row.number_of_payments,
      monthDay: row.month_day ?? undefined,
    },
    progress: {
      state: row.state,
      nextN: row.next_n,
      nextDay: row.next_day,
      dueAt: row.due_at === null ? null : Date.parse(row.due_at),
      tries: row.tries,
      failures: row.failures,
    },
    holdId: row.hold_id,
    holdsUntil: row.holds_until === null ? null : Date.parse(row.holds_until),
    madeAt: Date.parse(row.made_at),
    heldAt: Date.parse(row.held_at ?? row.made_at),
    madeBy: row.made_by,
    isWaiting: row.is_waiting,
    receipt: row.receipt,
  };
}

const iso = (ms: number) => new Date(ms).toISOString();

/** New schedule. Its creator is named as in sessions. */
export type NewSchedule = Pick<
  Schedule,
  | 'id'
  | 'brandId'
  | 'memberAccountId'
  | 'kind'
  | 'body'
  | 'amount'
  | 'recurring'
  | 'holdId'
  | 'holdsUntil'
  | 'madeAt'
  | 'receipt'
  | 'madeBy'
> & {
  readonly holderId: bigint | null;
  readonly cardId: bigint | null;
  readonly dueAt: number;
  /** Null: it is not held. */
  readonly heldAt: number | null;
  /** Key of its destination. */
  readonly destination: string;
  /** Schedule that it replaces. */
  readonly replaces: string | null;
};

const INSERT = `
INSERT INTO schedule (id, tenant_id, brand_id, member_account_id, holder_id, kind, body, amount, frequency, first_day,
                      end_day, number_of_payments, state, next_day, due_at, receipt, made_at, hold_id, holds_until, made_by,
                      held_at, destination, replaces, month_day)
VALUES ($1, $2, $3, $4, coalesce($5::bigint, (SELECT holder_id FROM card WHERE tenant_id = $2 AND id = $6)), $7, $8, $9,
        $10, $11::date, $12, $13, 'Active', $11::date, $14, $15, $16, $17, $18, $19, $20, $21, $22, $23)`;

/** Adds a schedule with a deferred statement. */
export function addSchedule(tx: Tx, tenantId: number, made: NewSchedule): void {
  const { recurring } = made;
  tx.later(INSERT, [
    made.id,
    tenantId,
    made.brandId,
    made.memberAccountId,
    made.holderId,
    made.cardId,
    made.kind,
    JSON.stringify(made.body),
    made.amount,
    recurring.frequency,
    occurrenceOf(recurring, 0),
    recurring.endDay,
    recurring.numberOfPayments,
    iso(made.dueAt),
    made.receipt,
    iso(made.madeAt),
    made.holdId,
    made.holdsUntil === null ? null : iso(made.holdsUntil),
    made.madeBy,
    made.heldAt === null ? null : iso(made.heldAt),
    made.destination,
    made.replaces,
    recurring.monthDay ?? null,
  ]);
}

const DUE = `
SELECT ${COLUMNS} FROM schedule s
WHERE s.tenant_id = $1 AND s.state = 'Active' AND s.due_at <= $2 AND s.waits_since IS NULL
ORDER BY s.next_day, s.age LIMIT $3`;

/** Due schedules, by planned day and then by age. */
export async function listDue(tx: Tx, tenantId: number, nowMs: number, limit: number): Promise<Schedule[]> {
  return (await tx.query<Row>(DUE, [tenantId, iso(nowMs), limit])).map(toSchedule);
}

const FIND = `SELECT ${COLUMNS} FROM schedule s WHERE s.tenant_id = $1 AND s.id = $2`;

/** Current state of a schedule. */
export async function findSchedule(tx: Tx, tenantId: number, id: string): Promise<Schedule | undefined> {
  const row = await tx.first<Row>(FIND, [tenantId, id]);
  return row && toSchedule(row);
}

const ONCE = [PAYMENT_FREQUENCY.now, PAYMENT_FREQUENCY.laterDated].join();
const PAID = (run: string, of: string) => `${of}.frequency IN (${ONCE})
        AND ${run}.tenant_id = ${of}.tenant_id AND ${run}.schedule_id = ${of}.id AND ${run}.state = 'Paid'`;
const ORDERED_ID = `
SELECT coalesce(h.id, s.id) AS id, CASE WHEN h.id IS NULL THEN r.receipt ELSE hr.receipt END AS paid_as FROM schedule s
  LEFT JOIN schedule_run r ON ${PAID('r', 's')}
  LEFT JOIN schedule h ON h.tenant_id = s.tenant_id AND h.member_account_id = s.member_account_id
        AND h.receipt = r.receipt AND h.id <> s.id
  LEFT JOIN schedule_run hr ON ${PAID('hr', 'h')}
 WHERE s.tenant_id = $1 AND s.member_account_id = $2 AND (s.receipt = $3 OR r.receipt = $3)
   AND (s.frequency IN (${ONCE}) OR s.state <> 'Completed')
 LIMIT 1`;

/**
 * A held or scheduled payment by the receipt number of its order, or of what it has become: one that is held on its day
 * is the held one. A regular one is found by its order while payments are left: each completed one is a separate
 * payment.
 */
export function findOrderedId(
  tx: Tx,
  tenantId: number,
  memberAccountId: bigint,
  receipt: string,
): Promise<{ readonly id: string; readonly paid_as: string | null } | undefined> {
  return tx.first(ORDERED_ID, [tenantId, memberAccountId, receipt]);
}

const SAVE = `
UPDATE schedule SET state = $3, next_n = $4, next_day = $5, due_at = $6, tries = $7, failures = $8
WHERE tenant_id = $1 AND id = $2`;

/** Saves the progress of a schedule with a deferred statement. Under its lock. */
export function saveProgress(tx: Tx, tenantId: number, id: string, progress: Progress): void {
  const { state, nextN, nextDay, dueAt, tries, failures } = progress;
  tx.later(SAVE, [tenantId, id, state, nextN, nextDay, dueAt === null ? null : iso(dueAt), tries, failures]);
}

export type RunState = 'Paid' | 'Retry' | 'Failed' | 'Missed' | 'Skipped';

/** Outcome of an occurrence. */
export type Run = {
  readonly plannedDay: string;
  readonly state: RunState;
  readonly error: string | null;
  readonly available: bigint | null;
  readonly receipt: string | null;
  readonly at: number;
};

const SAVE_RUN = `
INSERT INTO schedule_run (schedule_id, planned_day, tenant_id, state, error, available, receipt, at)
VALUES ($1, $2, $3, $4, $5, $6, $7, $8)
ON CONFLICT (schedule_id, planned_day) DO UPDATE
SET state = excluded.state, error = excluded.error, available = excluded.available, receipt = excluded.receipt,
    at = excluded.at
WHERE schedule_run.state = 'Retry'`;

/** Records the outcome of an occurrence. A final outcome is not changed. */
export function saveRun(tx: Tx, tenantId: number, scheduleId: string, run: Run): void {
  const { plannedDay, state, error, available, receipt, at } = run;
  tx.later(SAVE_RUN, [scheduleId, plannedDay, tenantId, state, error, available, receipt, iso(at)]);
}

const LAST_RUN = `
SELECT state FROM schedule_run WHERE tenant_id = $1 AND schedule_id = $2 ORDER BY planned_day DESC LIMIT 1`;

/** Outcome of the last due occurrence; undefined: none was due. */
export async function readLastRun(tx: Tx, tenantId: number, id: string): Promise<RunState | undefined> {
  return (await tx.first<{ state: RunState }>(LAST_RUN, [tenantId, id]))?.state;
}

const RUN_OF = `SELECT state FROM schedule_run WHERE tenant_id = $1 AND schedule_id = $2 AND planned_day = $3`;

/** Outcome of the occurrence of a planned day; undefined: it was not due yet. */
export async function readRunOf(tx: Tx, tenantId: number, id: string, day: string): Promise<RunState | undefined> {
  return (await tx.first<{ state: RunState }>(RUN_OF, [tenantId, id, day]))?.state;
}

const AVAILABLE = `
SELECT ${leftToSpendIn('l')} AS available FROM member_account a
JOIN ledger_account l ON l.tenant_id = a.tenant_id AND l.id = a.ledger_account_id
WHERE a.tenant_id = $1 AND a.id = $2`;

/** Cents that an account has left to spend. */
export async function readAvailable(tx: Tx, tenantId: number, memberAccountId: bigint): Promise<bigint> {
  const row = await tx.first<{ available: bigint }>(AVAILABLE, [tenantId, memberAccountId]);
  return row?.available ?? 0n;
}

const POSTPONE = `UPDATE schedule SET due_at = $3 WHERE tenant_id = $1 AND id = $2 AND state = 'Active' AND due_at < $3`;

/** Postpones a schedule after a fault that is not its payer's. */
export async function postpone(tx: Tx, tenantId: number, id: string, untilMs: number): Promise<void> {
  await tx.run(POSTPONE, [tenantId, id, iso(untilMs)]);
}

const ACTIVE = `
SELECT id FROM schedule
WHERE tenant_id = $1 AND state = 'Active'
  AND CASE WHEN $4 THEN member_account_id = ANY ($2::bigint[]) AND holder_id = ANY ($3::bigint[])
      ELSE member_account_id = ANY ($2::bigint[]) OR holder_id = ANY ($3::bigint[]) END
ORDER BY age`;

/** Selects cards of accounts or of persons; with `isBoth` those of persons on these accounts. */
export type ScheduleFilter = {
  readonly memberAccountIds: readonly bigint[];
  readonly holderIds: readonly bigint[];
  readonly isBoth?: boolean;
};

/** Scheduled payments that are still due. */
export async function listActive(tx: Tx, tenantId: number, whose: ScheduleFilter): Promise<string[]> {
  const { memberAccountIds, holderIds, isBoth = false } = whose;
  const rows = await tx.query<{ id: string }>(ACTIVE, [tenantId, memberAccountIds, holderIds, isBoth]);
  return rows.map(({ id }) => id);
}
