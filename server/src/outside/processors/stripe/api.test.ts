import { createServer, type IncomingMessage, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { CARD, CONNECTION, givenDecided, givenTransaction } from '../../../../test-support/processors/stripe.ts';
import { givenPolicy } from '../../../../test-support/policy.ts';
import type { ProcessorApi } from '../port.ts';
import { stripe } from './stripe.ts';

type Seen = { method: string; url: string; headers: IncomingMessage['headers']; fields: Record<string, string> };

let server: Server;
let api: ProcessorApi;
let seen: Seen[];
let answers: (readonly [status: number, body: object])[];
beforeAll(async () => {
  server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const fields = Object.fromEntries(new URLSearchParams(Buffer.concat(chunks).toString()));
      seen.push({ method: request.method ?? '', url: request.url ?? '', headers: request.headers, fields });
      const [status, body] = answers.shift() ?? [500, {}];
      response.writeHead(status, { 'Content-Type': 'application/json' }).end(JSON.stringify(body));
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
  if (!stripe.api) throw new Error('the adapter has no API');
  api = stripe.api({ ...CONNECTION, url, key: 'sk_test_none', policy: givenPolicy() });
});
afterAll(() => new Promise((resolve) => server.close(resolve)));
beforeEach(() => {
  seen = [];
  answers = [];
});

const ON = { id: 'ic_sandbox_1', last4: '0017', expiry: '2029-07', state: 'on' };
const address = { street: ['1 Sandbox St', 'Unit 2'], suburb: 'Hobart', state: 'TAS', postcode: '7000', country: 'AU' };

describe('cards at Stripe', () => {
  it('are made once under a key, with a cardholder who is made first', async () => {
    answers = [
      [200, { id: 'ich_1' }],
      [200, { ...CARD, status: 'inactive' }],
    ];
    const made = await api.cards.make({ key: 'k1', isVirtual: false, person: { name: 'Mia Wu', ...address } });
    expect(made).toEqual({ kind: 'done', value: { ...ON, state: 'off' } });
    expect(seen.map(({ method, url, headers }) => [method, url, headers['idempotency-key']])).toEqual([
      ['POST', '/v1/issuing/cardholders', 'k1-holder'],
      ['POST', '/v1/issuing/cards', 'k1'],
    ]);
    expect(seen[0]?.fields).toEqual({
      type: 'individual',
      name: 'Mia Wu',
      'billing[address][line1]': '1 Sandbox St',
      'billing[address][line2]': 'Unit 2',
      'billing[address][city]': 'Hobart',
      'billing[address][state]': 'TAS',
      'billing[address][postal_code]': '7000',
      'billing[address][country]': 'AU',
      'metadata[wattle]': 'k1',
    });
    expect(seen[1]).toMatchObject({
      headers: { authorization: 'Bearer sk_test_none', 'stripe-version': CONNECTION.apiVersion },
      fields: {
        currency: 'aud',
        type: 'physical',
        status: 'inactive',
        cardholder: 'ich_1',
        'shipping[name]': 'Mia Wu',
        'metadata[wattle]': 'k1',
      },
    });
  });

  it('replace another one for a reason, and are not made for no one', async () => {
    answers = [
      [200, { id: 'ich_1' }],
      [200, CARD],
    ];
    const replaces = { id: 'ic_old', because: 'lost' } as const;
    const person = { name: 'Mia Wu', ...address };
    expect(await api.cards.make({ key: 'k2', isVirtual: true, person, replaces })).toEqual({ kind: 'done', value: ON });
    expect(seen[1]?.fields).toEqual({
      currency: 'aud',
      type: 'virtual',
      status: 'active',
      cardholder: 'ich_1',
      replacement_for: 'ic_old',
      replacement_reason: 'lost',
      'metadata[wattle]': 'k2',
    });
    expect(await api.cards.make({ key: 'k3', isVirtual: true })).toEqual({ kind: 'refused', code: 'no_cardholder' });
  });

  it('are turned off and on, and closed for good with a reason', async () => {
    const card = { key: 'k4', id: 'ic_sandbox_1' };
    answers = [
      [200, { ...CARD, status: 'inactive' }],
      [200, CARD],
      [200, { ...CARD, status: 'canceled' }],
    ];
    const states = [
      await api.cards.setState(card, 'off'),
      await api.cards.setState(card, 'on', 'lost'),
      await api.cards.setState(card, 'closed', 'stolen'),
    ];
    expect(states).toMatchObject([
      { value: { state: 'off' } },
      { value: { state: 'on' } },
      { value: { state: 'closed' } },
    ]);
    expect(seen.map(({ url, fields }) => [url, fields])).toEqual([
      ['/v1/issuing/cards/ic_sandbox_1', { status: 'inactive' }],
      ['/v1/issuing/cards/ic_sandbox_1', { status: 'active' }],
      ['/v1/issuing/cards/ic_sandbox_1', { status: 'canceled', cancellation_reason: 'stolen' }],
    ]);
  });

  it('are listed page by page, and give their number once', async () => {
    answers = [
      [200, { data: [CARD], has_more: true }],
      [200, { data: [{ ...CARD, id: 'ic_2', status: 'molten' }], has_more: false }],
      [200, { ...CARD, number: '4000000000000002' }],
      [200, CARD],
    ];
    expect(await api.cards.list()).toEqual({ kind: 'done', value: { cards: [ON], next: 'ic_sandbox_1' } });
    expect(await api.cards.list('ic_sandbox_1')).toEqual({
      kind: 'done',
      value: { cards: [{ ...ON, id: 'ic_2', state: 'off' }] },
    });
    expect(await api.cards.numberOf('ic_sandbox_1')).toEqual({ kind: 'done', value: '4000000000000002' });
    expect(await api.cards.numberOf('ic/../other')).toEqual({ kind: 'refused', code: 'no_number' });
    expect(seen.map(({ url }) => url)).toEqual([
      '/v1/issuing/cards?limit=25',
      '/v1/issuing/cards?limit=25&starting_after=ic_sandbox_1',
      '/v1/issuing/cards/ic_sandbox_1?expand%5B%5D=number',
      '/v1/issuing/cards/ic%2F..%2Fother?expand%5B%5D=number',
    ]);
    expect(seen.every(({ method }) => method === 'GET')).toBe(true);
  });

  it('are found by our key among those since they were asked for, on any page', async () => {
    const other = { ...CARD, metadata: { wattle: 'card-7-17959392000001' } };
    answers = [
      [200, { data: [other], has_more: true }],
      [200, { data: [{ ...CARD, id: 'ic_2', metadata: { wattle: 'card-7-1795939200000' } }], has_more: true }],
      [200, { data: [other], has_more: false }],
      [500, {}],
    ];
    // 2026-11-29T08:00:00Z, and an hour before it for clocks that differ.
    const asked = ['card-7-1795939200000', 1_795_939_200_000, new AbortController().signal] as const;
    expect(await api.cards.made(...asked)).toEqual({ kind: 'done', value: { ...ON, id: 'ic_2' } });
    expect(await api.cards.made(...asked)).toEqual({ kind: 'done', value: undefined });
    expect(await api.cards.made(...asked)).toEqual({ kind: 'unknown', code: 'http_500' });
    const since = 'created%5Bgte%5D=1795935600';
    expect(seen.map(({ method, url }) => `${method} ${url}`)).toEqual([
      `GET /v1/issuing/cards?limit=25&${since}`,
      `GET /v1/issuing/cards?limit=25&starting_after=ic_sandbox_1&${since}`,
      `GET /v1/issuing/cards?limit=25&${since}`,
      `GET /v1/issuing/cards?limit=25&${since}`,
    ]);
  });

  it('are looked for no longer than the work is ours', async () => {
    answers = [[200, { data: [CARD], has_more: true }]];
    const stop = AbortSignal.abort();
    expect(await api.cards.made('k6', 0, stop)).toEqual({ kind: 'unsent', code: 'stopped' });
    expect(seen).toEqual([]);
  });

  it('are listed in pages that can be read when all are full', async () => {
    answers = [[200, { data: [], has_more: false }]];
    await api.cards.list();
    const most = Number(new URL(seen[0]?.url ?? '', 'http://localhost').searchParams.get('limit'));
    // Stripe takes words of metadata of 500 characters each: with 16 of them a card is larger than any plastic one.
    const metadata = Object.fromEntries(Array.from({ length: 16 }, (_, n) => [`word ${n}`, 'x'.repeat(500)]));
    const data = Array.from({ length: most }, (_, n) => ({ ...CARD, id: `ic_${n}`, metadata }));
    expect(JSON.stringify(data[0]).length).toBeGreaterThan(9_000);
    answers = [[200, { data, has_more: false }]];
    const page = await api.cards.list();
    expect(page.kind === 'done' && page.value.cards.length).toBe(most);
  });
});

/** Stripe's object of an error: docs.stripe.com/api/errors, 2026-11-29. */
const errorOf = (type: string, code?: string) => ({ error: { type, message: 'No.', ...(code && { code }) } });

describe('a refusal of Stripe', () => {
  it.each([
    [400, errorOf('invalid_request_error', 'parameter_invalid_empty'), 'refused'],
    [404, errorOf('invalid_request_error', 'resource_missing'), 'refused'],
    // The first request under the key may have made the card.
    [400, errorOf('idempotency_error'), 'unknown'],
    [409, errorOf('idempotency_error', 'idempotency_key_in_use'), 'unknown'],
    [429, errorOf('invalid_request_error', 'rate_limit'), 'unknown'],
    [401, errorOf('invalid_request_error'), 'unknown'],
    [500, errorOf('api_error'), 'unknown'],
    // Of a server in between.
    [404, {}, 'unknown'],
    [400, { error: 'Bad Request' }, 'unknown'],
    [413, { message: 'Request Entity Too Large' }, 'unknown'],
  ])('is final only in its own words: %i %j is %s', async (status, body, kind) => {
    answers = [[status, body]];
    const told = await api.cards.setState({ key: 'k7', id: 'ic_sandbox_1' }, 'off');
    expect(told).toEqual({ kind, code: `http_${status}` });
  });
});

describe('look-ups at Stripe', () => {
  it('tell of a purchase what its events tell', async () => {
    const transactions = [givenTransaction()];
    answers = [[200, givenDecided([[1845, true, 'webhook_timeout']], { status: 'closed', amount: 0, transactions })]];
    const found = await api.purchase('iauth_sandbox_1');
    expect(found).toMatchObject({
      kind: 'done',
      value: [
        { key: 'iauth_sandbox_1/0', did: 'decided', approved: true, by: 'timeout' },
        { key: 'iauth_sandbox_1/found/1795939260/closed/0', did: 'holdSet', amount: 0 },
        { key: 'ipi_sandbox_1', did: 'cleared', message: { amount: 1845 } },
      ],
    });
    expect(seen[0]?.url).toBe('/v1/issuing/authorizations/iauth_sandbox_1');
  });

  it('add up the balance in the currency of the connection', async () => {
    const available = [
      { amount: 125_000, currency: 'aud' },
      { amount: 7, currency: 'usd' },
    ];
    answers = [
      [200, { issuing: { available } }],
      [200, { issuing: { available: [{ amount: 7, currency: 'usd' }] } }],
      [200, {}],
      [401, {}],
      [500, {}],
    ];
    expect(await api.balance()).toEqual({ kind: 'done', value: 125_000 });
    expect(await api.balance()).toEqual({ kind: 'refused', code: 'currency' });
    expect(await api.balance()).toEqual({ kind: 'unknown', code: 'unreadable' });
    expect(await api.balance()).toEqual({ kind: 'unknown', code: 'http_401' });
    expect(await api.balance()).toEqual({ kind: 'unknown', code: 'http_500' });
  });
});
