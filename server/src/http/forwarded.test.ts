import { spawn, spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import http from 'node:http';
import net from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { givenApp, type TestApp } from '../../test-support/app.ts';
import { forwardedAddress } from './forwarded.ts';

let given: TestApp;
let port: number;
beforeAll(async () => {
  given = await givenApp();
  await given.app.listen({ host: '127.0.0.1', port: 0 });
  ({ port } = given.app.server.address() as net.AddressInfo);
});
afterAll(() => given.close());

/** Response of a server to these bytes. */
function askRaw(text: string): Promise<string> {
  return new Promise((resolve, reject) => {
    const socket = net.connect(port, '127.0.0.1', () => socket.end(text));
    let answer = '';
    socket.setEncoding('utf8').on('data', (chunk: string) => {
      answer += chunk;
    });
    socket.once('error', reject).once('close', () => resolve(answer));
  });
}

describe('a forwarded address', () => {
  it.each([
    ['203.0.113.9', '203.0.113.9'],
    [' 203.0.113.9:4711 ', '203.0.113.9'],
    ['"203.0.113.9:4711"', '203.0.113.9'],
    ['2001:db8::1', '2001:db8::1'],
    ['[2001:db8::1]', '2001:db8::1'],
    ['[2001:db8::1]:4711', '2001:db8::1'],
    ['"[2001:db8::1]:4711"', '2001:db8::1'],
    ['[fe80::1%eth0]:80', 'fe80::1'],
    ['::ffff:203.0.113.9', '203.0.113.9'],
    ['[::ffff:203.0.113.9]:4711', '203.0.113.9'],
  ])('%s is read as %s', (entry, address) => expect(forwardedAddress(entry)).toBe(address));

  it.each(['', 'unknown', '_hidden', '203.0.113', '203.0.113.9.1:80', '[2001:db8::1', '1:2', '[]:80', '203.0.113.9:x'])(
    '%s is not read',
    (entry) => expect(forwardedAddress(entry)).toBe('0.0.0.0'),
  );
});

describe('the check of the Host header', () => {
  it.each([
    ['two hosts', 'Host: a.example\r\nHost: b.example\r\n', 400],
    ['the same host twice', 'Host: a.example\r\nhost: a.example\r\n', 400],
    ['no host', '', 400],
    ['one host', 'Host: a.example\r\n', 200],
  ])('answers a request with %s', async (_what, hosts, status) => {
    const answer = await askRaw(`GET /healthz HTTP/1.1\r\n${hosts}Connection: close\r\n\r\n`);
    expect(answer).toMatch(new RegExp(`^HTTP/1.1 ${status} `));
  });
});

describe('/metrics', () => {
  it.each(['/metrics', '/Metrics', '/METRICS/', '/metrics?x=1'])(
    'is refused to callers behind a proxy: %s',
    async (url) => {
      for (const headers of [{ 'x-forwarded-for': '127.0.0.1' }, { 'x-real-ip': '127.0.0.1' }, { via: '1.1 proxy' }])
        expect((await given.app.inject({ url, headers })).statusCode).toBe(404);
      expect((await given.app.inject({ url })).statusCode).toBe(200);
    },
  );

  it('is refused to a proxy that sends HTTP/1.0 without forwarding headers', async () => {
    expect(await askRaw('GET /metrics HTTP/1.0\r\nHost: a.example\r\n\r\n')).toMatch(/^HTTP\/1.1 404 /);
  });
});

const hasNginx = spawnSync('nginx', ['-v']).status === 0;

describe.skipIf(!hasNginx)('deploy/nginx/wattle.conf, where nginx is installed,', () => {
  let proxy: number;
  let stop: () => void;
  let reached: string[];
  const behind = http.createServer((request, response) => {
    reached.push(request.url ?? '');
    response.end('reached');
  });

  beforeAll(async () => {
    await new Promise<void>((resolve) => behind.listen(0, '127.0.0.1', resolve));
    const { port: behindPort } = behind.address() as net.AddressInfo;
    const free = net.createServer().listen(0, '127.0.0.1');
    await new Promise((resolve) => free.once('listening', resolve));
    ({ port: proxy } = free.address() as net.AddressInfo);
    await new Promise((resolve) => free.close(resolve));
    const folder = mkdtempSync(path.join(tmpdir(), 'wattle-nginx-'));
    mkdirSync(path.join(folder, 'tmp'));
    // Unchanged except for addresses, certificate and the redirect of plain HTTP.
    const served = readFileSync(new URL('../../../deploy/nginx/wattle.conf', import.meta.url), 'utf8')
      .replace(/server \{\s+listen 80;[^}]*\}/, '')
      .replace('listen 443 ssl http2', `listen 127.0.0.1:${proxy}`)
      .replaceAll(/^ *ssl_.*$/gm, '')
      .replaceAll(/server 10\.0\.0\.2\d:3000[^;]*;/g, `server 127.0.0.1:${behindPort};`);
    const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map(
      (kind) => `${kind}_temp_path ${folder}/tmp/${kind};`,
    );
    const whole = `pid ${folder}/pid; error_log stderr; events {} http { access_log off; ${temporary.join(' ')} ${served} }`;
    writeFileSync(path.join(folder, 'nginx.conf'), whole);
    const nginx = spawn('nginx', ['-p', folder, '-c', 'nginx.conf', '-g', 'daemon off; master_process off;']);
    let said = '';
    nginx.stderr.on('data', (chunk) => {
      said += String(chunk);
    });
    stop = () => {
      nginx.kill();
      rmSync(folder, { recursive: true });
    };
    reached = [];
    const answers = () =>
      fetch(`http://127.0.0.1:${proxy}/healthz`).then(
        ({ ok }) => ok,
        () => nginx.exitCode !== null,
      );
    await vi.waitUntil(answers, { timeout: 10_000, interval: 20 });
    if (nginx.exitCode !== null) throw new Error(said);
  });
  afterAll(() => {
    stop();
    behind.close();
    behind.closeAllConnections();
  });

  const ask = (target: string) =>
    new Promise<number>((resolve, reject) => {
      // Sent unchanged: fetch would normalise it.
      const asked = http.get({ host: '127.0.0.1', port: proxy, path: target, agent: false }, (answer) => {
        answer.resume();
        resolve(answer.statusCode ?? 0);
      });
      asked.once('error', reject);
    });

  it.each([
    '/metrics',
    '/Metrics',
    '/METRICS/',
    '/metrics//',
    '//metrics',
    '/metrics%2f',
    '/%6Detrics',
    '/%4detrics%2F',
    '/./metrics',
    '/api/../metrics',
    '/metrics?x=1',
  ])('keeps %s from the server', async (target) => {
    reached = [];
    expect(await ask(target)).toBe(404);
    expect(reached).toEqual([]);
  });

  it.each(['/api/live', '/metricsandmore', '/brand/metrics'])('forwards %s', async (target) => {
    reached = [];
    expect(await ask(target)).toBe(200);
    expect(reached).toEqual([target]);
  });
});
