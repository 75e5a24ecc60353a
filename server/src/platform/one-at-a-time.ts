import { Busy } from './busy.ts';
import { refuseInTransaction } from './database/open-transaction.ts';

export type Turns = {
  /**
   * Runs `work` when no other work for the same subject is running in this process. Throws Busy without
   * running it if too many wait for the subject or the wait times out. Not reentrant: work must not take a
   * turn for its own subject.
   */
  take<T>(subject: string, work: () => Promise<T>): Promise<T>;
};

export type TurnsOptions = {
  /** How many may wait for one subject. */
  readonly waitingMost: number;
  /** How long each may wait. */
  readonly waitMs: number;
};

/**
 * Serialises the work for one subject (a session, a sign-in name, an address) before a database connection is
 * taken. Without this, each caller that waits for a database lock holds a connection, and a single visitor
 * could exhaust the pool. The lock in the database is still needed: it serialises several servers, each of
 * which sends one waiter at a time.
 */
export function openTurns({ waitingMost, waitMs }: TurnsOptions): Turns {
  /** Waiting callers by subject. A subject is present while work for it runs. */
  const queues = new Map<string, (() => void)[]>();

  async function enter(subject: string): Promise<void> {
    const queue = queues.get(subject);
    if (!queue) return void queues.set(subject, []);
    if (queue.length >= waitingMost) throw new Busy(`${queue.length} wait for one subject`);
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    const begin = () => {
      clearTimeout(timer);
      resolve();
    };
    const timer = setTimeout(() => {
      queue.splice(queue.indexOf(begin), 1);
      reject(new Busy(`no turn in ${waitMs} ms`));
    }, waitMs);
    queue.push(begin);
    await promise;
  }

  function leave(subject: string): void {
    const next = queues.get(subject)?.shift();
    if (next) next();
    else queues.delete(subject);
  }

  return {
    async take(subject, work) {
      refuseInTransaction('waiting for a turn');
      await enter(subject);
      try {
        return await work();
      } finally {
        leave(subject);
      }
    },
  };
}
