import type { Clock } from '../platform/time/clock.ts';
import type { FailingSystem } from './failing.ts';
import { Counter, Gauge, Histogram, Registry } from 'prom-client';

export type BreakerState = 'closed' | 'half_open' | 'open';

/** Outgoing calls of this process, for /metrics. */
export type OutsideFigures = {
  /** Counts a finished call: `done`, `refused`, `pending`, `unknown` or `unsent`. */
  count(system: string, outcome: string, seconds: number): void;
  /** Counts a call that was refused for a limit of the other system. */
  limited(system: string, limit: string): void;
  /** Exports the circuit breaker of a system. */
  watch(system: string, state: () => BreakerState): void;
  readonly registry: Registry;
};

const VALUES: Readonly<Record<BreakerState, number>> = { closed: 0, half_open: 1, open: 2 };

export function openOutsideFigures(
  failing: () => readonly FailingSystem[] = () => [],
  clock: Clock = { now: () => Date.now() },
): OutsideFigures {
  const registry = new Registry();
  const breakers = new Map<string, () => BreakerState>();
  const calls = new Counter({
    name: 'wattle_outside_calls_total',
    help: 'Calls of other systems, by system and how they ended. Those that ended unknown or unsent failed.',
    labelNames: ['system', 'outcome'],
    registers: [registry],
  });
  const durations = new Histogram({
    name: 'wattle_outside_call_duration_seconds',
    help: 'How long calls of other systems took, by system.',
    labelNames: ['system'],
    buckets: [0.01, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10],
    registers: [registry],
  });
  const limits = new Counter({
    name: 'wattle_outside_limits_total',
    help: 'Calls that another system refused because a limit of our account was reached, by system and limit.',
    labelNames: ['system', 'limit'],
    registers: [registry],
  });
  new Gauge({
    name: 'wattle_outside_breaker',
    help: 'State of the breaker of another system: 0 closed, 1 trying again, 2 open.',
    labelNames: ['system'],
    registers: [registry],
    collect() {
      for (const [system, state] of breakers) this.set({ system }, VALUES[state()]);
    },
  });
  new Gauge({
    name: 'wattle_outside_failing_seconds',
    help: 'For how long another system has not answered this server, by system; none while it answers.',
    labelNames: ['system'],
    registers: [registry],
    collect() {
      this.reset();
      for (const { system, sinceMs } of failing()) this.set({ system }, (clock.now() - sinceMs) / 1000);
    },
  });
  new Gauge({
    name: 'wattle_outside_refuses_us',
    help: 'Other systems that refuse our sender, account, region or rate: 1 until one of our messages is accepted.',
    labelNames: ['system'],
    registers: [registry],
    collect() {
      this.reset();
      for (const { system, isOurs } of failing()) if (isOurs) this.set({ system }, 1);
    },
  });
  return {
    registry,
    count(system, outcome, seconds) {
      calls.inc({ system, outcome });
      durations.observe({ system }, seconds);
    },
    limited: (system, limit) => limits.inc({ system, limit }),
    watch: (system, state) => void breakers.set(system, state),
  };
}
