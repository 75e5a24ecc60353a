import { readFileSync } from 'node:fs';
import path from 'node:path';
import { Writable } from 'node:stream';
import { pino } from 'pino';
import { afterEach, describe, expect, it } from 'vitest';
import * as z from 'zod';
import { brandFields, givenApp, postForm, signInWithCard, type TestApp } from '../../test-support/app.ts';
import { givenRunner } from '../../test-support/due-work.ts';
import { givenCard, givenWebAccount } from '../../test-support/factories.ts';
import { givenHttpServer } from '../../test-support/outside/http-server.ts';
import { type CollectedSpan, type Collector, givenCollector } from '../../test-support/outside/collector.ts';
import { routes } from '../compose/routes.ts';
import { addressOf } from '../http/bind.ts';
import { buildApp } from '../http/app.ts';
import type { Route } from '../http/handle.ts';
import { openCalledAddresses } from '../outside/called-addresses.ts';
import { openOutsideFigures } from '../outside/figures.ts';
import { callJson } from '../outside/http-json.ts';
import { openPolicy } from '../outside/policy.ts';
import { nothingToSettle } from '../platform/due-work/job.ts';
import type { Queue } from '../platform/due-work/queue.ts';
import type { Log } from '../platform/log.ts';
import { FACT_NAMES } from '../platform/tracing/facts.ts';
import { openTracing } from '../platform/tracing/open-tracing.ts';

const anything = z.object({});
const closing: (() => unknown)[] = [];
afterEach(async () => {
  for (const close of closing.splice(0).toReversed()) await close();
});
const kept = <S extends { close(): unknown }>(opened: S): S => {
  closing.push(() => opened.close());
  return opened;
};

type Traced = TestApp & { readonly lines: string[]; end(): Promise<void> };

/** A server that is traced as a start does it. `end` hands over all spans. */
async function givenTraced(endpoint: string, settings: Readonly<Record<string, string>> = {}): Promise<Traced> {
  const given = kept(await givenApp({ OTEL_EXPORTER_OTLP_ENDPOINT: endpoint, ...settings }));
  const lines: string[] = [];
  const log: Log = pino(
    { base: undefined },
    new Writable({
      write(chunk: Buffer, _encoding, done) {
        lines.push(chunk.toString());
        done();
      },
    }),
  );
  const { tracing } = given.ctx.config;
  if (!tracing) throw new Error('tracing is off');
  const opened = openTracing(tracing, log);
  const app = await buildApp({ ...given.ctx, log });
  let ending: Promise<void> | undefined;
  const end = () => (ending ??= opened.close());
  closing.push(() => app.close(), end);
  return { ...given, app, lines, end };
}

const childrenOf = (spans: readonly CollectedSpan[], parent: CollectedSpan | undefined) =>
  spans.filter(({ parentSpanId }) => parentSpanId === parent?.spanId).map(({ name }) => name);

async function spansOf(collector: Collector, { end }: Traced): Promise<readonly CollectedSpan[]> {
  await end();
  return collector.spans();
}

