import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { connect } from 'node:http2';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { connect as connectTls } from 'node:tls';
import { vi } from 'vitest';
import { freePort } from './server-process.ts';

const DEPLOY = path.join(import.meta.dirname, '../../../deploy');
const SITES = ['wattle.conf', 'wattle-desk.conf'].map((name) => path.join(DEPLOY, 'nginx', name));
const [NGINX, OPENSSL, CADDY] = ['/usr/sbin/nginx', '/usr/bin/openssl', '/usr/bin/caddy'];

/** A proxy with the sites of deploy/, its own ports of 127.0.0.1 and its own certificate. */
export type Proxy = { readonly http: number; readonly https: number; stop(): Promise<void> };

type Kind = {
  readonly name: string;
  readonly canRun: boolean;
  /** True if it hands a body on when it has the whole, so that the server's answer to one that it does not read arrives. */
  readonly keepsBodies: boolean;
  /** In front of the server at a port of 127.0.0.1, with the networks of the staff. */
  start(upstream: number, staff?: string): Promise<Proxy>;
};

/** Proxies for which deploy/ has sites. nginx is started as root alone. */
export const PROXIES: readonly Kind[] = [
  {
    name: 'nginx',
    canRun: existsSync(NGINX) && existsSync(OPENSSL) && process.getuid?.() === 0,
    keepsBodies: true,
    start: startNginx,
  },
  { name: 'Caddy', canRun: existsSync(CADDY), keepsBodies: false, start: startCaddy },
];

/** Debian's nginx in front of one server. */
async function startNginx(upstream: number, staff = '127.0.0.0/8'): Promise<Proxy> {
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

/** Debian's Caddy, with certificates of its own authority: there is no name that others could prove. */
async function startCaddy(upstream: number, staff = '127.0.0.0/8'): Promise<Proxy> {
  const folder = mkdtempSync(path.join(tmpdir(), 'wattle-caddy-'));
  const [http, https] = [await freePort(), await freePort()];
  const options = `{
    admin off
    local_certs
    skip_install_trust
    default_bind 127.0.0.1
    http_port ${http}
    https_port ${https}
    storage file_system ${folder}
  }
`;
  const file = path.join(folder, 'Caddyfile');
  writeFileSync(file, options + readFileSync(path.join(DEPLOY, 'caddy/Caddyfile'), 'utf8'));
  const child = spawn(CADDY, ['run', '--adapter', 'caddyfile', '--config', file], {
    stdio: 'ignore',
    env: { HOME: folder, WATTLE_SERVER: `127.0.0.1:${upstream}`, WATTLE_DESK_NETWORKS: staff },
  });
  await vi.waitUntil(() => isOpen(http), { timeout: 20_000 });
  // It makes the certificate of each host after it has begun to listen.
  for (const host of ['cards.example', 'desk.example']) {
    await vi.waitUntil(() => hasCertificate(https, host), { timeout: 20_000 });
  }
  return { http, https, stop: () => stop(child, folder) };
}

function hasCertificate(port: number, servername: string): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connectTls({ host: '127.0.0.1', port, servername, rejectUnauthorized: false });
    socket.once('secureConnect', () => resolve(true)).once('error', () => resolve(false));
    socket.once('secureConnect', () => socket.destroy());
  });
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
export function ask(
  { https }: Proxy,
  given: {
    readonly path: string;
    readonly host?: string;
    readonly headers?: object;
    readonly body?: Buffer;
    /** The length that is said of a body, of which nothing is sent. */
    readonly length?: number;
    onData?(text: string): void;
  },
): { readonly answer: Promise<Answer>; close(): void } {
  const host = given.host ?? 'cards.example';
  const session = connect(`https://127.0.0.1:${https}`, { rejectUnauthorized: false, servername: host });
  const answer = new Promise<Answer>((resolve, reject) => {
    session.on('error', reject);
    const stream = session.request({
      ':method': given.body || given.length ? 'POST' : 'GET',
      ':path': given.path,
      ':authority': `${host}:${https}`,
      ...given.headers,
      ...(given.length && { 'content-length': String(given.length) }),
    });
    let [status, body] = [0, ''];
    stream.on('response', (head) => (status = Number(head[':status'])));
    stream.setEncoding('utf8').on('data', (text: string) => {
      body += text;
      given.onData?.(text);
    });
    stream.on('error', reject);
    stream.on('end', () => resolve({ status, body }));
    if (given.length === undefined) stream.end(given.body);
  });
  return { answer: answer.finally(() => session.close()), close: () => session.destroy() };
}
