import { Counter, Histogram, Registry } from 'prom-client';

/** How work ended. `lost` means that the lease expired and another server has taken the work. */
export type Ending = 'done' | 'again' | 'failed' | 'given up' | 'lost';

/** Counters of this process, for /metrics. */
export type Figures = {
  count(job: string, ending: Ending, seconds: number): void;
  readonly registry: Registry;
};

export function openFigures(): Figures {
  const registry = new Registry();
  const runs = new Counter({
    name: 'wattle_due_work_runs_total',
    help: 'Work that this server carried out, by job and how it ended.',
    labelNames: ['job', 'ending'],
    registers: [registry],
  });
  const durations = new Histogram({
    name: 'wattle_due_work_duration_seconds',
    help: 'How long a piece of work took, by job.',
    labelNames: ['job'],
    buckets: [0.005, 0.025, 0.1, 0.5, 2.5, 10, 60],
    registers: [registry],
  });
  return {
    registry,
    count(job, ending, seconds) {
      runs.inc({ job, ending });
      durations.observe({ job }, seconds);
    },
  };
}
