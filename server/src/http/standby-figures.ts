import { Gauge, Registry } from 'prom-client';
import type { AppContext } from '../compose/context.ts';
import { byDeadline } from '../platform/database/deadline.ts';
import { readLogPosition } from './health.store.ts';

/** Longest wait for the standby, so that /metrics answers in time. */
const STANDBY_MS = 2_000;

export type StandbyFigures = {
  readonly registry: Registry;
  refresh(): Promise<void>;
};

/** Metrics of the standby that this server reads from; none where it has none. */
export function openStandbyFigures({ reserved, replica }: Pick<AppContext, 'reserved' | 'replica'>): StandbyFigures {
  const registry = new Registry();
  if (!replica) return { registry, refresh: async () => {} };
  const registers = [registry];
  const answers = new Gauge({
    name: 'wattle_standby_answers',
    help: '1 while the standby that this server reads from answers, else 0.',
    registers,
  });
  const behind = new Gauge({
    name: 'wattle_standby_behind_bytes',
    help: 'How much of the log of the database the standby has not replayed.',
    registers,
  });

  return {
    registry,
    async refresh() {
      behind.remove();
      // While the primary does not answer, nothing is said of the standby.
      const written = await reserved.readShared(readLogPosition).catch(() => undefined);
      if (written === undefined) return answers.remove();
      const reading = byDeadline(replica.readShared(readLogPosition), performance.now() + STANDBY_MS);
      const replayed = await reading.catch(() => undefined);
      answers.set(replayed === undefined ? 0 : 1);
      if (replayed !== undefined) behind.set(Math.max(0, Number(written - replayed)));
    },
  };
}