describe('traces', () => {
  it('have each call by the pattern of its route, with its transactions, and the request of the log', async () => {
    const collector = kept(await givenCollector());
    const traced = await givenTraced(collector.url, {
      OTEL_EXPORTER_OTLP_HEADERS: 'authorization=Bearer%20of%20traces, x-tenant=harbour',
      OTEL_SERVICE_NAME: 'harbour-cards',
    });
    const card = await givenCard(traced.ctx);
    const { access_token: token } = await signInWithCard(traced.app, card);
    await traced.app.inject({ url: '/api/card/cards', headers: { authorization: `Bearer ${token}` } });
    const missing = await traced.app.inject('/api/brand/nobody');
    await traced.app.inject('/readyz');
    const spans = await spansOf(collector, traced);
    const calls = spans.filter(({ kind }) => kind === 2);
    const [signIn, cards, brand] = calls;
    expect(calls.map(({ name }) => name)).toEqual([
      'POST /api/token',
      'GET /api/card/cards',
      'GET /api/brand/:identifier',
    ]);
    expect(childrenOf(spans, signIn)).toContain('transaction');
    expect(childrenOf(spans, cards)).toEqual(['read']);
    expect(brand?.facts).toEqual({
      'http.request.method': 'GET',
      'http.route': '/api/brand/:identifier',
      'http.response.status_code': 404,
      'wattle.operation': 'getBrand',
      'wattle.request_id': missing.headers['x-request-id'],
    });
    expect(brand?.service).toEqual({ 'service.name': 'harbour-cards' });
    expect(spans.filter(({ name }) => name.includes('readyz'))).toEqual([]);
    const line = traced.lines.find((one) => one.includes(String(missing.headers['x-request-id'])));
    expect(JSON.parse(line ?? '{}')).toMatchObject({ traceId: brand?.traceId });
    const [call] = collector.calls;
    expect([call?.method, call?.url]).toEqual(['POST', '/v1/traces']);
    expect(call?.headers).toMatchObject({
      authorization: 'Bearer of traces',
      'x-tenant': 'harbour',
      'content-type': 'application/json',
    });
  });

  it('have no card number, code, PIN, password, tax file number, contact or address, whatever a call carries', async () => {
    const collector = kept(await givenCollector());
    const traced = await givenTraced(collector.url);
    const marks = {
      pan: '9036777777777770',
      code: '739164',
      pin: '8351',
      password: 'Marked-Password-1',
      email: 'marked.person@example.com',
      mobile: '0491570156',
      tfn: '123456782',
      address: '203.0.113.77',
    };
    const card = await givenCard(traced.ctx, { pan: marks.pan, accessCode: marks.code });
    const user = await givenWebAccount(traced.ctx, { password: marks.password, username: marks.email });
    const session = await signInWithCard(traced.app, card);
    const fields = { grant_type: 'password', ...brandFields(user.brand), userName: marks.email };
    await postForm(traced.app, '/api/token', { ...fields, password: marks.password });
    const body = {
      ...marks,
      CardNumber: marks.pan,
      PinNumber: marks.pin,
      AccessCode: marks.code,
      ActivationCode: marks.code,
      Password: marks.password,
      EmailAddress: marks.email,
      MobileNumber: marks.mobile,
      TaxFileNumber: marks.tfn,
    };
    const query = new URLSearchParams(marks);
    const values = Object.values(marks);
    const called = routes.filter(({ isStream }) => !isStream);
    const call = (route: Route, index: number) => {
      const url = addressOf(route).replaceAll(/:\w+/g, encodeURIComponent(values[index % values.length] ?? ''));
      return traced.app.inject({
        method: route.operation.method,
        url: `${url}?${query}`,
        headers: { authorization: `Bearer ${session.access_token}`, 'user-agent': marks.email },
        remoteAddress: marks.address,
        ...(route.operation.method !== 'GET' && { payload: body }),
      });
    };
    await Promise.all(called.map(call));
    await traced.app.inject(`/${marks.pan}/${marks.email}?code=${marks.code}`);
    const spans = await spansOf(collector, traced);
    const patterns = new Set(spans.map(({ facts }) => facts['http.route']));
    for (const route of called) expect(patterns).toContain(addressOf(route));
    expect(new Set(spans.flatMap(({ facts }) => Object.keys(facts))).difference(new Set(FACT_NAMES))).toEqual(
      new Set(),
    );
    // Times and ids are digits that may hold four of a PIN.
    const said = spans.flatMap(({ name, facts }) => [name, ...Object.values(facts).map(String)]).join('\n');
    const withoutIds = said.replaceAll(/[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}/g, '');
    for (const mark of values) expect(withoutIds).not.toContain(mark);
    for (const mark of [...values.filter((value) => value.length > 6), session.access_token])
      expect(collector.text()).not.toContain(mark);
  });

  it('have work that goes by itself, with the call of another system and its host', async () => {
    const collector = kept(await givenCollector());
    const traced = await givenTraced(collector.url);
    const provider = kept(await givenHttpServer(() => ({ status: 200, body: '{}' })));
    const addresses = openCalledAddresses(['127.0.0.0/8']);
    const { clocks } = traced.ctx;
    const policy = openPolicy(
      'sms:12',
      traced.ctx.config.outside.policies.sms,
      openOutsideFigures(() => [], clocks.security),
      addresses,
    );
    const queue: Queue<{ readonly card: string }> = { name: 'traced.send', clock: 'security' };
    const runner = givenRunner(traced.ctx, [
      {
        queue,
        atOnce: 1,
        async outside() {
          await policy.call((signal) =>
            callJson({
              method: 'POST',
              url: `${provider.url}/send/9036777777777770`,
              body: { to: '0491570156' },
              answer: anything,
              addresses,
              signal,
            }),
          );
          return nothingToSettle;
        },
      },
    ]);
    closing.push(() => runner.stop());
    await traced.ctx.database.transact(0, (tx) =>
      traced.ctx.dueWork.enqueue(tx, queue, {
        tenantId: 0,
        key: '9036777777777770',
        dueAt: clocks.security.now(),
        payload: { card: '9036777777777770' },
      }),
    );
    await runner.runDue();
    const spans = await spansOf(collector, traced);
    const work = spans.find(({ name }) => name === 'due work traced.send');
    expect(work?.parentSpanId).toBeUndefined();
    expect(work?.facts).toEqual({
      'wattle.job': 'traced.send',
      'wattle.programme': 0,
      'wattle.attempt': 1,
      'wattle.ending': 'done',
    });
    expect(childrenOf(spans, work)).toEqual(['call sms', 'transaction']);
    expect(spans.find(({ name }) => name === 'call sms')?.facts).toEqual({
      'wattle.system': 'sms',
      'server.address': '127.0.0.1',
      'http.response.status_code': 200,
      'wattle.outcome': 'done',
    });
    expect(collector.text()).not.toMatch(/9036777777777770|0491570156/);
  });
});

