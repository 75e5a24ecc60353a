import { Counter, Gauge, Histogram, Registry } from 'prom-client';
import type { AppContext } from '../../compose/context.ts';
import { readWebhookState } from './event.store.ts';
import type { DisabledReason } from './endpoint.store.ts';
import type { Outcome } from './schedule.domain.ts';

/** Deliveries of webhooks by this server, and what waits at all of them, for /metrics. */
export const webhookFigures = new Registry();

const registers = [webhookFigures];

const attempts = new Counter({
  name: 'wattle_webhook_attempts_total',
  help: 'Attempts to deliver a webhook, by status class, or none where there was no answer.',
  labelNames: ['status'],
  registers,
});

const durations = new Histogram({
  name: 'wattle_webhook_attempt_duration_seconds',
  help: 'Time of an attempt to deliver a webhook.',
  buckets: [0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 15],
  registers,
});

const alerts = new Counter({
  name: 'wattle_webhook_alerts_total',
  help: 'Endpoints that a person has to look at: failing for a day, or disabled because gone or failing for five days.',
  labelNames: ['alert'],
  registers,
});

const faults = new Counter({
  name: 'wattle_webhook_faults_total',
  help: 'Faults of this server when it delivers webhooks; the log has each.',
  registers,
});

const waiting = new Gauge({ name: 'wattle_webhook_waiting', help: 'Deliveries that wait for an attempt.', registers });
const oldest = new Gauge({
  name: 'wattle_webhook_oldest_seconds',
  help: 'For how long the oldest delivery has been due.',
  registers,
});
const endpoints = new Gauge({
  name: 'wattle_webhook_endpoints',
  help: 'Endpoints that fail, of those such that have failed for a day (raised), and endpoints that are disabled.',
  labelNames: ['state'],
  registers,
});

export function countAttempt(outcome: Outcome, ms: number): void {
  attempts.inc({ status: 'fault' in outcome ? 'none' : `${Math.floor(outcome.status / 100)}xx` });
  durations.observe(ms / 1000);
}

const WORDS: Readonly<Record<DisabledReason | 'failing_for_a_day', string>> = {
  gone: 'a webhook endpoint answered that it is gone, and was disabled',
  failing: 'a webhook endpoint has failed for five days, and was disabled',
  failing_for_a_day: 'a webhook endpoint has failed for a day',
};

/** Raises what a person has to look at. The address stays out of the log. */
export function raise(
  { log }: Pick<AppContext, 'log'>,
  { tenantId, endpointId }: { readonly tenantId: number; readonly endpointId: bigint },
  alert: keyof typeof WORDS,
): void {
  alerts.inc({ alert });
  log.error({ tenant: tenantId, endpoint: String(endpointId), alert }, WORDS[alert]);
}

/** Notes a fault of this server, which keeps no other endpoint waiting. */
export function noteFault(
  { log }: Pick<AppContext, 'log'>,
  error: unknown,
  { tenantId, endpointId }: { readonly tenantId: number; readonly endpointId?: bigint },
): undefined {
  faults.inc();
  log.error({ err: error, tenant: tenantId, endpoint: endpointId?.toString() }, 'webhooks could not be delivered');
}

/** Reads what waits at all servers. While the database does not answer, the figures stay. */
export async function refreshWebhookFigures({
  reserved,
  clocks,
}: Pick<AppContext, 'reserved' | 'clocks'>): Promise<void> {
  const state = await reserved.readShared((tx) => readWebhookState(tx, clocks.security.now())).catch(() => undefined);
  if (!state) return;
  waiting.set(Number(state.waiting));
  oldest.set(state.oldest_seconds);
  endpoints.set({ state: 'failing' }, Number(state.failing));
  endpoints.set({ state: 'raised' }, Number(state.raised));
  endpoints.set({ state: 'disabled' }, Number(state.disabled));
}
