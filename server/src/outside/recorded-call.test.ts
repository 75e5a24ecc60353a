import { err, ok } from '@wattle/contract/errors.ts';
import { operation, SIGNED_IN } from '@wattle/contract/operation.ts';
import type { FastifyInstance } from 'fastify';
import * as z from 'zod/mini';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import {
  type ChargeServer,
  chargeKind,
  chargeRows,
  givenChargeServer,
  givenCharges,
} from '../../test-support/ledger/charges.ts';
import { givenContext, type TestContext } from '../../test-support/processes/database.ts';
import { givenRunner } from '../../test-support/due-work.ts';
import { givenPolicy } from '../../test-support/policy.ts';
import { givenUser, postApi } from '../../test-support/signed-in.ts';
import type { AppContext } from '../compose/context.ts';
import { buildApp } from '../http/app.ts';
import { handleOutside } from '../http/handle.ts';
import type { Runner } from '../platform/due-work/runner.ts';
import { askingJob, recordCall, type RecordedCallKind, settleCall } from './recorded-call.ts';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

let ctx: TestContext;
let server: ChargeServer;
let runner: Runner;
let kind: ReturnType<typeof chargeKind>;
let apps: FastifyInstance[];
beforeEach(async () => {
  ctx = await givenContext();
  await givenCharges(ctx);
  server = await givenChargeServer();
  // Calls without a response use a short time limit; others may take longer.
  const [patient, hasty] = [givenPolicy(), givenPolicy({ limitMs: 100 })];
  kind = chargeKind(server.url, (method) =>
    (method === 'GET' ? server.askMood : server.mood) === 'silence' ? hasty : patient,
  );
  runner = givenRunner<AppContext & TestContext>(ctx, [askingJob(kind)]);
  apps = [];
});
afterEach(async () => {
  await runner.stop();
  for (const app of apps) await app.close();
  await server.close();
  await ctx.close();
});

const charge = operation({
  name: 'tryCharge',
  method: 'POST',
  path: 'try/charge',
  auth: SIGNED_IN,
  ids: {},
  proof: 'session',
  summary: 'Charge',
  response: z.object({ State: z.string() }),
  errors: ['card_problem'],
});

const route = <Answer>(
  made: RecordedCallKind<{ readonly chargeId: number }, Answer>,
  during?: () => Promise<unknown>,
) =>
  handleOutside(charge, {
    async admit({ ctx: context, tx, session: { tenantId } }) {
      const row = await tx.first<{ id: number }>('INSERT INTO charge (tenant_id) VALUES ($1) RETURNING id', [tenantId]);
      const chargeId = row?.id ?? 0;
      return ok(await recordCall(tx, context, made, { tenantId, id: String(chargeId), subject: { chargeId } }));
    },
    async outside({ ctx: context, intent }) {
      const outcome = await made.call(context, intent);
      await during?.();
      return outcome;
    },
    async settle({ ctx: context, tx, intent, known }) {
      await settleCall(tx, context, made, intent, known);
      return known.kind === 'refused' ? err('card_problem') : ok({ State: known.kind });
    },
    settlesAlways: true,
  });

/** Makes an API call for a new user. `during` runs after the outside call and before it is settled. */
async function post(during?: () => Promise<unknown>) {
  const app = await buildApp(ctx, { routes: [route(kind, during)] });
  apps.push(app);
  const { headers } = await givenUser(ctx);
  const response = await postApi({ app, ctx }, 'try/charge', headers);
  return response.statusCode === 200 ? response.json<{ State: string }>().State : response.statusCode;
}

const charges = () => [...server.charged.values()];
const asked = () => server.calls.filter(({ method }) => method === 'GET').length;

async function after(ms: number) {
  ctx.advance(ms);
  await runner.runDue();
}

describe('a stored call with a response', () => {
  it('is settled immediately and not queried', async () => {
    expect(await post()).toBe('done');
    expect(await chargeRows(ctx)).toEqual(['charged 1']);
    await after(5 * MINUTE);
    await after(DAY);
    expect([charges(), asked()]).toEqual([[1], 0]);
    expect(await chargeRows(ctx)).toEqual(['charged 1']);
  });

  it('is refused for good when the other side declines, and the refusal is stored', async () => {
    server.mood = 'declines';
    expect(await post()).toBe(400);
    expect(await chargeRows(ctx)).toEqual(['refused http_422 1']);
    await after(5 * MINUTE);
    expect([charges(), asked()]).toEqual([[], 0]);
  });
});

