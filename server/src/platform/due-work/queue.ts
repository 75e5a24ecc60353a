import type { Clocks } from '../time/clock.ts';

/** The clock that determines when work is due. Leases and retries always follow the security clock. */
export type ClockName = keyof Clocks;

/**
 * A queue of items. Declared separately from its job so that the job's own code may queue more items. The
 * name is stored with each item, as `feature.what-it-does`: renaming a queue needs a migration.
 */
export type Queue<Payload> = {
  readonly name: string;
  readonly clock: ClockName;
  /** Carries the type only; never set at run time. */
  readonly payload?: Payload;
};
