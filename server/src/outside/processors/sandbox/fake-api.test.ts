import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { givenPolicy } from '../../../../test-support/policy.ts';
import { lithic } from '../lithic/lithic.ts';
import { lithicSandbox } from '../lithic/sandbox.ts';
import { lithicFakeApi } from '../lithic/sandbox-api.ts';
import type { Connection, Inbound, ProcessorAdapter, ProcessorApi } from '../port.ts';
import { stripeSandbox } from '../stripe/sandbox.ts';
import { stripeFakeApi } from '../stripe/sandbox-api.ts';
import { stripe } from '../stripe/stripe.ts';
import { callFake, type FakeApi, type FakeState, readCall } from './fake-api.ts';
import { emptyState, openDesk, type SandboxProcessor } from './sandbox.ts';

type Purchase = { readonly card: string };
type Played = readonly [ProcessorAdapter, FakeApi<Purchase>, SandboxProcessor<Purchase>];

/** 2026-11-29T08:00:00Z */
const NOW = 1_795_939_200_000;
const DAY_MS = 86_400_000;
const CONNECTION: Connection = { id: 3, currency: 'AUD', apiVersion: '2026-10-28.endive', increments: 'differences' };
const PROCESSORS = [
  [stripe, stripeFakeApi, stripeSandbox],
  [lithic, lithicFakeApi, lithicSandbox],
] as unknown as readonly Played[];
const person = {
  name: 'Mia Wu',
  street: ['1 Sandbox St'],
  suburb: 'Hobart',
  state: 'TAS',
  postcode: '7000',
  country: 'AU',
};

