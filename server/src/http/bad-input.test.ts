import { type AddressInfo, connect } from 'node:net';
import { BYTES_TYPE } from '@wattle/contract/rules/bytes-call.ts';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { givenApp, type TestApp } from '../../test-support/app.ts';
import { givenCard, givenSession, type TestCard } from '../../test-support/factories.ts';
import { routes } from '../compose/routes.ts';
import { addressOf } from './bind.ts';

let given: TestApp;
let card: TestCard;
let headers: { authorization: string };
beforeAll(async () => {
  given = await givenApp({ WATTLE_SIGN_IN_RATE: '100000' });
  card = await givenCard(given.ctx);
  headers = (await givenSession(given.ctx, { card })).headers;
});
afterAll(() => given.close());

const JSON_TYPE = 'application/json';
const FORM_TYPE = 'application/x-www-form-urlencoded';

function post(url: string, payload: string | Buffer, type = JSON_TYPE) {
  return given.app.inject({ method: 'POST', url, payload, headers: { ...headers, 'content-type': type } });
}

describe('a JSON body', () => {
  const reference = () => card.reference;

  it.each([
    ['cut off', '{"Card":'],
    ['no JSON', 'hello'],
    ['a form', 'Card=1'],
    ['empty', ''],
    ['null', 'null'],
    ['a number', '7'],
    ['a list', '[]'],
    ['a text', '"Card"'],
    ['deeply nested', '['.repeat(30_000)],
    ['with two values', '{}{}'],
    ['with NUL in a text', '{"Card":{"AccountNumber":"\\u0000"}}'],
  ])('that is %s is answered 20010', async (_, payload) => {
    const response = await post('/api/card/details', payload);
    expect(response.statusCode).toBe(400);
    expect(response.json()).toMatchObject({ error: ['20010'] });
  });

  it('that is not UTF-8 is answered 20010', async () => {
    const response = await post('/api/card/details', Buffer.from([0x7b, 0x22, 0xff, 0xfe, 0x22, 0x7d]));
    expect(response.statusCode).toBe(400);
  });

  it.each(['text/plain', FORM_TYPE, 'application/xml', 'application/json; charset=latin1', 'nonsense'])(
    'sent as %s is answered 20010',
    async (type) => {
      const response = await post('/api/card/details', JSON.stringify({ Card: reference() }), type);
      expect(response.statusCode).toBe(400);
      expect(response.json()).toMatchObject({ error: ['20010'] });
    },
  );

  it('sent as application/json in any case and with charset UTF-8 is accepted', async () => {
    const payload = JSON.stringify({ Card: reference() });
    expect((await post('/api/card/details', payload, 'Application/JSON; charset="UTF-8"')).statusCode).toBe(200);
  });

  it('above 64 kB is answered 20010, below it is read', async () => {
    const filler = (size: number) => JSON.stringify({ Card: reference(), filler: 'x'.repeat(size) });
    const over = await post('/api/card/details', filler(65_536));
    expect(over.statusCode).toBe(400);
    expect(over.json()).toMatchObject({ error: ['20010'] });
    expect((await post('/api/card/details', filler(60_000))).statusCode).toBe(200);
  });

  it.each<[string, unknown, string]>([
    ['Card', {}, 'Card'],
    ['Card', { Card: 7 }, 'Card'],
    ['Card.AccountNumber', { Card: {} }, 'Card.AccountNumber'],
    ['Card.AccountNumber', { Card: { AccountNumber: 300000001 } }, 'Card.AccountNumber'],
    [
      'Card.ExpirationDate',
      { Card: { AccountNumber: '300000001', MaskedCardNumber: '9036 00•• •••• 0017', ExpirationDate: '2026-13' } },
      'Card.ExpirationDate',
    ],
  ])('names the field at fault: %s', async (_, payload, field) => {
    expect((await post('/api/card/details', JSON.stringify(payload))).json()).toMatchObject({
      error: ['20010'],
      field,
    });
  });

  it('may contain unknown fields', async () => {
    const payload = `{"Card":${JSON.stringify(reference())},"__proto__":{"x":1},"constructor":{"prototype":1},"extra":[1]}`;
    const response = await post('/api/card/details', payload);
    expect(response.statusCode).toBe(200);
  });
});

