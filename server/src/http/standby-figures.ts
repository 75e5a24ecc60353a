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

  async function read(): Promise<bigint> {
    const written = await reserved.readShared(readLogPosition);
    const replayed = await replica?.readShared(readLogPosition);
    return written - (replayed ?? 0n);
  }

  return {
    registry,
    async refresh() {
      behind.remove();
      const bytes = await byDeadline(read(), performance.now() + STANDBY_MS).catch(() => undefined);
      answers.set(bytes === undefined ? 0 : 1);
      if (bytes !== undefined) behind.set(Math.max(0, Number(bytes)));
    },
  };
}
