import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, get, type IncomingHttpHeaders, type Server } from 'node:http';
import { connect } from 'node:http2';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { BYTES_TYPE, FIELDS_HEADER } from '@wattle/contract/rules/bytes-call.ts';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { givenApp, type TestApp } from '../../test-support/app.ts';
import { givenDispute } from '../../test-support/disputes.ts';
import { purchaseOf, sendNetwork } from '../../test-support/network.ts';
import { freePort } from '../../test-support/processes/server-process.ts';

const SITES = ['wattle.conf', 'wattle-desk.conf'].map((name) =>
  path.join(import.meta.dirname, '../../../deploy/nginx', name),
);
const [NGINX, OPENSSL] = ['/usr/sbin/nginx', '/usr/bin/openssl'];
const MB = 1024 * 1024;

type Nginx = { readonly http: number; readonly https: number; stop(): Promise<void> };

/** Debian's nginx with the sites of deploy/, with its own ports and certificate, in front of one server. */
async function startNginx(upstream: number, staff = '127.0.0.0/8'): Promise<Nginx> {
  const folder = mkdtempSync(path.join(tmpdir(), 'wattle-nginx-'));
  const [key, certificate] = ['key.pem', 'fullchain.pem'].map((name) => path.join(folder, name)) as [string, string];
  const curve = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:P-256', '-nodes', '-days', '1'];
  spawnSync(OPENSSL, ['req', '-x509', ...curve, '-subj', '/CN=cards.example', '-keyout', key, '-out', certificate]);
  const [http, https] = [await freePort(), await freePort()];
  const site = SITES.map((file) => readFileSync(file, 'utf8'))
    .join('\n')
    .replaceAll('/etc/ssl/wattle/desk-', '/etc/ssl/wattle/')
    .replaceAll('/etc/ssl/wattle', folder)
    .replace('listen 80;', `listen 127.0.0.1:${http};`)
    .replaceAll('listen 443 ', `listen 127.0.0.1:${https} `)
    .replace('allow 127.0.0.0/8;', `allow ${staff};`)
    .replace(/( +server )10\.0\.0\.21:3000/, `$1127.0.0.1:${upstream}`)
    .replace(/ +server 10\.0\.0\.22:3000.*\n/, '');
  writeFileSync(path.join(folder, 'site.conf'), site);
  const kept = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map(
    (name) => `${name}_temp_path ${folder}/${name};`,
  );
  writeFileSync(
    path.join(folder, 'nginx.conf'),
    `user root; daemon off; worker_processes 1; pid ${folder}/pid; error_log ${folder}/error.log;
     events {} http { access_log off; ${kept.join(' ')} include ${folder}/site.conf; }`,
  );
  const child = spawn(NGINX, ['-c', path.join(folder, 'nginx.conf'), '-p', folder], { stdio: 'ignore' });
  await vi.waitUntil(() => existsSync(path.join(folder, 'pid')), { timeout: 10_000 });
  await vi.waitUntil(() => isOpen(http), { timeout: 10_000 });
  return { http, https, stop: () => stop(child, folder) };
}

const isOpen = (port: number) =>
  fetch(`http://127.0.0.1:${port}/`, { redirect: 'manual' }).then(
    () => true,
    () => false,
  );

async function stop(child: ChildProcess, folder: string): Promise<void> {
  const ended = new Promise((resolve) => child.once('exit', resolve));
  child.kill('SIGTERM');
  await ended;
  rmSync(folder, { recursive: true });
}

type Answer = { readonly status: number; readonly body: string };

/** One call over HTTP/2, as browsers make it. */
function ask(
  { https }: Nginx,
  given: {
    readonly path: string;
    readonly host?: string;
    readonly headers?: object;
    readonly body?: Buffer;
    onData?(text: string): void;
  },
): { readonly answer: Promise<Answer>; close(): void } {
  const session = connect(`https://127.0.0.1:${https}`, { rejectUnauthorized: false });
  const answer = new Promise<Answer>((resolve, reject) => {
    session.on('error', reject);
    const stream = session.request({
      ':method': given.body ? 'POST' : 'GET',
      ':path': given.path,
      ':authority': `${given.host ?? 'cards.example'}:${https}`,
      ...given.headers,
    });
    let [status, body] = [0, ''];
    stream.on('response', (head) => (status = Number(head[':status'])));
    stream.setEncoding('utf8').on('data', (text: string) => {
      body += text;
      given.onData?.(text);
    });
    stream.on('error', reject);
    stream.on('end', () => resolve({ status, body }));
    stream.end(given.body);
  });
  return { answer: answer.finally(() => session.close()), close: () => session.destroy() };
}

const canRun = existsSync(NGINX) && existsSync(OPENSSL) && process.getuid?.() === 0;

