import type { LookupAddress } from 'node:dns';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type AddressInfo, type Server } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { createServer as createTlsServer } from 'node:tls';
import { afterAll, afterEach, describe, expect, it } from 'vitest';
import webPush from 'web-push';
import { givenHttpServer, type HttpServer } from '../../test-support/outside/http-server.ts';
import { givenPolicy } from '../../test-support/policy.ts';
import { givenSubscription } from '../../test-support/subscription.ts';
import { readConfig } from '../config/config.ts';
import { openAddressfinder } from './addresses/addressfinder.ts';
import { openRangeService } from './breached-passwords/range-service.ts';
import { literalHosts, mayBeGiven, openCalledAddresses, PRIVATE_NETWORKS } from './called-addresses.ts';
import { openSftpExchange } from './files/sftp.ts';
import { paymentAt } from '../../test-support/outside/gateway-asked.ts';
import { openHostedPage } from './gateway/hosted-page.ts';
import { openGreenId } from './greenid/greenid.ts';
import { callHttp } from './http-call.ts';
import { openSmtpMail } from './mail/smtp.ts';
import { openNameService } from './payee-names/name-service.ts';
import { lithicApi } from './processors/lithic/api.ts';
import { stripeApi } from './processors/stripe/api.ts';
import { openWebPush } from './push/web-push.ts';
import { openSmsGateway } from './sms/http-gateway.ts';

const closing: (() => unknown)[] = [];
afterEach(async () => {
  for (const close of closing.splice(0)) await close();
});

/** Answers the lists in turn, the last one again and again. */
function givenNames(...lists: readonly (readonly string[])[]) {
  const asked: string[] = [];
  const resolve = (host: string, _: object, answer: (error: null, found: LookupAddress[]) => void) => {
    const list = lists[Math.min(asked.push(host), lists.length) - 1] ?? [];
    answer(
      null,
      list.map((address) => ({ address, family: address.includes(':') ? 6 : 4 })),
    );
  };
  return { asked, resolve };
}

async function givenServer(answer: Parameters<typeof givenHttpServer>[0]): Promise<HttpServer & { port: string }> {
  const server = await givenHttpServer(answer);
  closing.push(() => server.close());
  return { ...server, port: new URL(server.url).port };
}

const soon = () => AbortSignal.timeout(5_000);
const get = (url: string, addresses: ReturnType<typeof openCalledAddresses>, mostBytes = 4_096) =>
  callHttp({ method: 'GET', url, headers: {}, body: null, addresses, signal: soon(), mostBytes });

const REFUSED = { code: 'address_not_permitted' };

describe('addresses of no public host', () => {
  it.each([
    // RFC 6890 and the registries of special-purpose addresses at IANA.
    ['this network', ['0.0.0.0', '0.1.2.3']],
    ['private use', ['10.0.0.1', '172.16.0.1', '172.31.255.255', '192.168.1.1']],
    ['carrier-grade NAT', ['100.64.0.1', '100.127.255.255']],
    ['loopback', ['127.0.0.1', '127.8.9.10', '::1']],
    ['link-local, with the metadata of a cloud', ['169.254.0.1', '169.254.169.254', 'fe80::1', 'febf::1']],
    ['protocol assignments, 6to4 relays, benchmarks', ['192.0.0.8', '192.88.99.1', '198.18.0.1', '198.19.255.255']],
    ['documentation', ['192.0.2.1', '198.51.100.1', '203.0.113.1', '2001:db8::1', '3fff::1']],
    ['multicast, reserved, broadcast', ['224.0.0.1', '239.255.255.255', '240.0.0.1', '255.255.255.255', 'ff02::1']],
    ['unspecified', ['::']],
    ['unique local and site-local', ['fc00::1', 'fd00:ec2::254', 'fec0::1']],
    ['IPv4 in IPv6', ['::ffff:127.0.0.1', '::ffff:a9fe:a9fe', '::7f00:1', '64:ff9b::10.0.0.1', '64:ff9b:1::1']],
    ['tunnels', ['2002:7f00:1::', '2001::1']],
    ['discarded, segment routing', ['100::1', '5f00::1']],
  ])('%s', (_what, addresses) => {
    const called = openCalledAddresses([]);
    expect(addresses.filter((address) => called.permitsHost(address))).toEqual([]);
    expect(addresses.filter((address) => called.permitsHost(`[${address}]`))).toEqual([]);
  });

  it.each(['localhost', 'LOCALHOST', 'api.localhost', 'localhost.'])('the name %s', (name) => {
    expect(openCalledAddresses([]).permitsHost(name)).toBe(false);
    expect(openCalledAddresses(['127.0.0.0/8']).permitsHost(name)).toBe(true);
  });
});

