import pg from 'pg';
import { Late } from './unavailable.ts';

/** Limits of a transaction that someone waits for. */
export type Limits = {
  /** From when on its outcome is of no use, by `performance.now()`; Infinity: never. */
  readonly deadlineAt: number;
  /** Longest wait for a lock; absent: the time that is left. */
  readonly lockMs?: number | undefined;
  /** Called before COMMIT is sent. From then on the transaction may be written. */
  readonly committing?: (() => void) | undefined;
};

/** With less time left no transaction is begun. */
const LEAST_MS = 150;

export function isPast(deadlineAt: number): boolean {
  return performance.now() >= deadlineAt;
}

/** Throws Late where too little time is left to begin. */
export function refuseLate(deadlineAt: number): void {
  if (isPast(deadlineAt - LEAST_MS)) throw new Late(false);
}

/** Outcome of the work, or Late at the deadline. The work goes on, so it has to end by itself. */
export async function byDeadline<T>(
  work: Promise<T>,
  deadlineAt: number,
  isInDoubt: () => boolean = () => false,
): Promise<T> {
  if (deadlineAt === Number.POSITIVE_INFINITY) return work;
  work.catch(() => {});
  const { promise: late, reject } = Promise.withResolvers<never>();
  const timer = setTimeout(() => reject(new Late(isInDoubt())), Math.max(0, deadlineAt - performance.now()));
  try {
    return await Promise.race([work, late]);
  } finally {
    clearTimeout(timer);
  }
}

const LOCK_TIMEOUT_SQLSTATE = '55P03';
const STATEMENT_TIMEOUT_SQLSTATE = '57014';

/** PostgreSQL has ended a statement by the limits of its transaction. */
export function isTimedOut(error: unknown): boolean {
  return (
    error instanceof pg.DatabaseError &&
    (error.code === LOCK_TIMEOUT_SQLSTATE || error.code === STATEMENT_TIMEOUT_SQLSTATE)
  );
}

// Values are parameters, so that the statement is prepared once. Like SET LOCAL, it ends with the transaction.
const SET_LIMITS = `
SELECT set_config('wattle.tenant_id', $1, true), set_config('lock_timeout', $2, true),
       set_config('statement_timeout', $3, true)`;

/** Sets the tenant and the limits of a transaction; undefined where it has none. */
export function limitStatement(
  tenantId: number,
  { deadlineAt, lockMs = Number.POSITIVE_INFINITY }: Limits,
): readonly [sql: string, values: readonly unknown[]] | undefined {
  const left = deadlineAt - performance.now();
  const lock = Math.min(left, lockMs);
  if (lock === Number.POSITIVE_INFINITY) return undefined;
  const ms = (value: number) => String(Math.max(1, Math.floor(value)));
  // 0: no limit.
  return [SET_LIMITS, [String(tenantId), ms(lock), left === Number.POSITIVE_INFINITY ? '0' : ms(left)]];
}