describe('a form', () => {
  const good = () =>
    `grant_type=card&brand=${card.brand.identifier}&tenantId=${card.brand.tenantId}&brandId=${card.brand.id}` +
    `&cardnumber=${card.pan}&accesscode=${card.accessCode}`;

  it('is parsed as browsers send it', async () => {
    expect((await post('/api/token', good(), FORM_TYPE)).statusCode).toBe(200);
  });

  it.each([
    ['a field twice', () => `${good()}&accesscode=999999`],
    ['broken percent encoding', () => `${good()}%`],
    ['bytes that are no UTF-8', () => `${good()}%ff`],
    ['NUL', () => good().replace('accesscode=', 'accesscode=%00')],
    ['no field', () => ''],
    ['only separators', () => '&&&==&'],
    ['an unknown grant', () => good().replace('grant_type=card', 'grant_type=password2')],
    ['no grant', () => good().replace('grant_type=card&', '')],
  ])('with %s is answered 20010', async (_, payload) => {
    const response = await post('/api/token', payload(), FORM_TYPE);
    expect(response.statusCode).toBe(400);
    expect(response.json()).toMatchObject({ error: ['20010'] });
  });

  it('sent as JSON is answered 20010', async () => {
    const response = await post('/api/token', JSON.stringify({ grant_type: 'card' }));
    expect(response.json()).toMatchObject({ error: ['20010'] });
  });

  it.each([
    ['cardnumber', 'cardnumber=9036000000000017x'],
    ['cardnumber', 'cardnumber=903600000000001'],
    ['accesscode', 'accesscode=12345'],
    ['tenantId', 'tenantId=one'],
    ['brandId', 'brandId=-1'],
  ])('names the field at fault: %s', async (field, changed) => {
    const payload = good().replace(new RegExp(`${field}=[^&]*`), changed);
    expect((await post('/api/token', payload, FORM_TYPE)).json()).toMatchObject({ error: ['20010'], field });
  });
});

describe('an address of a call', () => {
  it.each([
    '/api/transaction?accountNumber=1&count=10&skip=0',
    '/api/transaction?accountNumber=300000001&count=ten&skip=0',
    '/api/transaction?accountNumber=300000001&count=10&skip=-1',
    '/api/transaction?accountNumber=300000001&count=51&skip=0',
    '/api/transaction?accountNumber=300000001&count=10&count=20&skip=0',
    '/api/transaction?accountNumber=300000001&count=10&skip=0&asOf=%00',
    '/api/transaction',
  ])('with a bad query is answered 20010: %s', async (url) => {
    const response = await given.app.inject({ url, headers });
    expect(response.statusCode).toBe(400);
    expect(response.json()).toMatchObject({ error: ['20010'] });
  });

  it.each(['/api/nothing', '/API/Nothing/at/all', '/api', '/api/', '/network/nothing', '/api/card/details/more'])(
    'that no call has is answered 404 with an error list: %s',
    async (url) => {
      for (const accept of ['*/*', 'text/html']) {
        const response = await given.app.inject({ url, headers: { accept } });
        expect(response.statusCode).toBe(404);
        expect(response.json()).toMatchObject({ error: ['404'] });
      }
    },
  );

  it('is answered 404 for a method without a call', async () => {
    expect((await given.app.inject({ method: 'DELETE', url: '/api/card/cards' })).statusCode).toBe(404);
    expect((await given.app.inject({ method: 'GET', url: '/api/token' })).statusCode).toBe(404);
  });

  it.each(['/api/brand/%E0%A4%A', '/api/%', '/network/%zz'])(
    'that cannot be decoded is answered 400: %s',
    async (url) => {
      const response = await given.app.inject({ url });
      expect(response.statusCode).toBe(400);
      expect(response.json()).toMatchObject({ error: ['20010'] });
      expect(response.headers).toMatchObject({ 'x-content-type-options': 'nosniff', 'cache-control': 'no-store' });
    },
  );

  it.each(['/%61pi/card/cards', '/api/%63ard/cards', '/api/card/cards/'])(
    'is never cached, however it is written: %s',
    async (url) => {
      const response = await given.app.inject({ url, headers });
      expect(response.headers['cache-control']).toBe('no-store');
    },
  );

  it('ignores case and a trailing slash', async () => {
    for (const url of ['/API/CONFIG/GETSHOWABOUTLINK', '/api/config/getShowAboutLink/']) {
      const response = await given.app.inject({ url: `${url}?brand=${card.brand.identifier}` });
      expect(response.statusCode).toBe(200);
    }
  });
});

describe('a compressed body', () => {
  it.each(['zstd-99', 'gzip, unknown', 'br'])(
    'in the encoding %s that cannot be decoded is answered 400',
    async (encoding) => {
      const response = await given.app.inject({
        method: 'POST',
        url: '/api/transaction/recent',
        payload: '{"Card":',
        headers: { ...headers, 'content-type': JSON_TYPE, 'content-encoding': encoding },
      });
      expect(response.statusCode).toBe(400);
      expect(response.json()).toMatchObject({ error: ['20010'] });
    },
  );
});

