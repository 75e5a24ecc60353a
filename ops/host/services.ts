import { type ChildProcess, spawn } from 'node:child_process';
import { appendFileSync, chmodSync, cpSync, mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { vi } from 'vitest';
import { type Container, startContainer } from './container.ts';
import { environmentOf, filled, readCompose, readSettings, type Service } from './compose.ts';
import type { BuiltImage } from './image.ts';
import { inNetwork, Networks } from './networks.ts';
import { giveNow } from './programs.ts';

/** A program of Debian's that runs beside the server: PostgreSQL, Caddy, the gateway of texts. */
type Program = { readonly output: () => string; stop(): Promise<void> };

const POSTGRES = '/usr/lib/postgresql/15/bin';
/** Compose chooses the addresses of a network that names none. */
const BETWEEN = { server: '172.30.78.10', database: '172.30.78.2' };

const { services } = readCompose();
const serviceOf = (name: string): Service => {
  const found = services[name];
  if (!found) throw new Error(`compose.yaml has no ${name}`);
  return found;
};
const addressOf = (name: string) => serviceOf(name).networks['proxy']?.ipv4_address ?? '';

/** The services of compose.yaml, each in a separate network, joined as its networks join them. */
export class Host {
  readonly #networks = new Networks();
  readonly #ids = new Map(['database', 'server', 'proxy'].map((name) => [name, this.#networks.add(name)]));
  readonly #programs: Program[] = [];
  readonly #folder: string;
  readonly #deploy: string;

  constructor(folder: string, deploy: string) {
    this.#folder = folder;
    this.#deploy = deploy;
    const end = (name: string, address: string) => [this.networkOf(name), address] as const;
    try {
      this.#networks.join('proxy', end('server', addressOf('server')), end('proxy', addressOf('proxy')));
      this.#networks.join('database', end('server', BETWEEN.server), end('database', BETWEEN.database));
    } catch (error) {
      this.#networks.remove();
      throw error;
    }
  }

  networkOf(name: string): string {
    return this.#ids.get(name) ?? '';
  }

  env(name: string): Readonly<Record<string, string>> {
    return environmentOf(serviceOf(name), this.#deploy);
  }

  /** Debian's PostgreSQL in place of the image's, and made ready by the script that the image runs. */
  async startDatabase(): Promise<void> {
    const [data, socket] = ['postgres', 'socket'].map((name) => path.join(this.#folder, name)) as [string, string];
    for (const made of [data, socket]) giveNow('install', '-d', '-o', 'postgres', '-g', 'postgres', made);
    const env = this.env('database');
    const password = path.join(this.#folder, 'password');
    writeFileSync(password, env['POSTGRES_PASSWORD'] ?? '');
    chmodSync(password, 0o644);
    const asPostgres = ['setpriv', '--reuid=postgres', '--regid=postgres', '--init-groups'];
    const initdb = [
      `${POSTGRES}/initdb`,
      '--auth=scram-sha-256',
      `--pwfile=${password}`,
      '--encoding=UTF8',
      '--locale=C',
    ];
    giveNow('setpriv', ...asPostgres.slice(1), ...initdb, '--pgdata', data);
    appendFileSync(path.join(data, 'pg_hba.conf'), 'host all all all scram-sha-256\n');
    const server = [`${POSTGRES}/postgres`, '-D', data, '-k', socket, '-c', 'listen_addresses=*'];
    this.#start('database', [...asPostgres, ...server], {});
    await this.#untilHealthy('database', `${POSTGRES}:/usr/bin`);
    const script = serviceOf('database').volumes?.find((one) => one.includes('docker-entrypoint-initdb.d')) ?? '';
    const superuser = { POSTGRES_USER: 'postgres', PGHOST: socket, PGPASSWORD: env['POSTGRES_PASSWORD'] ?? '' };
    const given = Object.entries({ ...env, ...superuser }).map(([name, value]) => `${name}=${value}`);
    giveNow('env', ...given, 'sh', path.join(this.#deploy, script.split(':')[0] ?? ''));
  }

  /** The image's command, with what compose.yaml says of rights, mounts and addresses. */
  startServer(image: BuiltImage): Container {
    const service = serviceOf('server');
    const names = serviceOf('proxy').networks['proxy']?.aliases ?? [];
    const variables = readSettings(path.join(this.#deploy, '.env'));
    const proxied = names.map((name) => `${addressOf('proxy')} ${filled(name, variables)}\n`);
    const hosts = this.#hosts('server', [`${BETWEEN.database} database\n`, ...proxied]);
    const ofImage = image.config.Env.map((one) => [one.slice(0, one.indexOf('=')), one.slice(one.indexOf('=') + 1)]);
    return startContainer({
      root: image.root,
      isReadOnly: service.read_only === true,
      network: this.networkOf('server'),
      args: [...image.config.Entrypoint, ...image.config.Cmd],
      env: { ...(Object.fromEntries(ofImage) as Record<string, string>), ...this.env('server') },
      folder: image.config.WorkingDir,
      user: Number(image.config.User.split(':')[0]),
      capabilities: [],
      mounts: { ...this.#volumesOf(service, image), '/etc/hosts': hosts },
      tmpfs: service.tmpfs ?? [],
    });
  }

  /** Volumes and folders by their place. A new volume begins with what the image has there. */
  #volumesOf(service: Service, image: BuiltImage): Readonly<Record<string, string>> {
    const mounts: Record<string, string> = {};
    for (const [source = '', place = ''] of (service.volumes ?? []).map((one) => one.split(':'))) {
      const isFolder = source.startsWith('./');
      mounts[place] = isFolder ? path.join(this.#deploy, source) : path.join(this.#folder, `volume-${source}`);
      if (!isFolder) cpSync(path.join(image.root, place), mounts[place], { recursive: true });
      if (!isFolder) giveNow('chown', '--reference', path.join(image.root, place), mounts[place]);
    }
    return mounts;
  }

  /** Debian's Caddy with the sites that compose.yaml mounts. Its certificates are its own: here no authority is reached. */
  async startProxy(): Promise<{ readonly certificate: string }> {
    const storage = path.join(this.#folder, 'caddy');
    mkdirSync(storage);
    const sites = path.join(this.#deploy, 'caddy/Caddyfile');
    const own = `{\n\tadmin off\n\tlocal_certs\n\tskip_install_trust\n\tstorage file_system ${storage}\n}\n`;
    const file = path.join(this.#folder, 'Caddyfile');
    writeFileSync(file, own);
    giveNow('sh', '-c', 'cat "$1" >> "$2"', 'sh', sites, file);
    const caddy = ['/usr/bin/caddy', 'run', '--adapter', 'caddyfile', '--config', file];
    const hosts = this.#hosts('proxy', [`${addressOf('server')} server\n`]);
    const withHosts = ['unshare', '--mount', 'sh', '-e', '-c', 'mount --bind "$1" /etc/hosts; shift; exec "$@"', 'sh'];
    this.#start('proxy', [...withHosts, hosts, ...caddy], { ...this.env('proxy'), HOME: storage });
    const certificate = path.join(storage, 'pki/authorities/local/root.crt');
    await vi.waitUntil(() => this.ask(certificate, 'cards.example', '/healthz') !== undefined, { timeout: 30_000 });
    return { certificate };
  }

  /** The answer of the sites, as from outside; undefined where there is none. */
  ask(certificate: string, host: string, address: string, scheme: 'https' | 'http' = 'https'): string | undefined {
    const [command = '', ...rest] = inNetwork(this.networkOf('proxy'));
    const to = ['443', '80'].flatMap((port) => ['--resolve', `${host}:${port}:${addressOf('proxy')}`]);
    const how = [
      '--silent',
      '--max-time',
      '20',
      '--cacert',
      certificate,
      '--write-out',
      '\n%{http_code} %{redirect_url}',
    ];
    try {
      return giveNow(command, ...rest, 'curl', ...how, ...to, `${scheme}://${host}${address}`);
    } catch {
      return undefined;
    }
  }

  /** A program of this machine in the network of a service. */
  start(name: string, command: readonly string[]): Program {
    return this.#start(name, command, {});
  }

  async stop(): Promise<void> {
    for (const program of this.#programs.toReversed()) await program.stop();
    this.#networks.remove();
  }

  #hosts(name: string, lines: readonly string[]): string {
    const file = path.join(this.#folder, `hosts-${name}`);
    writeFileSync(file, ['127.0.0.1 localhost\n', ...lines].join(''));
    return file;
  }

  #start(name: string, command: readonly string[], env: Readonly<Record<string, string>>): Program {
    const [program = '', ...args] = [...inNetwork(this.networkOf(name)), ...command];
    const child = spawn(program, args, {
      env: { PATH: process.env['PATH'], ...env },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    let said = '';
    for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk: Buffer) => (said += chunk.toString()));
    const running = { output: () => said, stop: async () => endOf(child) };
    this.#programs.push(running);
    return running;
  }

  /** Asks by the service's health check. */
  async #untilHealthy(name: string, programs: string): Promise<void> {
    const [, ...test] = serviceOf(name).healthcheck?.test ?? [''];
    const [program = '', ...args] = [...inNetwork(this.networkOf(name)), 'env', `PATH=${programs}`, ...test];
    await vi.waitUntil(
      () => {
        try {
          giveNow(program, ...args);
          return true;
        } catch {
          return false;
        }
      },
      { timeout: 60_000, interval: 200 },
    );
  }
}

async function endOf(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const ended = new Promise((resolve) => child.once('exit', resolve));
  // By SIGINT PostgreSQL waits for no session; the others end by either.
  child.kill('SIGINT');
  await ended;
}
