import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import { givenApp } from '../../../test-support/app.ts';
import { givenTenant } from '../../../test-support/factories.ts';
import { givenHttpServer } from '../../../test-support/outside/http-server.ts';
import { givenEndpoint, spreadAll } from '../../../test-support/webhooks/given-endpoint.ts';
import { noteEvents } from '../webhook-events/public.ts';
import { deliverDueWebhooks } from './deliver.due.ts';
import { claimDue } from './delivery.store.ts';
import { settleAttempt } from './settle-attempt.ts';

const LEASE_MS = 120_000;

const test = await givenApp();
const { ctx } = test;
const receiver = await givenHttpServer(() => ({ status: 204 }));
afterAll(async () => {
  await receiver.close();
  await test.close();
});

let tenantId: number;
let seen = 0;
beforeEach(async () => {
  tenantId = (await givenTenant(ctx)).id;
  seen = receiver.calls.length;
});

const PAYMENT = { account: 'account:1', method: 'bpay', amount: 12_050, state: 'Made' };
async function notePayments(...ids: readonly number[]) {
  const events = ids.map((id) => ({ type: 'payment.created' as const, object: `payment:${id}`, data: PAYMENT }));
  await ctx.database.transact(tenantId, async (tx) => noteEvents(tx, tenantId, events));
  return spreadAll(ctx, tenantId);
}

/** Leases what is due, as a server does that then ends. */
const claim = (given: { readonly places?: number; readonly failingPlaces?: number } = {}) =>
  ctx.database.transact(tenantId, (tx) => {
    const nowMs = ctx.clocks.security.now();
    const many = { except: [], ofEach: 40, places: 1_000, failingPlaces: 500, most: 1_000 };
    return claimDue(tx, { tenantId, nowMs, leaseEndsAtMs: nowMs + LEASE_MS, ...many, ...given });
  });

/** Calls of this test. */
const callsNow = () => receiver.calls.slice(seen);
const idsThatCame = () => callsNow().map(({ headers }) => String(headers['webhook-id']));

describe('an event that a server has leased', () => {
  it('is sent by no other before the lease ends, and after it under the same id', async () => {
    await givenEndpoint(ctx, tenantId, { url: receiver.url, events: ['payment.created'] });
    const [event] = await notePayments(1);
    expect(await claim()).toMatchObject([{ event_id: event?.id, attempts: 0 }]);
    ctx.advance(LEASE_MS - 1);
    await deliverDueWebhooks(ctx);
    expect(idsThatCame()).toEqual([]);
    ctx.advance(1);
    await deliverDueWebhooks(ctx);
    expect(idsThatCame()).toEqual([`evt_${event?.id}`]);
  });

  it('is sent once by two servers that deliver together', async () => {
    for (let n = 0; n < 10; n += 1) {
      await givenEndpoint(ctx, tenantId, { name: `E ${n}`, url: `${receiver.url}/${n}`, events: ['payment.created'] });
    }
    await notePayments(1, 2, 3, 4, 5);
    await Promise.all([deliverDueWebhooks(ctx), deliverDueWebhooks(ctx)]);
    const sent = callsNow().map(({ url, headers }) => `${url} ${String(headers['webhook-id'])}`);
    expect([sent.length, new Set(sent).size]).toEqual([50, 50]);
  });

  it('is delivered where its endpoint was switched off meanwhile', async () => {
    const { id } = await givenEndpoint(ctx, tenantId, { events: ['payment.created'] });
    await notePayments(1);
    const [event] = await spreadAll(ctx, tenantId);
    await ctx.asOwner("UPDATE webhook_delivery SET state = 'stopped' WHERE endpoint_id = $1", [id]);
    const made = { tenantId, endpointId: id, eventId: event?.id ?? 0n, attempt: 1, atMs: 0, ms: 1 };
    await settleAttempt(ctx, { ...made, outcome: { status: 204 } });
    const kept = await ctx.asOwner('SELECT state, attempts FROM webhook_delivery WHERE endpoint_id = $1', [id]);
    expect(kept).toEqual([{ state: 'done', attempts: 1 }]);
  });
});

describe('an endpoint', () => {
  it('that fails has one of the places for such, and leaves the others theirs', async () => {
    for (let n = 0; n < 6; n += 1) {
      const { id } = await givenEndpoint(ctx, tenantId, { name: `E ${n}`, events: ['payment.created'] });
      if (n < 4) await ctx.asOwner("UPDATE webhook_endpoint SET failing_since = '2026-11-20' WHERE id = $1", [id]);
    }
    await notePayments(1);
    const claimed = async (places: number, failingPlaces: number) =>
      (await claim({ places, failingPlaces })).map((row) => row.is_failing).toSorted();
    expect(await claimed(4, 3)).toEqual([false, false, true, true]);
    // Two that failed are leased by no one yet.
    expect(await claimed(4, 1)).toEqual([true]);
    expect(await claimed(4, 0)).toEqual([]);
  });
});