describe('the trace of a caller', () => {
  const PARENT = { traceId: '0af7651916cd43dd8448eb211c80319c', spanId: 'b7ad6b7169203331' };
  const header = `00-${PARENT.traceId}-${PARENT.spanId}-01`;
  const ask = async (settings: Readonly<Record<string, string>>, headers: Readonly<Record<string, string>>) => {
    const collector = kept(await givenCollector());
    const traced = await givenTraced(collector.url, settings);
    await traced.app.inject({ url: '/api/brand/nobody', headers: { traceparent: header, ...headers } });
    return (await spansOf(collector, traced)).filter(({ kind }) => kind === 2);
  };
  const forwarded = { 'x-forwarded-for': '203.0.113.9' };
  const proxies = { WATTLE_TRUSTED_PROXIES: '127.0.0.1', WATTLE_TRACE_PARENT: 'proxies' };

  it('is gone on with where a trusted proxy says so', async () => {
    const [span] = await ask(proxies, forwarded);
    expect({ traceId: span?.traceId, spanId: span?.parentSpanId }).toEqual(PARENT);
  });

  it.each([
    ['nothing is set', {}, forwarded],
    ['the proxy alone is', { WATTLE_TRUSTED_PROXIES: '127.0.0.1' }, forwarded],
    ['the peer is another', { ...proxies, WATTLE_TRUSTED_PROXIES: '192.0.2.1' }, forwarded],
    ['the caller came by no proxy', proxies, {}],
  ])('counts for nothing where %s', async (_, settings, headers) => {
    const [span] = await ask(settings, headers);
    expect(span?.parentSpanId).toBeUndefined();
    expect(span?.traceId).not.toBe(PARENT.traceId);
  });

  it('decides with the sampler whether a call is kept', async () => {
    const none = { OTEL_TRACES_SAMPLER: 'parentbased_traceidratio', OTEL_TRACES_SAMPLER_ARG: '0' };
    expect(await ask({ ...proxies, ...none }, {})).toEqual([]);
    expect(await ask({ ...proxies, ...none }, forwarded)).toHaveLength(1);
    expect(await ask({ ...proxies, OTEL_TRACES_SAMPLER: 'always_off' }, forwarded)).toEqual([]);
  });
});

/** Longest time of an export; an end that waited for one would take as long. */
const EXPORT_MS = 10_000;

describe('a collector', () => {
  it.each(['silence', 'hang up'] as const)('that answers with %s is waited for by nothing', async (how) => {
    const collector = kept(await givenHttpServer(() => how));
    const traced = await givenTraced(collector.url);
    expect((await traced.app.inject('/api/brand/nobody')).statusCode).toBe(404);
    const began = performance.now();
    await traced.end();
    expect(performance.now() - began).toBeLessThan(EXPORT_MS);
    expect(collector.calls.length).toBeGreaterThan(0);
  });

  it('that refuses is named once, without what it says', async () => {
    const collector = kept(await givenHttpServer(() => ({ status: 401, body: 'the key SECRET is unknown' })));
    const traced = await givenTraced(collector.url);
    await traced.app.inject('/api/brand/nobody');
    await traced.end();
    const said = traced.lines.filter((line) => line.includes('collector of traces'));
    expect(said).toHaveLength(1);
    expect(JSON.parse(said[0] ?? '')).toMatchObject({ code: 401, level: 40 });
    expect(said[0]).not.toContain('SECRET');
  });
});

it('names each fact of a span on its page', () => {
  const page = readFileSync(path.join(import.meta.dirname, '../../../docs/traces.md'), 'utf8');
  const named = [...page.matchAll(/^\| `([a-z_]+(?:\.[a-z_]+)+)` \|/gm)].map(([, name]) => name);
  expect(named.toSorted()).toEqual([...FACT_NAMES].toSorted());
});
