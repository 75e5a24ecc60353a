import { Counter, Histogram, Registry } from 'prom-client';

/** Messages of card processors to this server, for /metrics. */
export const processorFigures = new Registry();

const registers = [processorFigures];

const asks = new Counter({
  name: 'wattle_processor_asks_total',
  help: 'Asks of card processors, by kind of processor, kind of ask and outcome.',
  labelNames: ['processor', 'kind', 'outcome'],
  registers,
});

const durations = new Histogram({
  name: 'wattle_processor_ask_duration_seconds',
  help: 'Time from the first byte of an ask to its answer, by kind of processor.',
  labelNames: ['processor'],
  buckets: [0.005, 0.01, 0.025, 0.05, 0.1, 0.2, 0.3, 0.5, 0.75, 1, 1.5, 2, 3, 6],
  registers,
});

const told = new Counter({
  name: 'wattle_processor_events_total',
  help: 'Events that card processors told, by kind of processor, kind of event and outcome.',
  labelNames: ['processor', 'kind', 'outcome'],
  registers,
});

const alerts = new Counter({
  name: 'wattle_processor_alerts_total',
  help: 'What a person has to look at: silent, key_reused, currency, unknown_ask, unreadable, unmatched, unconfirmed, too_late, low_balance, unreached, key_refused.',
  labelNames: ['processor', 'alert'],
  registers,
});

export function countAsk(processor: string, kind: string, outcome: string, ms: number): void {
  asks.inc({ processor, kind, outcome });
  durations.observe({ processor }, ms / 1000);
}

export function countTold(processor: string, kind: string, outcome: string): void {
  told.inc({ processor, kind, outcome });
}

export type Alert =
  | 'silent'
  | 'key_reused'
  | 'currency'
  | 'unknown_ask'
  | 'unreadable'
  | 'unmatched'
  | 'unconfirmed'
  | 'too_late'
  | 'low_balance'
  | 'unreached'
  | 'key_refused';

export function countAlert(processor: string, alert: Alert): void {
  alerts.inc({ processor, alert });
}