describe.each(PROCESSORS)('the fake API', (adapter, fake, sandbox) => {
  let server: Server;
  let api: ProcessorApi;
  let state: FakeState<Purchase> = emptyState();
  const told: (readonly Inbound[])[] = [];
  beforeAll(async () => {
    server = createServer((request, response) => {
      const chunks: Buffer[] = [];
      request.on('data', (chunk: Buffer) => chunks.push(chunk));
      request.on('end', () => {
        const url = new URL(request.url ?? '', 'http://localhost');
        const call = readCall(request.method ?? '', url, request.headers['content-type'], Buffer.concat(chunks));
        const key = request.headers['idempotency-key'];
        const called = callFake(fake, state, openDesk(state, NOW), call, typeof key === 'string' ? key : undefined);
        state = called.state;
        for (const { path, id, body } of called.told) {
          const headers = { 'webhook-id': id, 'webhook-timestamp': String(NOW / 1000) };
          told.push(adapter.read({ path, headers, rawBody: Buffer.from(body) }, CONNECTION));
        }
        response.writeHead(called.answer.status).end(JSON.stringify(called.answer.body));
      });
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    if (!adapter.api) throw new Error(`${adapter.kind} has no API`);
    api = adapter.api({ ...CONNECTION, url, key: 'none', policy: givenPolicy() });
  });
  afterAll(() => new Promise((resolve) => server.close(resolve)));

  it('makes a card once under a key, changes it, confirms by an event, and never opens a closed one', async () => {
    const wanted = { key: 'k1', isVirtual: true, person };
    const made = await api.cards.make(wanted);
    expect(made).toMatchObject({ kind: 'done', value: { last4: '0001', expiry: '2029-07', state: 'on' } });
    expect(await api.cards.make(wanted)).toEqual(made);
    expect(await api.cards.made('k1', NOW, new AbortController().signal)).toEqual(made);
    // A key is not found by a part of it.
    expect(await api.cards.made('k', NOW, new AbortController().signal)).toEqual({ kind: 'done', value: undefined });
    const id = made.kind === 'done' ? made.value.id : '';
    expect(await api.cards.setState({ key: 'k2', id }, 'off')).toMatchObject({ value: { state: 'off' } });
    expect(await api.cards.setState({ key: 'k3', id }, 'on')).toMatchObject({ value: { state: 'on' } });
    expect(await api.cards.setState({ key: 'k4', id }, 'closed', 'lost')).toMatchObject({ value: { state: 'closed' } });
    expect(await api.cards.setState({ key: 'k5', id }, 'on')).toEqual({ kind: 'refused', code: 'http_400' });
    expect(await api.cards.list()).toMatchObject({ value: { cards: [{ id, state: 'closed' }] } });
    expect(await api.cards.setState({ key: 'k6', id: 'nobody' }, 'on')).toEqual({ kind: 'refused', code: 'http_404' });
    expect(told.flat()).toMatchObject([
      { did: 'cardState', card: id, state: 'on' },
      { did: 'cardState', card: id, state: 'off' },
      { did: 'cardState', card: id, state: 'on' },
      { did: 'cardState', card: id, state: 'closed' },
    ]);
  });

  it('lists cards page by page', async () => {
    for (let n = 0; n < 100; n += 1) await api.cards.make({ key: `page ${n}`, isVirtual: true, person });
    const pages: string[][] = [];
    let next: string | undefined;
    do {
      const page = await api.cards.list(next);
      if (page.kind !== 'done') throw new Error(page.kind);
      pages.push(page.value.cards.map(({ last4 }) => last4));
      next = page.value.next;
    } while (next !== undefined);
    expect(pages.length).toBeGreaterThan(1);
    expect(await api.cards.made('page 99', NOW, new AbortController().signal)).toMatchObject({
      kind: 'done',
      value: { last4: '0101' },
    });
    expect(pages.flat()).toEqual(Array.from({ length: 101 }, (_, n) => String(n + 1).padStart(4, '0')));
  });

  it('tells of a purchase what its events told, and of the balance', async () => {
    const desk = openDesk(state, NOW);
    const command = { act: 'authorise', card: 'card_1', amount: 4_000 } as const;
    sandbox.ask(desk, command);
    sandbox.tell(desk, command, { heard: 'approved' });
    state = { ...state, ...desk.state() };
    const [of = ''] = Object.keys(state.purchases);
    expect(await api.purchase(of)).toMatchObject({
      kind: 'done',
      value: expect.arrayContaining([expect.objectContaining({ of, did: 'decided', approved: true })]) as unknown,
    });
    expect(await api.purchase('nothing')).toEqual({ kind: 'refused', code: 'http_404' });
    expect(await api.balance()).toEqual({ kind: 'done', value: 10_000_000 });
  });

  describe('settles', () => {
    const events: string[] = [];
    beforeAll(() => {
      // A day before all others of this file.
      for (const [act, amount] of [
        ['authorise', 40_00],
        ['clear', 40_00],
        ['refund', 5_00],
      ] as const) {
        const desk = openDesk(state, NOW - DAY_MS);
        const command = { act, card: 'card_2', amount };
        sandbox.ask(desk, command);
        for (const { path, id, body } of sandbox.tell(desk, command, { heard: 'approved' })) {
          const headers = { 'webhook-id': id, 'webhook-timestamp': String(NOW / 1000) };
          for (const one of adapter.read({ path, headers, rawBody: Buffer.from(body) }, CONNECTION)) {
            if ('did' in one && (one.did === 'cleared' || one.did === 'refunded')) events.push(one.message.reference);
          }
        }
        state = { ...state, ...desk.state() };
      }
    });
    const report = async (how?: FakeState<Purchase>['report']) => {
      state = { ...state, ...(how && { report: how }) };
      return api.settlements?.read('2026-11-28');
    };
    const money = (page: Awaited<ReturnType<typeof report>>) =>
      page?.kind === 'done' &&
      page.value.lines
        .filter(({ as }) => as === 'cleared' || as === 'refunded')
        .map(({ references: [reference], cents }) => [reference, cents]);

    it('what it told of, under the references of its events', async () => {
      expect(money(await report())).toEqual(
        expect.arrayContaining([
          [events[0], -40_00],
          [events.at(-1), 5_00],
        ]),
      );
      expect(new Set(events).size).toBe(2);
    });

    it('with interchange and a total, or with what it held for purchases', async () => {
      const page = await report();
      // 0.5 % is earned: 0.20 of 40.00, less 0.03 of 5.00, so 34.83 of 35.00 is paid.
      const said = adapter.kind === 'lithic' ? { net: -34_83 } : { authorised: 40_00 };
      expect(page).toMatchObject({ kind: 'done', value: said });
      if (page?.kind !== 'done' || page.value.net === undefined) return;
      expect(page.value.lines.reduce((sum, { cents }) => sum + cents, 0)).toBe(page.value.net);
    });

    it('short of its newest line, wrong by a cent, and right again', async () => {
      expect(money(await report('short'))).toEqual([[events[0], -40_00]]);
      expect(money(await report('wrong'))).toContainEqual([events.at(-1), 5_01]);
      expect(money(await report('right'))).toContainEqual([events.at(-1), 5_00]);
    });

    it('late, where the processor says whether a day is complete', async () => {
      expect((await report('late'))?.kind).toBe(adapter.kind === 'lithic' ? 'pending' : 'done');
      await report('right');
    });

    it('page by page', async () => {
      for (let n = 0; n < 150; n += 1) {
        const desk = openDesk(state, NOW - DAY_MS);
        sandbox.tell(desk, { act: 'force-clear', card: 'card_2', amount: 1_00 }, { heard: 'approved' });
        state = { ...state, ...desk.state() };
      }
      const seen: string[] = [];
      for (let next: string | undefined; ; ) {
        const page = await api.settlements?.read('2026-11-28', next);
        if (page?.kind !== 'done') throw new Error(`the report is ${page?.kind}`);
        for (const { as, references } of page.value.lines) if (as === 'cleared') seen.push(...references);
        next = page.value.next;
        if (next === undefined) break;
      }
      expect([seen.length, new Set(seen).size]).toEqual([151, 151]);
    });
  });
});
