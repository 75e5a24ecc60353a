import type { AppConfig } from './config.ts';
import type { LiveHub } from './features/live/public.ts';
import type { Bell } from './platform/bell.ts';
import type { Clocks } from './platform/clock.ts';
import type { Database } from './platform/database.ts';
import type { Log } from './platform/log.ts';
import type { Secrets } from './platform/secrets.ts';

/** Everything that a handler may reach, as plain objects: the composition root fills it once. */
export type AppContext = {
  readonly config: AppConfig;
  readonly database: Database;
  readonly clocks: Clocks;
  readonly secrets: Secrets;
  readonly log: Log;
  /** Rung after a commit that queued a message; whoever delivers listens. */
  readonly outboxBell: Bell;
  /** Tells the browsers of every server on this database what has changed for them. */
  readonly live: LiveHub;
};
