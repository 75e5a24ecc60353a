import { hash } from 'node:crypto';
import type { AppContext } from '../context.ts';
import type { Tx } from '../platform/database.ts';
import { nothingToSettle, type QueuedJob } from '../platform/due-work/job.ts';
import type { Queue } from '../platform/due-work/queue.ts';
import type { OutsideOutcome } from './outcome.ts';

/** A call that was meant: what it is for, and the key that the other side knows it by. */
export type KeptCall<Subject> = {
  readonly tenantId: number;
  /** Within tenant and kind, for ever. */
  readonly id: string;
  readonly subject: Subject;
  /** Idempotency key for the other side, the same for every attempt and for every question about it. */
  readonly key: string;
};

/** An outcome that changes no more. A call that was never sent is refused with the code of why not. */
export type FinalOutcome<Answer> = Extract<OutsideOutcome<Answer>, { kind: 'done' | 'refused' }>;

/**
 * A kind of call that makes something happen elsewhere: a charge, a refund, a registration. Whatever becomes
 * of the answer, the process or the database, it happens at most once and its outcome is found out.
 */
export type KeptCallKind<Subject, Answer> = {
  /** Queue on the security clock. Its payload is the subject: ids and codes only. */
  readonly queue: Queue<Subject>;
  /** Makes the call, under its key. */
  call(ctx: AppContext, kept: KeptCall<Subject>): Promise<OutsideOutcome<Answer>>;
  /** Asks what became of it and never makes it. Refused means that the other side says for good that it did not do it. */
  ask(ctx: AppContext, kept: KeptCall<Subject>): Promise<OutsideOutcome<Answer>>;
  /** Locks the feature's own row. True while nothing has been settled in it. */
  lockOpen(tx: Tx, kept: KeptCall<Subject>): Promise<boolean>;
  /** Writes the outcome, once, under that lock. */
  settle(tx: Tx, ctx: AppContext, kept: KeptCall<Subject>, outcome: FinalOutcome<Answer>): Promise<void>;
};

/**
 * Notes in the first transaction that a call is meant. From its commit on it is asked about until its
 * outcome is known, even where this process ends before it has made the call.
 */
export async function keepCall<Subject, Answer>(
  tx: Tx,
  { dueWork, config, clocks }: AppContext,
  { queue }: KeptCallKind<Subject, Answer>,
  { tenantId, id, subject }: Omit<KeptCall<Subject>, 'key'>,
): Promise<KeptCall<Subject>> {
  const dueAt = clocks.security.now() + config.outside.asking.firstMs;
  const isNew = await dueWork.enqueue(tx, queue, { tenantId, key: id, dueAt, payload: subject });
  if (!isNew) throw new Error(`${queue.name}: a call is meant twice`);
  return keptCall(queue, { tenantId, id, subject });
}

/**
 * Settles what the call came to, in the second transaction. False where it is not known yet or was settled
 * before; then nothing is written.
 */
export async function settleCall<Subject, Answer>(
  tx: Tx,
  ctx: AppContext,
  kind: KeptCallKind<Subject, Answer>,
  kept: KeptCall<Subject>,
  outcome: OutsideOutcome<Answer>,
): Promise<boolean> {
  const final = outcome.kind === 'unsent' ? { kind: 'refused' as const, code: outcome.code } : outcome;
  if (final.kind !== 'done' && final.kind !== 'refused') return false;
  if (!(await kind.lockOpen(tx, kept))) return false;
  await kind.settle(tx, ctx, kept, final);
  return true;
}

/**
 * Asks about calls that are still open. A question that is not answered says nothing about the call: it stays
 * open and is asked again, and the desk gets it where it is never answered.
 */
export function askingJob<Subject, Answer>(kind: KeptCallKind<Subject, Answer>): QueuedJob<AppContext, Subject> {
  return {
    queue: kind.queue,
    atOnce: 10,
    async outside(ctx, { tenantId, key: id, payload: subject, plannedAt }) {
      const kept = keptCall(kind.queue, { tenantId, id, subject });
      const isOpen = await ctx.database.transact(tenantId, (tx) => kind.lockOpen(tx, kept));
      if (!isOpen) return nothingToSettle;
      const outcome = await kind.ask(ctx, kept);
      return async (tx) => {
        if (outcome.kind === 'done' || outcome.kind === 'refused') {
          await settleCall(tx, ctx, kind, kept, outcome);
          return 'done';
        }
        const now = ctx.clocks.security.now();
        const { firstMs, secondMs, thenMs, giveUpAfterMs } = ctx.config.outside.asking;
        const age = now - (plannedAt - firstMs);
        if (age >= giveUpAfterMs) return { giveUp: 'unknown' };
        return { againAt: now + (age < secondMs ? secondMs : thenMs) };
      };
    },
  };
}

function keptCall<Subject>(queue: Queue<Subject>, call: Omit<KeptCall<Subject>, 'key'>): KeptCall<Subject> {
  const key = hash('sha256', `${queue.name} ${call.tenantId} ${call.id}`, 'buffer').subarray(0, 16);
  return { ...call, key: key.toString('base64url') };
}
