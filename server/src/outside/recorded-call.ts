import { hash } from 'node:crypto';
import type { AppContext } from '../compose/context.ts';
import type { AskingTimes } from '../config/outside-settings.ts';
import type { Tx } from '../platform/database/database.ts';
import { nothingToSettle, type QueuedJob } from '../platform/due-work/job.ts';
import type { Queue } from '../platform/due-work/queue.ts';
import type { OutsideOutcome } from './outcome.ts';

/** Recorded intent of a call: its subject, and its idempotency key. */
export type RecordedCall<Subject> = {
  readonly tenantId: number;
  /** Unique within tenant and kind, permanently. */
  readonly id: string;
  readonly subject: Subject;
  /** Idempotency key of the other side, the same for every attempt and query. */
  readonly key: string;
};

/** Final outcome. A call that was never sent is refused with the reason. */
export type FinalOutcome<Answer> = Extract<OutsideOutcome<Answer>, { kind: 'done' | 'refused' }>;

/**
 * Kind of call with an effect elsewhere: a charge, a refund, a registration. Whatever happens to the response, the
 * process or the database, it takes effect at most once, and its outcome is determined.
 */
export type RecordedCallKind<Subject, Answer> = {
  /** Queue on the security clock. Its payload is the subject: ids and codes only. */
  readonly queue: Queue<Subject>;
  /** Times at which its outcome is asked for; the default of other calls if absent. */
  readonly asking?: AskingTimes;
  /** Makes the call with its key. */
  call(ctx: AppContext, recorded: RecordedCall<Subject>): Promise<OutsideOutcome<Answer>>;
  /**
   * Queries the outcome without making the call. Refused means that the other side confirms permanently that it was not
   * done.
   */
  ask(ctx: AppContext, recorded: RecordedCall<Subject>): Promise<OutsideOutcome<Answer>>;
  /** Locks the feature's row. True while it is not settled. */
  lockOpen(tx: Tx, recorded: RecordedCall<Subject>): Promise<boolean>;
  /** Writes the outcome once, under that lock. */
  settle(tx: Tx, ctx: AppContext, recorded: RecordedCall<Subject>, outcome: FinalOutcome<Answer>): Promise<void>;
};

/**
 * Records the intent of a call in the first transaction. From its commit the outcome is queried until it is known, even
 * if this process ends before making the call.
 */
export async function recordCall<Subject, Answer>(
  tx: Tx,
  { dueWork, config, clocks }: AppContext,
  { queue, asking = config.outside.asking }: RecordedCallKind<Subject, Answer>,
  { tenantId, id, subject }: Omit<RecordedCall<Subject>, 'key'>,
): Promise<RecordedCall<Subject>> {
  const dueAt = clocks.security.now() + asking.firstMs;
  const isNew = await dueWork.enqueue(tx, queue, { tenantId, key: id, dueAt, payload: subject });
  if (!isNew) throw new Error(`${queue.name}: a call is meant twice`);
  return recordedCall(queue, { tenantId, id, subject });
}

/**
 * Settles the outcome in the second transaction. False if it is unknown or was settled before; then nothing is written.
 */
export async function settleCall<Subject, Answer>(
  tx: Tx,
  ctx: AppContext,
  kind: RecordedCallKind<Subject, Answer>,
  recorded: RecordedCall<Subject>,
  outcome: OutsideOutcome<Answer>,
): Promise<boolean> {
  const final = outcome.kind === 'unsent' ? { kind: 'refused' as const, code: outcome.code } : outcome;
  if (final.kind !== 'done' && final.kind !== 'refused') return false;
  if (!(await kind.lockOpen(tx, recorded))) return false;
  await kind.settle(tx, ctx, recorded, final);
  return true;
}

/**
 * Queries calls that are still open. A query without a response leaves the call open and is retried; finally the desk
 * gets a dead letter.
 */
export function askingJob<Subject, Answer>(kind: RecordedCallKind<Subject, Answer>): QueuedJob<AppContext, Subject> {
  return {
    queue: kind.queue,
    atOnce: 10,
    async outside(ctx, { tenantId, key: id, payload: subject, plannedAt }) {
      const recorded = recordedCall(kind.queue, { tenantId, id, subject });
      const isOpen = await ctx.database.transact(tenantId, (tx) => kind.lockOpen(tx, recorded));
      if (!isOpen) return nothingToSettle;
      const outcome = await kind.ask(ctx, recorded);
      return async (tx) => {
        if (outcome.kind === 'done' || outcome.kind === 'refused') {
          await settleCall(tx, ctx, kind, recorded, outcome);
          return 'done';
        }
        const now = ctx.clocks.security.now();
        const { firstMs, secondMs, laterMs = [], thenMs, giveUpAfterMs } = kind.asking ?? ctx.config.outside.asking;
        const calledAt = plannedAt - firstMs;
        const age = now - calledAt;
        if (age >= giveUpAfterMs) return { giveUp: 'unknown' };
        const later = laterMs.find((one) => one > age);
        return { againAt: later === undefined ? now + (age < secondMs ? secondMs : thenMs) : calledAt + later };
      };
    },
  };
}

function recordedCall<Subject>(queue: Queue<Subject>, call: Omit<RecordedCall<Subject>, 'key'>): RecordedCall<Subject> {
  return { ...call, key: keyOfCall(queue, call) };
}

/** Key under which the other side knows a call. */
export function keyOfCall(
  { name }: Pick<Queue<unknown>, 'name'>,
  { tenantId, id }: Pick<RecordedCall<unknown>, 'tenantId' | 'id'>,
): string {
  return hash('sha256', `${name} ${tenantId} ${id}`, 'buffer').subarray(0, 16).toString('base64url');
}
