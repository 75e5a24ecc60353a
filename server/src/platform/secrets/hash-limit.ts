import pLimit from 'p-limit';
import { Busy } from '../busy.ts';
import { refuseInTransaction } from '../database/open-transaction.ts';

export type HashLimitOptions = {
  /**
   * How many hashes are computed at the same time. Argon2 runs on libuv's pool of 4 threads, which files, DNS and
   * compression need as well, so this stays below 4.
   */
  readonly atOnce: number;
  /** How many may wait. */
  readonly waitingMost: number;
};

/** Computes a hash when a slot is free. Throws Busy if too many wait. Not for use within a transaction. */
export type HashLimit = <T>(hash: () => Promise<T>) => Promise<T>;

export function openHashLimit({ atOnce, waitingMost }: HashLimitOptions): HashLimit {
  const limit = pLimit(atOnce);
  return async (hash) => {
    refuseInTransaction('a hash');
    if (limit.pendingCount >= waitingMost) throw new Busy(`${limit.pendingCount} hashes wait`);
    return limit(hash);
  };
}
