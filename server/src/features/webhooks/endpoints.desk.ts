import { plainText } from '@wattle/contract/rules/typed-text.ts';
import * as z from 'zod';
import { toInstant } from '../../platform/database/database.ts';
import { counted, type DeskCallInTransaction, deskCommand, pageInput, pageOf, refused } from '../desk/public.ts';
import { webhookId } from './deliver.due.ts';
import { type Endpoint, findEndpoint, listEndpoints } from './endpoint.store.ts';
import { addTest, listAttempts, listDeliveries, replayOne, replayRange } from './event.store.ts';
import { endpointName } from './set-endpoint.desk.ts';
import { eventsInWords } from './typed-events.ts';

const eventId = z
  .string()
  .overwrite(plainText)
  .regex(/^evt_[1-9]\d{0,17}$/)
  .describe('the id of an event, as evt_1204')
  .transform((text) => BigInt(text.slice('evt_'.length)));

const instant = z.iso
  .datetime()
  .describe('an instant, as 2026-11-20T02:00:00Z')
  .transform((text) => Date.parse(text));

const instantOf = (at: string | null) => (at === null ? '' : toInstant(at));

export const webhooksCommand = deskCommand({
  name: 'webhooks',
  title: 'Webhooks',
  summary: 'Addresses that events of the programme are sent to, with what waits and what they have not got',
  permission: 'look',
  input: z.object({ ...pageInput }),
  answer: z.object({
    endpoint: z.string(),
    url: z.string(),
    events: z.string(),
    state: z.string(),
    /** `gone`, `failing`. */
    disabledFor: z.string(),
    failingSince: z.string(),
    waiting: z.number(),
    notDelivered: z.number(),
    secretSince: z.string(),
    /** Until when the secret before it signs too. */
    formerUntil: z.string(),
  }),
  async run({ ctx, tx, staff: { tenantId }, input }) {
    const { shown, hasMore } = await pageOf(ctx, input, (most) => listEndpoints(tx, tenantId, most));
    const now = ctx.clocks.security.now();
    const isAhead = (at: string | null) => at !== null && Date.parse(at) > now;
    const rows = shown.map((row) => ({
      endpoint: row.name,
      url: row.url,
      events: eventsInWords(row.events),
      state: row.state,
      disabledFor: row.reason ?? '',
      failingSince: instantOf(row.failing_since),
      waiting: Number(row.waiting),
      notDelivered: Number(row.failed),
      secretSince: toInstant(row.secret_set_at),
      formerUntil: isAhead(row.former_until) ? instantOf(row.former_until) : '',
    }));
    return { ok: true, rows, hasMore };
  },
});

type Call<Input> = DeskCallInTransaction<Input>;

/** Endpoint that a command names, for the objects of the audit log too. */
async function named({ tx, staff, input }: Call<{ readonly endpoint: string }>) {
  const endpoint = await findEndpoint(tx, staff.tenantId, input.endpoint);
  return endpoint
    ? { ok: true as const, endpoint, object: `webhook:${endpoint.name}` }
    : refused('not_found', { field: 'endpoint' });
}

const STATES = { due: ['due'], done: ['done'], missed: ['failed', 'stopped'] } as const;

export const webhookEventsCommand = deskCommand({
  name: 'webhook-events',
  title: 'Events of a webhook',
  summary: 'Events of the last 30 days that were due for a webhook endpoint, the newest first',
  permission: 'look',
  input: z.object({ endpoint: endpointName, state: z.enum(['due', 'done', 'missed']).optional(), ...pageInput }),
  answer: z.object({
    event: z.string(),
    type: z.string(),
    object: z.string(),
    at: z.string(),
    state: z.string(),
    attempts: z.number(),
    nextAt: z.string(),
  }),
  async run(call) {
    const found = await named(call);
    if (!found.ok) return found;
    const { ctx, tx, staff, input } = call;
    const states = input.state ? STATES[input.state] : Object.values(STATES).flat();
    const { shown, hasMore } = await pageOf(ctx, input, (most) =>
      listDeliveries(tx, staff.tenantId, found.endpoint.id, states, most),
    );
    const rows = shown.map((row) => ({
      event: webhookId(row.event_id),
      type: row.type,
      object: row.object,
      at: toInstant(row.at),
      state: row.state,
      attempts: row.attempts,
      nextAt: row.state === 'due' ? toInstant(row.next_at) : '',
    }));
    return { ok: true, rows, hasMore, object: found.object };
  },
});

