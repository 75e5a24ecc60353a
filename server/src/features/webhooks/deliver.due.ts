import { setTimeout as wait } from 'node:timers/promises';
import pLimit from 'p-limit';
import type { AppContext } from '../../compose/context.ts';
import type { PollingJob } from '../../platform/due-work/job.ts';
import { bodyOf } from '../webhook-events/public.ts';
import { type Claimed, claimDue, giveBack, tenantsWithDue } from './delivery.store.ts';
import { secretsOf } from './endpoint.store.ts';
import { countAttempt } from './figures.ts';
import { postEvent } from './post.ts';
import { settleAttempt } from './settle-attempt.ts';

/** Endpoints that one server calls together. Each takes a socket and no connection to the database. */
const ENDPOINTS_MOST = 1_000;
/** Places of endpoints that failed last: the others never wait for these. */
const FAILING_MOST = 500;
/** Events that an endpoint is given in one go, and calls to it that run together, once the first has succeeded. */
const OF_EACH = 40;
const CALLS_AT_ONCE = 8;
const CLAIMED_MOST = 1_000;
/** Well over one go, so that no server takes over an event that is being sent. */
const LEASE_MS = 120_000;
const LOOK_EVERY_MS = 200;
/** Connections for what attempts came to; the rest of the pool is left to requests. */
const CONNECTIONS = 3;

/** Sends events to the endpoints of all programmes, each endpoint on its own. */
export const deliverWebhooks: PollingJob<AppContext> = {
  name: 'webhooks.deliver',
  everyMs: 1_000,
  poll: deliverDueWebhooks,
};

type Flight = { readonly isFailing: boolean; readonly ended: Promise<void> };

/** Sends what is due until nothing is, and looks for more while endpoints are being called. */
export async function deliverDueWebhooks(ctx: AppContext, mayGoOn: () => boolean = () => true): Promise<void> {
  const stop = new AbortController();
  const flights = new Map<bigint, Flight>();
  const faults: unknown[] = [];
  const store = pLimit(CONNECTIONS);
  let isMore = true;
  try {
    while (isMore && mayGoOn()) {
      const found = ctx.instanceHold.isHeld() ? [] : await claimAll(ctx, flights);
      for (const [tenantId, claimed] of found) {
        const [first] = claimed;
        if (!first) continue;
        const { endpoint_id: id, is_failing: isFailing } = first;
        const ended = deliverTo({ ctx, tenantId, signal: stop.signal, store }, claimed)
          .catch((error: unknown) => void faults.push(error))
          .finally(() => flights.delete(id));
        flights.set(id, { isFailing, ended });
      }
      isMore = flights.size > 0;
      const all = [...flights.values()].map(({ ended }) => ended);
      if (isMore) await Promise.race([Promise.all(all), wait(LOOK_EVERY_MS)]);
    }
  } finally {
    stop.abort();
    await Promise.all([...flights.values()].map(({ ended }) => ended));
  }
  if (faults.length > 0) throw faults[0];
}

/** Leases what is due at endpoints that this server is not calling, one list for each endpoint. */
async function claimAll(
  ctx: AppContext,
  flights: ReadonlyMap<bigint, Flight>,
): Promise<(readonly [number, readonly Claimed[]])[]> {
  const found: (readonly [number, readonly Claimed[]])[] = [];
  const nowMs = ctx.clocks.security.now();
  const failing = [...flights.values()].filter(({ isFailing }) => isFailing).length;
  for (const tenantId of await ctx.database.readShared((tx) => tenantsWithDue(tx, nowMs))) {
    if (flights.size + found.length >= ENDPOINTS_MOST) break;
    const claimed = await ctx.database.transact(tenantId, (tx) =>
      claimDue(tx, {
        tenantId,
        nowMs,
        leaseEndsAtMs: nowMs + LEASE_MS,
        except: [...flights.keys()],
        takesFailing: failing < FAILING_MOST,
        ofEach: OF_EACH,
        most: CLAIMED_MOST,
      }),
    );
    for (const events of Map.groupBy(claimed, (one) => one.endpoint_id).values()) found.push([tenantId, events]);
  }
  return found;
}

type Road = {
  readonly ctx: AppContext;
  readonly tenantId: number;
  readonly signal: AbortSignal;
  readonly store: <T>(work: () => Promise<T>) => Promise<T>;
};

/** Sends events to one endpoint: the first alone, then several together until one fails. The rest is due again. */
async function deliverTo(road: Road, events: readonly Claimed[]): Promise<void> {
  const { ctx, tenantId, signal, store } = road;
  const [first, ...others] = events;
  if (!first) return;
  const unsent: bigint[] = [];
  /** When the rest is due again; undefined: nothing has failed. */
  let restDueAt: number | undefined;
  const send = async (event: Claimed) => {
    if (restDueAt === undefined && !signal.aborted) {
      const ended = await attempt(road, event);
      if (ended.kind === 'failed') restDueAt = ended.nextAtMs;
      if (ended.kind !== 'unsent') return;
    }
    unsent.push(event.event_id);
  };
  const atOnce = pLimit(CALLS_AT_ONCE);
  await send(first);
  const ended = await Promise.allSettled(others.map((event) => atOnce(() => send(event))));
  const fault = ended.find((one) => one.status === 'rejected');
  if (fault) throw fault.reason;
  if (unsent.length === 0) return;
  const endpoint = { tenantId, endpointId: first.endpoint_id };
  const dueAt = restDueAt ?? ctx.clocks.security.now();
  await store(() => ctx.database.transact(tenantId, (tx) => giveBack(tx, endpoint, unsent, dueAt)));
}

type Ended = { readonly kind: 'done' | 'unsent' } | { readonly kind: 'failed'; readonly nextAtMs: number };

async function attempt({ ctx, tenantId, signal, store }: Road, event: Claimed): Promise<Ended> {
  const { endpoint_id: endpointId, event_id: eventId, type, object, data, at, url } = event;
  const atMs = ctx.clocks.security.now();
  const signed = {
    url,
    webhookId: webhookId(eventId),
    body: bodyOf({ id: eventId, type, object, data, atMs: Date.parse(at) }),
    secrets: secretsOf(ctx.secrets, { ...event, id: endpointId }, atMs),
  };
  const began = performance.now();
  const outcome = await postEvent(ctx, signed, signal);
  if (!outcome) return { kind: 'unsent' };
  const ms = Math.round(performance.now() - began);
  countAttempt(outcome, ms);
  const made = { tenantId, endpointId, eventId, attempt: event.attempts + 1, atMs, outcome, ms };
  return store(() => settleAttempt(ctx, made));
}

/** Id of an event as receivers see it: the same for every attempt and every endpoint. It has no full stop. */
export const webhookId = (eventId: bigint): string => `evt_${eventId}`;
