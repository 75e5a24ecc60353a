import { setTimeout as wait } from 'node:timers/promises';
import pLimit from 'p-limit';
import type { AppContext } from '../../compose/context.ts';
import type { PollingJob } from '../../platform/due-work/job.ts';
import { bodyOf } from '../webhook-events/public.ts';
import { type Claimed, claimDue, giveBack, tenantsWithDue } from './delivery.store.ts';
import { type Endpoint, findOpen, secretsOf } from './endpoint.store.ts';
import { countAttempt, noteFault } from './figures.ts';
import { postEvent } from './post.ts';
import type { Outcome } from './schedule.domain.ts';
import { settleAttempt } from './settle-attempt.ts';

/**
 * Endpoints that one server calls together, and of them such that failed last: the others never wait for these. Each
 * takes a socket and no connection to the database.
 */
const PLACES = { all: 1_000, failing: 500 };
/** Events that an endpoint is given in one go, and calls to it that run together, once the first has succeeded. */
const OF_EACH = 40;
const CALLS_TOGETHER = 8;
const CLAIMED_MOST = 1_000;
/** Well over one go, so that no server takes over an event that is being sent. */
const LEASE_MS = 120_000;
const LOOK_EVERY_MS = 200;
/** Connections that attempts use together; the rest of the pool is left to requests. */
const CONNECTIONS = 3;

/** Sends events to the endpoints of all programmes, each endpoint on its own. */
export const deliverWebhooks: PollingJob<AppContext> = {
  name: 'webhooks.deliver',
  everyMs: 1_000,
  poll: deliverDueWebhooks,
};

/** Endpoints that are being called, by their ids. */
type Called = Map<bigint, { readonly isFailing: boolean; readonly ended: Promise<void> }>;

/** Sends what is due until nothing is, and looks for more while endpoints are being called. */
export async function deliverDueWebhooks(
  ctx: AppContext,
  mayGoOn: () => boolean = () => true,
  places = PLACES,
): Promise<void> {
  const stop = new AbortController();
  const called: Called = new Map();
  const store = pLimit(CONNECTIONS);
  let isMore = true;
  try {
    while (isMore && mayGoOn()) {
      const found = ctx.instanceHold.isHeld() ? [] : await claimAll(ctx, called, places);
      for (const [tenantId, claimed] of found) {
        const [first] = claimed;
        if (!first) continue;
        const { endpoint_id: id, is_failing: isFailing } = first;
        const ended = deliverTo({ ctx, tenantId, signal: stop.signal, store }, claimed)
          .catch((error: unknown) => noteFault(ctx, error, { tenantId, endpointId: id }))
          .finally(() => called.delete(id));
        called.set(id, { isFailing, ended });
      }
      isMore = called.size > 0;
      const all = [...called.values()].map(({ ended }) => ended);
      if (isMore) await Promise.race([Promise.all(all), wait(LOOK_EVERY_MS)]);
    }
  } finally {
    stop.abort();
    await Promise.all([...called.values()].map(({ ended }) => ended));
  }
}

/**
 * Leases what is due at endpoints that this server is not calling, one list for each endpoint. A programme whose events
 * cannot be read keeps no other waiting.
 */
async function claimAll(
  ctx: AppContext,
  called: Called,
  places: typeof PLACES,
): Promise<(readonly [number, readonly Claimed[]])[]> {
  const found: (readonly [number, readonly Claimed[]])[] = [];
  const nowMs = ctx.clocks.security.now();
  let left = places.all - called.size;
  let failingLeft = places.failing - [...called.values()].filter(({ isFailing }) => isFailing).length;
  for (const tenantId of await ctx.database.readShared((tx) => tenantsWithDue(tx, nowMs))) {
    if (left <= 0) break;
    const claim = {
      tenantId,
      nowMs,
      leaseEndsAtMs: nowMs + LEASE_MS,
      except: [...called.keys()],
      ofEach: OF_EACH,
      places: left,
      failingPlaces: Math.max(failingLeft, 0),
      most: CLAIMED_MOST,
    };
    const claimed = await ctx.database
      .transact(tenantId, (tx) => claimDue(tx, claim))
      .catch((error: unknown) => noteFault(ctx, error, { tenantId }));
    for (const events of Map.groupBy(claimed ?? [], (one) => one.endpoint_id).values()) {
      found.push([tenantId, events]);
      left -= 1;
      if (events[0]?.is_failing) failingLeft -= 1;
    }
  }
  return found;
}

type Sending = {
  readonly ctx: AppContext;
  readonly tenantId: number;
  readonly signal: AbortSignal;
  readonly store: <T>(work: () => Promise<T>) => Promise<T>;
};

/** Sends events to one endpoint: the first alone, then several together until one fails. The rest is due again. */
async function deliverTo(sending: Sending, events: readonly Claimed[]): Promise<void> {
  const { ctx, tenantId, signal, store } = sending;
  const [first, ...others] = events;
  if (!first) return;
  const unsent: Claimed[] = [];
  let isOver = false;
  const send = async (event: Claimed) => {
    if (!isOver && !signal.aborted) {
      const ended = await attempt(sending, event);
      if (ended !== 'done') isOver = true;
      if (ended !== 'unsent') return;
    }
    unsent.push(event);
  };
  const together = pLimit(CALLS_TOGETHER);
  await send(first);
  const ended = await Promise.allSettled(others.map((event) => together(() => send(event))));
  const fault = ended.find((one) => one.status === 'rejected');
  if (fault) throw fault.reason;
  if (unsent.length === 0) return;
  const endpoint = { tenantId, endpointId: first.endpoint_id };
  await store(() => ctx.database.transact(tenantId, (tx) => giveBack(tx, endpoint, unsent)));
}

/** Sends an event once, as its endpoint is now. `unsent`: the server stops, or the endpoint gets nothing now. */
async function attempt(
  { ctx, tenantId, signal, store }: Sending,
  event: Claimed,
): Promise<'done' | 'failed' | 'unsent'> {
  const { endpoint_id: endpointId, event_id: eventId, type, object, data, at } = event;
  const atMs = ctx.clocks.security.now();
  const endpoint = await store(() => ctx.database.read(tenantId, (tx) => findOpen(tx, tenantId, endpointId, atMs)));
  if (!endpoint) return 'unsent';
  const body = bodyOf({ id: eventId, type, object, data, atMs: Date.parse(at) }, ctx.config.mode);
  const secrets = openedSecrets(ctx, tenantId, endpoint, atMs);
  const began = performance.now();
  const outcome: Outcome | undefined = secrets
    ? await postEvent(ctx, { url: endpoint.url, webhookId: webhookId(eventId), body, secrets }, signal)
    : { fault: 'secret_unreadable' };
  if (!outcome) return 'unsent';
  const ms = Math.round(performance.now() - began);
  countAttempt(outcome, ms);
  const made = { tenantId, endpointId, eventId, attempt: event.attempts + 1, atMs, outcome, ms };
  return store(() => settleAttempt(ctx, made));
}

/** Secrets that sign at a moment. Undefined: one cannot be opened, which is noted. */
function openedSecrets(ctx: AppContext, tenantId: number, endpoint: Endpoint, nowMs: number) {
  try {
    return secretsOf(ctx.secrets, endpoint, nowMs);
  } catch (error) {
    noteFault(ctx, error, { tenantId, endpointId: endpoint.id });
    return undefined;
  }
}

/** Id of an event as receivers see it: the same for every attempt and every endpoint. It has no full stop. */
export const webhookId = (eventId: bigint): string => `evt_${eventId}`;
