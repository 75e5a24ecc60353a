import { spawn } from 'node:child_process';
import { luhnDigit } from '@wattle/contract/rules/luhn.ts';
import { chmodSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import pg from 'pg';
import { afterAll, beforeAll, expect, inject, test, vi } from 'vitest';
import { hotp, stepAt } from '../features/desk/second-factor/totp.ts';
import { ask, compileCache, freePort } from '../../test-support/processes/server-process.ts';

const ROOT = path.join(import.meta.dirname, '../../..');
const BLOCK = /```(sh start|sh staff|sh|sql)\n([\s\S]*?)```/g;
const PASSWORD = 'Correct-Horse-2026';
const DATABASE = `first_${process.pid}`;

const OWN: Readonly<Record<string, string>> = {
  BRAND: 'kea',
  NAME: 'Kea Mutual',
  PREFIX: '999912',
  BSB: '999-001',
  SITE: 'kea.co.nz',
  PHONE: '0800 000 000',
};
const CARD = `999912000000771${luhnDigit('999912000000771')}`;

type Block = { readonly kind: string; readonly text: string };

/** The commands of the document with the names of this test: its own database, roles and host. */
function readBlocks(): Block[] {
  const chapter = readFileSync(path.join(ROOT, 'docs/first-purchase.md'), 'utf8');
  // The database of the tests is reached by a socket.
  const [, socket = ''] = inject('postgres').ownerUrl.split('?');
  return [...chapter.matchAll(BLOCK)].map(([, kind = '', text = '']) => ({
    kind,
    text: text
      .replaceAll('OWNER_PASSWORD', 'owner')
      .replaceAll('SERVER_PASSWORD', 'server')
      .replaceAll('DATABASE_HOST/wattle', `/${DATABASE}?${socket}`)
      .replaceAll('DATABASE wattle ', `DATABASE ${DATABASE} `)
      .replaceAll(/wattle_(owner|server)/g, `${DATABASE}_$1`)
      .replaceAll(/cp -r (brands|products)\//g, `cp -r ${ROOT}/$1/`)
      .replaceAll(/YOUR_(\w+)/g, (_, name: string) => OWN[name] ?? name)
      .replaceAll('CARD_NUMBER', CARD),
  }));
}

let folder: string;
let port: number;
const children: ReturnType<typeof spawn>[] = [];
beforeAll(async () => {
  folder = mkdtempSync(path.join(tmpdir(), 'wattle-first-'));
  port = await freePort();
  // Stands in for npm: runs the programs of its scripts on this Node.
  const npm = path.join(folder, 'npm');
  const main = `exec "${process.execPath}" "${ROOT}/server/src/start/main.ts"`;
  writeFileSync(
    npm,
    `#!/bin/sh\n[ "$1" = start ] && ${main}\ntool=$2; shift 3\nif [ -f "${ROOT}/tools/$tool.ts" ]; then set -- "${ROOT}/tools/$tool.ts" "$@"; else set -- "${ROOT}/tools/command.ts" "$tool" "$@"; fi\nexec "${process.execPath}" "$@"\n`,
  );
  chmodSync(npm, 0o755);
});
afterAll(async () => {
  for (const child of children) child.kill('SIGTERM');
  for (const child of children) {
    if (child.exitCode === null && child.signalCode === null)
      await new Promise((resolve) => child.once('exit', resolve));
  }
  const owner = inject('postgres').ownerUrl;
  await ask(owner, `DROP DATABASE IF EXISTS ${DATABASE} WITH (FORCE)`);
  await ask(owner, `DROP ROLE IF EXISTS ${DATABASE}_server`);
  await ask(owner, `DROP ROLE IF EXISTS ${DATABASE}_owner`);
  rmSync(folder, { recursive: true, force: true });
});

function shell(text: string) {
  const child = spawn('bash', ['-e', '-c', `[ -f wattle.env ] && { set -a; . ./wattle.env; set +a; }\n${text}`], {
    cwd: folder,
    env: {
      PATH: `${folder}:${process.env['PATH']}`,
      HOME: folder,
      ...compileCache(),
      PORT: String(port),
      WATTLE_DATA: path.join(folder, 'data'),
      WATTLE_LOG_LEVEL: 'info',
      // The document exports this before the first start.
      ...(ownerUrl !== undefined && { DATABASE_OWNER_URL: ownerUrl }),
    },
  });
  children.push(child);
  let output = '';
  child.stdout.on('data', (chunk: Buffer) => (output += chunk.toString()));
  child.stderr.on('data', (chunk: Buffer) => (output += chunk.toString()));
  return { child, output: () => output };
}

let ownerUrl: string | undefined;

async function run(text: string, input = ''): Promise<string> {
  const { child, output } = shell(text);
  child.stdin.end(input);
  const code = await new Promise((resolve) => child.once('close', resolve));
  if (code !== 0) throw new Error(`ended with ${String(code)}:\n${text}\n${output()}`);
  return output();
}

async function runSql(text: string): Promise<void> {
  const client = new pg.Client({ connectionString: inject('postgres').ownerUrl });
  await client.connect();
  try {
    for (const statement of text.split(';').map((each) => each.trim())) if (statement) await client.query(statement);
    // Other databases of this PostgreSQL have made the group before: in an empty one the first migration does.
    await client.query(`GRANT wattle_app TO ${DATABASE}_owner WITH ADMIN OPTION`);
  } finally {
    await client.end();
  }
}

async function start(text: string): Promise<void> {
  ownerUrl = /DATABASE_OWNER_URL='(\S+)'/.exec(text)?.[1];
  const { child, output } = shell(text);
  const until = Date.now() + 60_000;
  while (!output().includes('"msg":"Ready: ')) {
    if (child.exitCode !== null || Date.now() > until) throw new Error(`the server did not start:\n${output()}`);
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}

const lines = (...typed: readonly (string | undefined)[]) => typed.map((each) => `${each}\n`).join('');

/** Runs the commands as staff type them, each with an authenticator app beside. */
async function runStaff(text: string, codes: ReadonlyMap<string, string>): Promise<void> {
  const apps = new Map<string, string>();
  for (const line of text.trim().split('\n')) {
    const name = /--name (\w+)/.exec(line)?.[1] ?? '';
    if (line.includes('set-password')) apps.set(name, await setPassword(line, codes.get(name)));
    // The code of the next half minute: that of this one was used to set the app up.
    else await run(line, lines(PASSWORD, codeOf(apps.get(name), 1)));
  }
}

/** Answers the key that was shown for the app. */
async function setPassword(line: string, setUpCode: string | undefined): Promise<string> {
  const { child, output } = shell(line);
  const ended = new Promise((resolve) => child.once('close', resolve));
  child.stdin.write(lines(setUpCode, PASSWORD, PASSWORD));
  const key = await vi.waitUntil(() => /authenticator app: ([A-Z2-7]{32})/.exec(output())?.[1], { timeout: 60_000 });
  child.stdin.end(lines(codeOf(key)));
  const code = await ended;
  if (code !== 0) throw new Error(`ended with ${String(code)}:\n${line}\n${output()}`);
  return key;
}

function codeOf(key = '', later = 0): string {
  const bits = [...key].map((letter) =>
    'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'.indexOf(letter).toString(2).padStart(5, '0'),
  );
  const bytes = bits.join('').match(/.{8}/g) ?? [];
  return hotp(Buffer.from(bytes.map((byte) => Number.parseInt(byte, 2))), stepAt(Date.now()) + later);
}

/** Starts again as after a change of a setting: the documented first start, with the existing data. */
async function restart(blocks: readonly Block[]): Promise<void> {
  const [server] = children.filter(({ exitCode, signalCode }) => exitCode === null && signalCode === null);
  const ended = new Promise((resolve) => server?.once('exit', resolve));
  server?.kill('SIGTERM');
  await ended;
  await start(blocks.find(({ kind }) => kind === 'sh start')?.text ?? '');
}

test('the commands of the document lead from an empty database to an approved purchase, in production', async () => {
  const blocks = readBlocks();
  expect(blocks.map(({ kind }) => kind)).toEqual(['sh', 'sql', 'sh start', 'sh', 'sh', 'sh', 'sh staff', 'sh', 'sh']);
  let output = '';
  for (const { kind, text } of blocks) {
    if (kind === 'sql') await runSql(text);
    else if (kind === 'sh start') await start(text);
    else if (kind === 'sh staff') {
      const codes = [...output.matchAll(/Set-up code of (\w+), good until [^:]*(?::\d\d){1,2}[^:]*: (\S+)/g)];
      await runStaff(text, new Map(codes.map(([, name = '', code = '']) => [name, code])));
    } else output += await run(text);
  }
  expect(output).toContain('2 accepted, 0 were there already, 0 refused');
  expect(output).toMatch(/\{[^\n]*"answer":"00"[^\n]*"available":3766/);
  const sign = await fetch(`http://127.0.0.1:${port}/api/brand/default`);
  expect(((await sign.json()) as { BrandIdentifier: string }).BrandIdentifier).toBe('kea');
  expect(readFileSync(path.join(folder, 'results.csv'), 'utf8')).not.toContain(CARD);
  await restart(blocks);
}, 180_000);