describe('a stored call without a response', () => {
  it('that was carried out is settled by a query after 5 minutes, and charged once', async () => {
    server.mood = 'silence';
    expect(await post()).toBe('unknown');
    expect(await chargeRows(ctx)).toEqual(['asked 0']);
    await after(5 * MINUTE - 1);
    expect(asked()).toBe(0);
    await after(1);
    expect(await chargeRows(ctx)).toEqual(['charged 1']);
    expect([charges(), asked()]).toEqual([[1], 1]);
  });

  it('that never arrived is refused only once the other side confirms it', async () => {
    server.mood = 'lost';
    expect(await post()).toBe('unknown');
    expect(await chargeRows(ctx)).toEqual(['asked 0']);
    await after(5 * MINUTE);
    expect(await chargeRows(ctx)).toEqual(['refused http_404 1']);
    expect(charges()).toEqual([]);
  });

  it('is queried with the key it was sent with', async () => {
    server.mood = 'silence';
    await post();
    await after(5 * MINUTE);
    const [sent, question] = server.calls;
    expect(question?.url).toBe(`/charges/${String(sent?.headers['idempotency-key'])}`);
  });
});

describe('a query without a response', () => {
  it('does not settle the call and is retried after an hour, then every day', async () => {
    server.mood = 'silence';
    server.askMood = 'away';
    await post();
    await after(5 * MINUTE);
    expect(asked()).toBe(1);
    await after(HOUR);
    expect(asked()).toBe(2);
    await after(DAY - 1);
    expect(asked()).toBe(2);
    server.askMood = 'answers';
    expect(await chargeRows(ctx)).toEqual(['asked 0']);
    await after(1);
    expect(await chargeRows(ctx)).toEqual(['charged 1']);
  });

  it('becomes a dead letter for the desk after 30 days', async () => {
    server.mood = 'silence';
    server.askMood = 'away';
    await post();
    for (let day = 0; day < 33; day += 1) await after(DAY);
    expect(await chargeRows(ctx)).toEqual(['asked 0']);
    const dead = await ctx.asOwner('SELECT last_error FROM due_work WHERE dead_at IS NOT NULL');
    expect(dead).toEqual([{ last_error: 'unknown' }]);
  });
});

describe('a stored call that was never sent', () => {
  it('is refused immediately when the circuit breaker is open, since nothing was done', async () => {
    kind = chargeKind(server.url, givenPolicy({ failuresToOpen: 2, openMs: 600_000 }));
    server.mood = 'away';
    await post();
    await post();
    expect(await chargeRows(ctx)).toEqual(['asked 0', 'asked 0']);
    expect(await post()).toBe('unsent');
    expect(await chargeRows(ctx)).toEqual(['asked 0', 'asked 0', 'refused breaker_open 1']);
    expect(server.calls).toHaveLength(2);
  });
});

describe('a stored call whose process ended', () => {
  it('before it was settled is settled later', async () => {
    const status = await post(() => Promise.reject(new Error('the process ends')));
    expect(status).toBe(500);
    expect(await chargeRows(ctx)).toEqual(['asked 0']);
    await after(5 * MINUTE);
    expect([charges(), await chargeRows(ctx)]).toEqual([[1], ['charged 1']]);
  });

  it('is settled by the query, and a late response does not settle it again', async () => {
    expect(await post(() => after(5 * MINUTE))).toBe('done');
    expect([charges(), asked()]).toEqual([[1], 1]);
    expect(await chargeRows(ctx)).toEqual(['charged 1']);
  });
});

it('a stored call is settled even if its session was signed out meanwhile', async () => {
  expect(await post(() => ctx.asOwner('UPDATE session SET revoked_at = created_at'))).toBe('done');
  expect(await chargeRows(ctx)).toEqual(['charged 1']);
});
