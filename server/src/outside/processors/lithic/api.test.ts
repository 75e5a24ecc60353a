import { createServer, type IncomingMessage, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { CONNECTION, givenEvent, givenTransaction, TOKEN } from '../../../../test-support/processors/lithic.ts';
import { givenPolicy } from '../../../../test-support/policy.ts';
import type { ProcessorApi } from '../port.ts';
import { lithic } from './lithic.ts';

type Seen = { method: string; url: string; headers: IncomingMessage['headers']; body: unknown };

let server: Server;
let api: ProcessorApi;
let seen: Seen[];
let answers: (readonly [status: number, body: object])[];
beforeAll(async () => {
  server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const text = Buffer.concat(chunks).toString();
      const body = text === '' ? undefined : (JSON.parse(text) as unknown);
      seen.push({ method: request.method ?? '', url: request.url ?? '', headers: request.headers, body });
      const [status, answer] = answers.shift() ?? [500, {}];
      response.writeHead(status, { 'Content-Type': 'application/json' }).end(JSON.stringify(answer));
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
  if (!lithic.api) throw new Error('the adapter has no API');
  api = lithic.api({ ...CONNECTION, url, key: 'key-none', policy: givenPolicy() });
});
afterAll(() => new Promise((resolve) => server.close(resolve)));
beforeEach(() => {
  seen = [];
  answers = [];
});

const CARD = { token: 'card_sandbox_1', last_four: '0017', exp_month: '07', exp_year: '2029', state: 'OPEN' };
const ON = { id: 'card_sandbox_1', last4: '0017', expiry: '2029-07', state: 'on' };
const plastic = {
  name: 'Mia van Wu',
  street: ['1 Sandbox St', 'Unit 2'],
  suburb: 'Hobart',
  state: 'TAS',
  postcode: '7000',
  country: 'AU',
};

describe('cards at Lithic', () => {
  it('are made once under a key in the form of a UUID, and their plastic is in the making', async () => {
    answers = [[200, { ...CARD, state: 'PENDING_FULFILLMENT' }]];
    const made = await api.cards.make({ key: 'k1', isVirtual: false, person: plastic });
    expect(made).toEqual({ kind: 'done', value: { ...ON, state: 'beingMade' } });
    expect(seen).toMatchObject([
      {
        method: 'POST',
        url: '/v1/cards',
        headers: {
          authorization: 'key-none',
          'idempotency-key': expect.stringMatching(/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/) as string,
        },
        body: {
          type: 'PHYSICAL',
          state: 'OPEN',
          memo: 'k1',
          shipping_address: {
            first_name: 'Mia van',
            last_name: 'Wu',
            address1: '1 Sandbox St',
            address2: 'Unit 2',
            city: 'Hobart',
            state: 'TAS',
            postal_code: '7000',
            country: 'AUS',
          },
        },
      },
    ]);
    const nowhere = { ...plastic, country: 'ZZ' };
    expect(await api.cards.make({ key: 'k2', isVirtual: false, person: nowhere })).toEqual({
      kind: 'refused',
      code: 'address',
    });
  });

  it('replace another one for a reason', async () => {
    answers = [[200, CARD]];
    const replaces = { id: 'card_old', because: 'expired' } as const;
    expect(await api.cards.make({ key: 'k3', isVirtual: true, replaces })).toEqual({ kind: 'done', value: ON });
    expect(seen[0]?.body).toEqual({
      type: 'VIRTUAL',
      state: 'OPEN',
      memo: 'k3',
      replacement_for: 'card_old',
      replacement_substatus: 'EXPIRED',
    });
  });

  it('are turned off and on, and closed for good with a reason', async () => {
    const card = { key: 'k4', id: 'card_sandbox_1' };
    answers = [
      [200, { ...CARD, state: 'PAUSED' }],
      [200, CARD],
      [200, { ...CARD, state: 'CLOSED' }],
    ];
    const states = [
      await api.cards.setState(card, 'off', 'lost'),
      await api.cards.setState(card, 'on'),
      await api.cards.setState(card, 'closed', 'stolen'),
    ];
    expect(states).toMatchObject([
      { value: { state: 'off' } },
      { value: { state: 'on' } },
      { value: { state: 'closed' } },
    ]);
    expect(seen.map(({ method, url, body }) => [method, url, body])).toEqual([
      ['PATCH', '/v1/cards/card_sandbox_1', { state: 'PAUSED' }],
      ['PATCH', '/v1/cards/card_sandbox_1', { state: 'OPEN' }],
      ['PATCH', '/v1/cards/card_sandbox_1', { state: 'CLOSED', substatus: 'COMPROMISED' }],
    ]);
  });

  it('are listed page by page, and give their number where the programme may have it', async () => {
    answers = [
      [200, { data: [CARD], has_more: true }],
      [200, { data: [{ ...CARD, token: 'card_2', state: 'LENT' }], has_more: false }],
      [200, { ...CARD, pan: '4000000000000002' }],
      [200, CARD],
    ];
    expect(await api.cards.list()).toEqual({ kind: 'done', value: { cards: [ON], next: 'card_sandbox_1' } });
    expect(await api.cards.list('card_sandbox_1')).toEqual({
      kind: 'done',
      value: { cards: [{ ...ON, id: 'card_2', state: 'off' }] },
    });
    expect(await api.cards.numberOf('card_sandbox_1')).toEqual({ kind: 'done', value: '4000000000000002' });
    expect(await api.cards.numberOf('card/../other')).toEqual({ kind: 'refused', code: 'no_number' });
    expect(seen.map(({ url }) => url)).toEqual([
      '/v1/cards?page_size=50',
      '/v1/cards?page_size=50&starting_after=card_sandbox_1',
      '/v1/cards/card_sandbox_1',
      '/v1/cards/card%2F..%2Fother',
    ]);
  });

  it('are found by our key, which is their whole memo', async () => {
    const more = { ...CARD, memo: 'card-7-17959392000001' };
    answers = [
      [200, { data: [more, { ...CARD, token: 'card_2', memo: 'card-7-1795939200000' }], has_more: false }],
      [200, { data: [more, CARD], has_more: false }],
      [500, {}],
    ];
    const asked = ['card-7-1795939200000', 1_795_939_200_000, new AbortController().signal] as const;
    expect(await api.cards.made(...asked)).toEqual({ kind: 'done', value: { ...ON, id: 'card_2' } });
    expect(await api.cards.made(...asked)).toEqual({ kind: 'done', value: undefined });
    expect(await api.cards.made(...asked)).toEqual({ kind: 'unknown', code: 'http_500' });
    expect(new Set(seen.map(({ method, url }) => `${method} ${url}`))).toEqual(
      new Set(['GET /v1/cards?memo=card-7-1795939200000&page_size=50']),
    );
  });

  it('are listed in pages that can be read when all are full', async () => {
    answers = [[200, { data: [], has_more: false }]];
    await api.cards.list();
    const most = Number(new URL(seen[0]?.url ?? '', 'http://localhost').searchParams.get('page_size'));
    const data = Array.from({ length: most }, (_, n) => ({ ...CARD, token: `card_${n}`, comment: 'x'.repeat(5_000) }));
    answers = [[200, { data, has_more: false }]];
    const page = await api.cards.list();
    expect(page.kind === 'done' && page.value.cards.length).toBe(most);
  });
});

/** Body of each error of Lithic: docs.lithic.com/docs/errors, 2026-11-29. */
const ERROR = { debugging_request_id: '7d3fa4a2-6f1e-4f2e-9f0a-2f3b1c5d7e90', message: 'No.' };

describe('a refusal of Lithic', () => {
  it.each([
    [400, ERROR, 'refused'],
    [404, ERROR, 'refused'],
    [422, ERROR, 'refused'],
    [401, ERROR, 'unknown'],
    [409, ERROR, 'unknown'],
    [429, ERROR, 'unknown'],
    [500, ERROR, 'unknown'],
    // Of a server in between.
    [404, {}, 'unknown'],
    [400, { message: 'Bad Request' }, 'unknown'],
    [413, { error: 'Request Entity Too Large' }, 'unknown'],
  ])('is final only in its own words: %i %j is %s', async (status, body, kind) => {
    answers = [[status, body]];
    const told = await api.cards.setState({ key: 'k5', id: 'card_sandbox_1' }, 'off');
    expect(told).toEqual({ kind, code: `http_${status}` });
  });
});

describe('look-ups at Lithic', () => {
  it('tell of a purchase what its events tell', async () => {
    answers = [[200, givenTransaction([givenEvent('AUTHORIZATION', 15_000, 0)], 'PENDING', 15_000)]];
    expect(await api.purchase(TOKEN)).toMatchObject({
      kind: 'done',
      value: [{ key: 'event_sandbox_0', did: 'decided', approved: true, message: { amount: 15_000 } }],
    });
    expect(seen[0]?.url).toBe(`/v1/transactions/${TOKEN}`);
    expect(await api.purchase(TOKEN)).toEqual({ kind: 'unknown', code: 'http_500' });
  });

  it('add up the balances in the currency of the connection', async () => {
    const data = [
      { available_amount: 100_000, currency: 'AUD' },
      { available_amount: 25_000, currency: 'AUD' },
      { available_amount: 7, currency: 'USD' },
    ];
    answers = [
      [200, { data, has_more: false }],
      [200, { data: [], has_more: false }],
    ];
    expect(await api.balance()).toEqual({ kind: 'done', value: 125_000 });
    expect(await api.balance()).toEqual({ kind: 'refused', code: 'currency' });
    expect(seen[0]?.url).toBe('/v1/balances?financial_account_type=ISSUING');
  });
});
