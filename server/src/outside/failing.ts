import type { Clock } from '../platform/time/clock.ts';
import type { Log } from '../platform/log.ts';

/** System that does not answer this server. `isOurs`: it answers, and refuses our sender, account, region or rate. */
export type FailingSystem = {
  readonly system: string;
  readonly code: string;
  readonly sinceMs: number;
  readonly isOurs: boolean;
};

export type FailingSystems = {
  /** Records the outcome of a call; a code if the system did not answer. */
  note(system: string, code: string | undefined, isOurs?: boolean): void;
  /** Systems whose last call failed, with the first failure since the last success. */
  list(): readonly FailingSystem[];
};

/** Minimum interval between two log lines about a system that fails intermittently. */
const NAMED_AGAIN_AFTER_MS = 60_000;

type State = { failing: FailingSystem | undefined; namedAtMs: number; isNamed: boolean };

/** Logs once when a system starts to fail, and once when it answers again. */
export function openFailingSystems(log: Log, clock: Clock): FailingSystems {
  const states = new Map<string, State>();
  return {
    note(system, code, isOurs = false) {
      const state = states.get(system) ?? { failing: undefined, namedAtMs: Number.NEGATIVE_INFINITY, isNamed: false };
      const now = clock.now();
      if (code === undefined) {
        if (state.isNamed && state.failing) {
          const seconds = Math.round((now - state.failing.sinceMs) / 1000);
          log.info({ system, seconds }, 'another system answers again');
        }
        states.set(system, { ...state, failing: undefined, isNamed: false });
        return;
      }
      const { failing } = state;
      if (failing && (failing.isOurs || !isOurs)) return;
      const isNamed = now - state.namedAtMs >= NAMED_AGAIN_AFTER_MS || failing !== undefined;
      if (isNamed && isOurs) log.error({ system, code }, 'another system refuses our sender, account or rate');
      else if (isNamed) log.warn({ system, code }, 'another system does not answer');
      states.set(system, {
        failing: { system, code, sinceMs: failing?.sinceMs ?? now, isOurs },
        namedAtMs: isNamed ? now : state.namedAtMs,
        isNamed,
      });
    },
    list: () => [...states.values()].flatMap(({ failing }) => failing ?? []),
  };
}
