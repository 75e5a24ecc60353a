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
    expect(await api.cards.made('k1', NOW)).toEqual(made);
    // A key is not found by a part of it.
    expect(await api.cards.made('k', NOW)).toEqual({ kind: 'done', value: undefined });
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
    expect(await api.cards.made('page 99', NOW)).toMatchObject({ kind: 'done', value: { last4: '0101' } });
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
});