describe.runIf(canRun)('nginx without a server behind it', () => {
  let seen: IncomingHttpHeaders;
  let echo: Server;
  let nginx: Nginx;
  beforeAll(async () => {
    echo = createServer((request, response) => {
      seen = request.headers;
      response.end('ok');
    });
    await new Promise<void>((resolve) => echo.listen(0, '127.0.0.1', resolve));
    nginx = await startNginx((echo.address() as AddressInfo).port);
  });
  afterAll(async () => {
    await nginx.stop();
    echo.close();
  });

  it('redirects http to https with path and query', async () => {
    const answered = await new Promise<unknown[]>((resolve) =>
      get(
        { host: '127.0.0.1', port: nginx.http, path: '/login?next=1', headers: { host: 'cards.example' } },
        (response) => resolve([response.statusCode, response.headers.location]),
      ),
    );
    expect(answered).toEqual([301, 'https://cards.example/login?next=1']);
  });

  it('forwards the host with its port and the client address and scheme that it sees itself', async () => {
    const forged = { 'x-forwarded-for': '203.0.113.9', 'x-forwarded-proto': 'http' };
    expect(await ask(nginx, { path: '/', headers: forged }).answer).toEqual({ status: 200, body: 'ok' });
    expect(seen).toMatchObject({
      host: `cards.example:${nginx.https}`,
      'x-forwarded-for': '127.0.0.1',
      'x-forwarded-proto': 'https',
    });
    expect(seen['connection']).not.toBe('close');
  });

  it.each(['/metrics', '/METRICS/', '//metrics'])('serves metrics to internal callers only: %s', async (address) => {
    expect((await ask(nginx, { path: address }).answer).status).toBe(404);
  });
});

describe.runIf(canRun)('nginx at the host of the desk', () => {
  let test: TestApp;
  beforeAll(async () => {
    test = await givenApp({ WATTLE_TRUSTED_PROXIES: '127.0.0.1', WATTLE_DESK_HOST: 'desk.example' });
    await test.app.listen({ host: '127.0.0.1', port: 0 });
  });
  afterAll(() => test.close());
  const statusAt = async (nginx: Nginx, host: string) =>
    (await ask(nginx, { path: '/desk/session', host }).answer).status;

  it('has the desk for the networks of the staff, and nothing for others', async () => {
    const upstream = (test.app.server.address() as AddressInfo).port;
    const staffs = await startNginx(upstream);
    // No one is signed in; at the other host there is no desk.
    expect([await statusAt(staffs, 'desk.example'), await statusAt(staffs, 'cards.example')]).toEqual([401, 404]);
    await staffs.stop();
    const strangers = await startNginx(upstream, '192.0.2.0/24');
    expect(await statusAt(strangers, 'desk.example')).toBe(404);
    await strangers.stop();
  });

  it('answers a file that is too large like the server', async () => {
    const nginx = await startNginx((test.app.server.address() as AddressInfo).port);
    const send = async (size: number) => {
      const headers = { 'content-type': BYTES_TYPE };
      const call = { path: '/desk/commands/attach', host: 'desk.example', headers, body: Buffer.alloc(size) };
      const { status, body } = await ask(nginx, call).answer;
      return [status, JSON.parse(body) as unknown];
    };
    const refused = { error: 'file_too_large', field: 'file' };
    expect(await send(10 * MB)).toEqual([413, { ...refused, requestId: expect.any(String) as string }]);
    expect(await send(20 * MB)).toEqual([413, refused]);
    // One that is not too large is read, and no one is signed in.
    expect(await send(5 * MB)).toEqual([401, { error: 'not_signed_in', requestId: expect.any(String) as string }]);
    await nginx.stop();
  });
});

describe.runIf(canRun)('nginx in front of a server', () => {
  let test: TestApp;
  let nginx: Nginx;
  beforeAll(async () => {
    test = await givenApp({ WATTLE_TRUSTED_PROXIES: '127.0.0.1' });
    await test.app.listen({ host: '127.0.0.1', port: 0 });
    nginx = await startNginx((test.app.server.address() as AddressInfo).port);
  });
  afterAll(async () => {
    await nginx.stop();
    await test.close();
  });

  const pdf = (size: number) =>
    Buffer.concat([Buffer.from('%PDF-1.7\n'), Buffer.alloc(size - 15), Buffer.from('%%EOF\n')]);

  it('accepts evidence of 10 MB and answers larger bodies like the server', async () => {
    const { id, headers } = await givenDispute(test);
    const fields = encodeURIComponent(JSON.stringify({ DisputeId: id, Name: 'receipt.pdf' }));
    const send = (size: number) =>
      ask(nginx, {
        path: '/api/dispute/addFile',
        headers: { ...headers, 'content-type': BYTES_TYPE, [FIELDS_HEADER.toLowerCase()]: fields },
        body: pdf(size),
      }).answer;
    const taken = await send(10 * MB);
    expect([taken.status, (JSON.parse(taken.body) as { Files: unknown }).Files]).toEqual([
      200,
      [{ FileId: expect.any(String) as string, Name: 'receipt.pdf', Size: 10 * MB }],
    ]);
    const refused = await send(11 * MB);
    expect([refused.status, JSON.parse(refused.body)]).toEqual([
      400,
      { error: ['20010'], requestId: expect.any(String) as string },
    ]);
    const huge = await send(20 * MB);
    expect([huge.status, JSON.parse(huge.body)]).toEqual([400, { error: ['20010'] }]);
  });

  it('forwards a live stream without buffering', async () => {
    const { card, headers } = await givenDispute(test);
    let text = '';
    const stream = ask(nginx, { path: '/api/live', headers, onData: (part) => (text += part) });
    stream.answer.catch(() => undefined);
    await vi.waitUntil(() => text !== '', { timeout: 10_000 });
    const before = text.length;
    expect((await sendNetwork(test, 'authorisations', purchaseOf(card))).answer).toBe('00');
    await vi.waitUntil(() => text.slice(before).includes('changed'), { timeout: 10_000 });
    stream.close();
  });
});