export const webhookAttemptsCommand = deskCommand({
  name: 'webhook-attempts',
  title: 'Deliveries of a webhook',
  summary: 'Attempts to deliver events to a webhook endpoint, or one event, the newest first',
  permission: 'look',
  input: z.object({ endpoint: endpointName, event: eventId.optional(), ...pageInput }),
  answer: z.object({
    at: z.string(),
    event: z.string(),
    type: z.string(),
    attempt: z.number(),
    /** HTTP status, or why there is none. */
    answer: z.string(),
    ms: z.number(),
  }),
  async run(call) {
    const found = await named(call);
    if (!found.ok) return found;
    const { ctx, tx, staff, input } = call;
    const of = { endpointId: found.endpoint.id, eventId: input.event };
    const { shown, hasMore } = await pageOf(ctx, input, (most) => listAttempts(tx, staff.tenantId, of, most));
    const rows = shown.map((row) => ({
      at: toInstant(row.at),
      event: webhookId(row.event_id),
      type: row.type,
      attempt: row.attempt,
      answer: row.status === null ? (row.fault ?? '') : String(row.status),
      ms: row.ms,
    }));
    return { ok: true, rows, hasMore, object: found.object };
  },
});

/** The endpoint of a command that sends something: it has to be on. */
async function namedOn(call: Call<{ readonly endpoint: string }>) {
  const found = await named(call);
  if (!found.ok || found.endpoint.state === 'on') return found;
  return refused('not_permitted', { field: 'endpoint', object: found.object });
}

const sent = (endpoint: Pick<Endpoint, 'name'>, events: number, event = '') => [
  { endpoint: endpoint.name, event, events },
];
const sentAnswer = z.object({ endpoint: z.string(), event: z.string(), events: z.number() });

export const replayWebhookCommand = deskCommand({
  name: 'replay-webhook',
  title: 'Send an event again',
  summary: 'Send an event to a webhook endpoint again, under the same id',
  permission: 'act',
  done: (row) => ({ words: 'The event is sent again.', reference: row.event }),
  input: z.object({ endpoint: endpointName, event: eventId }),
  answer: sentAnswer,
  async run(call) {
    const found = await namedOn(call);
    if (!found.ok) return found;
    const { ctx, tx, staff, input } = call;
    const { endpoint, object } = found;
    const events = await replayOne(tx, staff.tenantId, endpoint.id, input.event, ctx.clocks.security.now());
    if (events === 0) return refused('not_found', { field: 'event', object });
    return { ok: true, rows: sent(endpoint, events, webhookId(input.event)), object };
  },
});

/** Events that one command makes due again. */
const REPLAYED_MOST = 2_000;

export const replayWebhooksCommand = deskCommand({
  name: 'replay-webhooks',
  title: 'Send missed events again',
  summary: 'Send the events of a time to a webhook endpoint again: those that it asks for, or of them the missed ones',
  permission: 'act',
  done: (row) => ({ words: `${counted(row.events, 'event')} sent again.` }),
  input: z.object({ endpoint: endpointName, from: instant, to: instant, missedOnly: z.boolean().optional() }),
  answer: sentAnswer,
  async run(call) {
    const found = await namedOn(call);
    if (!found.ok) return found;
    const { ctx, tx, staff, input } = call;
    const { endpoint, object } = found;
    if (input.to <= input.from) return refused('input_invalid', { field: 'to', object });
    const range = { fromMs: input.from, toMs: input.to, isMissedOnly: input.missedOnly === true };
    const most = REPLAYED_MOST + 1;
    const events = await replayRange(tx, staff.tenantId, endpoint.id, range, ctx.clocks.security.now(), most);
    if (events === most) return refused('too_many_events', { field: 'to', object });
    if (events === 0) return refused('nothing_to_do', { object });
    return { ok: true, rows: sent(endpoint, events), object };
  },
});

export const testWebhookCommand = deskCommand({
  name: 'test-webhook',
  title: 'Send a test event',
  summary: 'Send a test to a webhook endpoint',
  permission: 'act',
  done: (row) => ({ words: 'A test is sent.', reference: row.event, next: 'Its delivery is listed in a moment.' }),
  input: z.object({ endpoint: endpointName }),
  answer: sentAnswer,
  async run(call) {
    const found = await namedOn(call);
    if (!found.ok) return found;
    const { endpoint, object } = found;
    const event = await addTest(call.tx, call.staff.tenantId, endpoint.id);
    return { ok: true, rows: sent(endpoint, 1, webhookId(event)), object };
  },
});