it.each(['1.1.1.1', '100.63.255.255', '100.128.0.1', '172.32.0.1', '192.169.0.1', '2606:4700::1111', '::ffff:1.1.1.1'])(
  '%s is public',
  (address) => {
    expect(openCalledAddresses([]).permitsHost(address)).toBe(true);
  },
);

it('an IPv4 address that is translated for IPv6 networks is public if it is', () => {
  expect(openCalledAddresses([]).permitsHost('64:ff9b::1.1.1.1')).toBe(true);
});

it('networks that are permitted beside public ones are no wider than they say', () => {
  const called = openCalledAddresses(['10.1.0.0/16', '192.168.1.7', 'fd00:1::/32']);
  const hosts = ['10.1.2.3', '10.2.0.1', '192.168.1.7', '192.168.1.8', 'fd00:1::5', 'fd00:2::5', '::ffff:10.1.2.3'];
  expect(hosts.filter((host) => called.permitsHost(host))).toEqual([
    '10.1.2.3',
    '192.168.1.7',
    'fd00:1::5',
    '::ffff:10.1.2.3',
  ]);
});

it('a sandbox may call itself and private networks, and no metadata of a cloud', () => {
  const called = openCalledAddresses(PRIVATE_NETWORKS);
  expect(['127.0.0.1', '10.0.0.1', 'fd00::1'].every((host) => called.permitsHost(host))).toBe(true);
  expect(called.permitsHost('169.254.169.254')).toBe(false);
});

