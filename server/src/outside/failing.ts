import type { Clock } from '../platform/clock.ts';
import type { Log } from '../platform/log.ts';

/** Another system that does not answer this server. */
export type FailingSystem = { readonly system: string; readonly code: string; readonly sinceMs: number };

export type FailingSystems = {
  /** Notes how a call ended; a code where the system did not answer it. */
  note(system: string, code: string | undefined): void;
  /** Systems whose last call failed, with the first failure since one succeeded. */
  list(): readonly FailingSystem[];
};

/** A system that fails now and then is not named in every other line of the log. */
const NAMED_AGAIN_AFTER_MS = 60_000;

type State = { failing: FailingSystem | undefined; namedAtMs: number; isNamed: boolean };

/** Logs once that a system has begun to fail, and once that it answers again. */
export function openFailingSystems(log: Log, clock: Clock): FailingSystems {
  const states = new Map<string, State>();
  return {
    note(system, code) {
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
      if (state.failing) return;
      const isNamed = now - state.namedAtMs >= NAMED_AGAIN_AFTER_MS;
      if (isNamed) log.warn({ system, code }, 'another system does not answer');
      states.set(system, {
        failing: { system, code, sinceMs: now },
        namedAtMs: isNamed ? now : state.namedAtMs,
        isNamed,
      });
    },
    list: () => [...states.values()].flatMap(({ failing }) => failing ?? []),
  };
}