describe('malformed requests', () => {
  /** Sends raw bytes and returns the response until the socket is closed. */
  function exchange(bytes: string): Promise<string> {
    const { port } = given.app.server.address() as AddressInfo;
    return new Promise((resolve, reject) => {
      let answer = '';
      const socket = connect(port, '127.0.0.1', () => socket.write(bytes));
      socket.on('data', (chunk) => {
        answer += chunk.toString();
      });
      socket.on('close', () => resolve(answer));
      socket.on('error', reject);
    });
  }

  it.each([
    ['nonsense', 'hello\r\n\r\n'],
    ['two lengths', 'POST /api/token HTTP/1.1\r\nHost: x\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\nab'],
    [
      'a length and chunks',
      'POST /api/token HTTP/1.1\r\nHost: x\r\nContent-Length: 1\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n',
    ],
  ])('are answered 400 and disconnected: %s', async (_, bytes) => {
    if (!given.app.server.listening) await given.app.listen({ port: 0, host: '127.0.0.1' });
    const [head, body] = (await exchange(bytes)).split('\r\n\r\n');
    expect(head).toMatch(/^HTTP\/1\.1 400 /);
    expect(JSON.parse(body ?? '')).toEqual({ error: ['20010'] });
  });

  it('that are not complete after 30 seconds are disconnected, checked every 2 seconds', async () => {
    if (!given.app.server.listening) await given.app.listen({ port: 0, host: '127.0.0.1' });
    const { server } = given.app;
    const { connectionsCheckingInterval } = server as typeof server & { readonly connectionsCheckingInterval: number };
    expect([server.requestTimeout, server.headersTimeout, connectionsCheckingInterval]).toEqual([
      30_000, 30_000, 2_000,
    ]);
    server.headersTimeout = server.requestTimeout = 500;
    try {
      const body = 'POST /api/token HTTP/1.1\r\nHost: x\r\nContent-Length: 9\r\n\r\na';
      expect(await exchange(body)).toMatch(/^HTTP\/1\.1 408 /);
    } finally {
      server.headersTimeout = server.requestTimeout = 30_000;
    }
  });
});

describe('arbitrary input', () => {
  it('in a body is answered below 500, without a stack or an internal name', async () => {
    const posts = routes.filter(
      ({ operation, kind }) => operation.method === 'POST' && kind !== 'signed' && operation.name !== 'signOut',
    );
    const value = fc.oneof(fc.string(), fc.integer(), fc.double(), fc.boolean(), fc.constant(null), fc.jsonValue());
    const names = [
      'Card',
      'AccountNumber',
      'brand',
      'identifier',
      'brandIdentifier',
      'tenantId',
      'language',
      'grant_type',
    ];
    const body = fc.oneof(fc.jsonValue(), fc.dictionary(fc.constantFrom(...names), value));
    await fc.assert(
      fc.asyncProperty(fc.constantFrom(...posts), body, async (route, json) => {
        const { encoding } = route.operation;
        const form = encoding === 'form';
        const payload = form
          ? new URLSearchParams(Object.entries(json ?? {}).map(([name, part]) => [name, String(part)])).toString()
          : JSON.stringify(json);
        const type = encoding === 'bytes' ? BYTES_TYPE : form ? FORM_TYPE : JSON_TYPE;
        const response = await post(addressOf(route), payload, type);
        expect(response.statusCode, `${route.operation.name} ${payload}`).toBeLessThan(500);
        expect(response.body).not.toMatch(/\bat \w+ \(|node_modules|ZodError|SELECT |pg_/);
      }),
      { numRuns: 300 },
    );
  });

  it('in a query is answered below 500', async () => {
    const gets = routes.filter(({ operation }) => operation.method === 'GET');
    const names = ['brand', 'accountNumber', 'count', 'skip', 'asOf', 'includeImages', 'language'];
    await fc.assert(
      fc.asyncProperty(
        fc.constantFrom(...gets),
        fc.array(fc.tuple(fc.constantFrom(...names), fc.string({ unit: 'binary' })), { maxLength: 5 }),
        async (route, pairs) => {
          const query = pairs.map(([name, text]) => `${name}=${encodeURIComponent(text.toWellFormed())}`).join('&');
          const url = `${addressOf(route).replace(':identifier', encodeURIComponent(pairs[0]?.[1].toWellFormed() || 'x'))}?${query}`;
          // A stream never ends.
          const response = await given.app.inject({ url, headers, payloadAsStream: route.isStream === true });
          expect(response.statusCode).toBeLessThan(500);
        },
      ),
      { numRuns: 200 },
    );
  });
});