describe('a call', () => {
  it('goes to the address that was checked, of a name that is looked up once', async () => {
    const server = await givenServer(() => ({ status: 200, body: 'here', headers: { connection: 'close' } }));
    const names = givenNames(['127.0.0.1'], ['10.0.0.1']);
    const called = openCalledAddresses(['127.0.0.1'], names.resolve);
    const url = `http://provider.example:${server.port}/path`;
    expect((await get(url, called)).body?.toString()).toBe('here');
    expect(names.asked).toEqual(['provider.example']);
    expect(server.calls[0]?.headers.host).toBe(`provider.example:${server.port}`);
    // The name has another address now, which the next connection does not use.
    await expect(get(url, called)).rejects.toMatchObject(REFUSED);
    expect(server.calls).toHaveLength(1);
  });

  it('is not made if one of several addresses may not be called', async () => {
    const server = await givenServer(() => ({ status: 200 }));
    const names = givenNames(['127.0.0.1', '169.254.169.254']);
    const called = openCalledAddresses(['127.0.0.1'], names.resolve);
    await expect(get(`http://provider.example:${server.port}/`, called)).rejects.toMatchObject(REFUSED);
    await expect(called.connect('provider.example', Number(server.port), soon())).rejects.toMatchObject(REFUSED);
    expect(server.calls).toEqual([]);
  });

  it.each(['127.0.0.1', '2130706433', '0x7f.1', '017700000001', '[::ffff:127.0.0.1]', 'localhost'])(
    'is not made to %s, however it is written',
    async (host) => {
      const server = await givenServer(() => ({ status: 200 }));
      await expect(get(`http://${host}:${server.port}/`, openCalledAddresses([]))).rejects.toMatchObject(REFUSED);
      expect(server.calls).toEqual([]);
    },
  );

  it('shares no connection with calls that may use more addresses', async () => {
    const server = await givenServer(() => ({ status: 200, body: 'kept' }));
    const url = `http://provider.example:${server.port}/`;
    const { resolve } = givenNames(['127.0.0.1']);
    const [wide, narrow] = [openCalledAddresses(['127.0.0.1'], resolve), openCalledAddresses([], resolve)];
    expect((await get(url, wide)).status).toBe(200);
    await expect(get(url, narrow)).rejects.toMatchObject(REFUSED);
    expect(server.calls).toHaveLength(1);
  });

  it('follows no redirect', async () => {
    const other = await givenServer(() => ({ status: 200 }));
    const server = await givenServer(() => ({ status: 302, headers: { location: other.url } }));
    expect(await get(server.url, openCalledAddresses(['127.0.0.1']))).toMatchObject({ status: 302 });
    expect(other.calls).toEqual([]);
  });

  it('reads no more of an answer than it may', async () => {
    const server = await givenServer(() => ({ status: 200, body: 'x'.repeat(100_001) }));
    const called = openCalledAddresses(['127.0.0.1']);
    expect((await get(server.url, called, 100_000)).body).toBeUndefined();
    expect((await get(server.url, called, 100_001)).body).toHaveLength(100_001);
  });

  it('names the host to a server with a certificate', async () => {
    const named: string[] = [];
    const server: Server = createTlsServer({
      SNICallback: (name, done) => {
        named.push(name);
        done(new Error('no certificate'));
      },
    });
    server.on('tlsClientError', () => {});
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    closing.push(() => server.close());
    const { resolve } = givenNames(['127.0.0.1']);
    const url = `https://provider.example:${(server.address() as AddressInfo).port}/`;
    await expect(get(url, openCalledAddresses(['127.0.0.1'], resolve))).rejects.toThrow();
    expect(named).toEqual(['provider.example']);
  });
});

it('a connection that is not made in time is given up', async () => {
  const asked: string[] = [];
  const called = openCalledAddresses([], (host) => void asked.push(host));
  await expect(called.connect('silent.example', 25, AbortSignal.timeout(20))).rejects.toThrow('in time');
  expect(asked).toEqual(['silent.example']);
});

it('a connection that was made stays when the time to make it ends', async () => {
  const server = createServer((socket) => socket.on('data', (bytes) => socket.write(bytes)));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  closing.push(() => server.close());
  const ending = new AbortController();
  const { port } = server.address() as AddressInfo;
  const socket = await openCalledAddresses(['127.0.0.1']).connect('127.0.0.1', port, ending.signal);
  closing.unshift(() => socket.destroy());
  ending.abort();
  socket.write('still here');
  const [echo] = await new Promise<[Buffer]>((resolve) => socket.once('data', (bytes) => resolve([bytes as Buffer])));
  expect(echo.toString()).toBe('still here');
});

describe('a system whose address may not be called is sent nothing by', () => {
  const policy = { ...givenPolicy(), addresses: openCalledAddresses([]) };
  const at = { id: 1, currency: 'AUD', increments: 'totals', key: 'key', policy } as const;
  const keyFile = path.join(mkdtempSync(path.join(tmpdir(), 'wattle-called-')), 'key');
  writeFileSync(keyFile, 'no key is read before a connection');
  afterAll(() => rmSync(path.dirname(keyFile), { recursive: true }));
  const sftp = { kind: 'sftp', host: '127.0.0.1', user: 'wattle', folder: '/in', hostKey: '', keyFile } as const;
  const vapid = { ...webPush.generateVAPIDKeys(), subject: 'mailto:ops@wattle.example' };
  const mail = { to: 'amelia@example.com', fromName: 'Bank', subject: 'Code', text: '042137', html: '' };
  const sender = { from: 'no-reply@wattle.example', requireTls: false };
  const messageId = '5f0c6a3e-0000-4000-8000-000000000001';
  const notice = { id: messageId, title: 'a', body: 'b', language: 'enAU', page: 'signInMethods' } as const;
  const gateway = { apiKey: 'key', noticeKey: Buffer.alloc(32), pageOrigin: 'https://page.example' };
  const greenId = { accountId: 'a', password: 'b', apiCode: 'c', ruleId: 'd', uiUrl: 'https://ui.example' };
  const text = { messageId, to: '+61400000001', text: '042137', expiresAt: 600_000 };
  const who = { person: 'p', session: 's', purpose: 'payment' } as const;
  const payee = { ...who, bsb: '062000', accountNumber: '12345678', name: 'Amelia' };
  const search = { country: 'AU', text: '1 Main', most: 3 } as const;
  const unsent = { kind: 'unsent', code: 'address_not_permitted' };
  const later = { ok: false, isFinal: false, code: 'address_not_permitted' };
  const subscription = (url: string) => ({ to: givenSubscription(url), payload: notice });
  const adapters: readonly [string, (url: string) => Promise<unknown>, object][] = [
    ['texts', (url) => openSmsGateway({ url, key: Buffer.alloc(32) }, { now: () => 0 }, policy).send(text), later],
    [
      'push',
      (url) => openWebPush({ ...vapid, hosts: [new URL(url).host] }, () => policy).send(subscription(url)),
      later,
    ],
    [
      'mail',
      (url) =>
        openSmtpMail({ ...sender, url: url.replace('http', 'smtp') }, 5_000, policy).send({ ...mail, messageId }),
      later,
    ],
    [
      'payee names',
      (url) => openNameService({ provider: 'service', url, apiKey: 'key' }, policy).compare(payee),
      unsent,
    ],
    [
      'the gateway',
      (url) => openHostedPage({ ...gateway, provider: 'hostedPage', url }, policy).state(paymentAt('REF')),
      unsent,
    ],
    ['the identity service', (url) => openGreenId({ ...greenId, url }, policy).result('REF'), unsent],
    ['addresses', (url) => openAddressfinder({ url, key: 'k', secret: 's' }, policy).search(search), unsent],
    ['breached passwords', (url) => openRangeService(url, policy).isKnown('correct horse'), unsent],
    ['Stripe Issuing', (url) => stripeApi({ ...at, url }).purchase('iauth_1'), unsent],
    ['Lithic', (url) => lithicApi({ ...at, url }).purchase('1'), unsent],
    ['files', (url) => openSftpExchange({ ...sftp, port: Number(new URL(url).port) }, policy).list(), unsent],
  ];

  it.each(adapters)('%s', async (_what, call, outcome) => {
    let connections = 0;
    const server = createServer((socket) => {
      connections += 1;
      socket.destroy();
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    closing.push(() => server.close());
    expect(await call(`http://127.0.0.1:${(server.address() as AddressInfo).port}`)).toMatchObject(outcome);
    expect(connections).toBe(0);
  });
});

describe('a URL that staff give', () => {
  const none = openCalledAddresses([]);
  it.each([
    'http://sms.example/',
    'ftp://sms.example/',
    'https://localhost:8443/',
    'https://127.0.0.1/',
    'https://[::1]/',
    'https://10.0.0.5/',
    'https://169.254.169.254/latest',
    'https://0xa9fea9fe/',
    'https://[::ffff:10.0.0.5]/',
    'https://user@sms.example/',
    'https://user:secret@sms.example/',
    'sms.example',
  ])('is not %s in production', (url) => {
    expect(mayBeGiven(url, none, 'production')).toBe(false);
  });

  it.each([
    // A Cyrillic letter, a full stop of another script, an escaped letter, a host before a backslash, a tab.
    'https://hooks.ex\u0430mple.com/a',
    'https://hooks\u3002example.com/a',
    'https://%65vil.example/a',
    'https://hooks.example\\@evil.example/a',
    'https:\\\\hooks.example/a',
    'https://hooks.exa\tmple/a',
    'https:hooks.example',
  ])('is not %j, which reads as another host than it calls', (url) => {
    expect(mayBeGiven(url, openCalledAddresses([]), 'production')).toBe(false);
  });

  it.each([
    'https://hooks.example',
    'https://HOOKS.example:8443/a',
    'https://hooks.example:443?a',
    'https://xn--hooks-exmple-p8i.example/a',
  ])('may be %s', (url) => {
    expect(mayBeGiven(url, openCalledAddresses([]), 'production')).toBe(true);
  });

  it('may be any public host, in a sandbox also without a certificate', () => {
    expect(mayBeGiven('https://sms.example/messages', none, 'production')).toBe(true);
    expect(mayBeGiven('http://sms.example/messages', none, 'sandbox')).toBe(true);
    expect(mayBeGiven('http://169.254.169.254/', openCalledAddresses(PRIVATE_NETWORKS), 'sandbox')).toBe(false);
  });
});

describe('settings', () => {
  const networksOf = (env: Record<string, string>) => readConfig(env, (path) => path).outside.networks;
  const production = {
    WATTLE_MODE: 'production',
    WATTLE_KEY_PAN: 'x',
    DATABASE_URL: 'postgres://db.example/wattle',
    WATTLE_SMTP_URL: 'smtp://127.0.0.1:25',
    WATTLE_MAIL_FROM: 'no-reply@wattle.example',
  };

  it('permit private networks in the sandbox, and none in production', () => {
    expect(networksOf({}).given).toEqual(PRIVATE_NETWORKS);
    expect(networksOf(production).given).toEqual([]);
    expect(networksOf({ ...production, WATTLE_CALLED_NETWORKS: '10.1.0.0/16, fd00::1' }).given).toEqual([
      '10.1.0.0/16',
      'fd00::1',
    ]);
  });

  it('permit the literal addresses that they name, to themselves alone', () => {
    expect(networksOf(production).own).toEqual(['127.0.0.1']);
    expect(networksOf(production).given).toEqual([]);
  });

  it.each(['10.0.0.0/33', 'mail.example', '10.0.0.1;10.0.0.2', '10'])('do not take %j for a network', (networks) => {
    expect(() => networksOf({ WATTLE_CALLED_NETWORKS: networks })).toThrow('WATTLE_CALLED_NETWORKS');
  });

  it('find literal addresses in URLs of every scheme', () => {
    const urls = [
      'smtp://10.0.0.1:25',
      'sftp://u@[fd00::1]/in',
      'https://localhost/',
      'https://pay.example',
      undefined,
    ];
    expect(literalHosts(urls)).toEqual(['10.0.0.1', 'fd00::1', '127.0.0.0/8', '::1']);
  });
});

/** A server that answers each connection with these bytes, and leaves it open. */
async function givenBytes(bytes: string): Promise<string> {
  const server = createServer((socket) => {
    socket.on('error', () => {});
    socket.write(bytes);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  closing.push(() => void server.close());
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
}

describe('an answer', () => {
  const called = openCalledAddresses(['127.0.0.1']);

  it('in a protocol that was not asked for ends the call', async () => {
    const url = await givenBytes('HTTP/1.1 101 Switching Protocols\r\nConnection: Upgrade\r\nUpgrade: x\r\n\r\n');
    await expect(get(url, called)).rejects.toThrow('closed without an answer');
  });

  it('is its status and headers where no body is read, though its body does not end', async () => {
    const url = await givenBytes('HTTP/1.1 202 Accepted\r\nTransfer-Encoding: chunked\r\n\r\n2\r\nok\r\n');
    expect(await get(url, called, 0)).toMatchObject({ status: 202, body: undefined });
  });
});
