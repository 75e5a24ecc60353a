import { chmodSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import pg from 'pg';
import { afterAll, beforeAll, expect, inject, test, vi } from 'vitest';
import { givenHttpServer, type HttpServer } from '../../test-support/outside/http-server.ts';
import {
  type Block,
  FIRST_CARD,
  openShell,
  readFirstPurchase,
  runIn,
  runStaff,
  type Shell,
} from '../../test-support/processes/first-purchase.ts';
import { ask, compileCache, freePort } from '../../test-support/processes/server-process.ts';

const ROOT = path.join(import.meta.dirname, '../../..');
const DATABASE = `first_${process.pid}`;

/** The commands of the document with the database, roles and host of this test. */
function readBlocks(): Block[] {
  // The database of the tests is reached by a socket.
  const [, socket = ''] = inject('postgres').ownerUrl.split('?');
  return readFirstPurchase().map(({ kind, text }) => ({
    kind,
    text: text
      .replaceAll('OWNER_PASSWORD', 'owner')
      .replaceAll('SERVER_PASSWORD', 'server')
      .replaceAll('DATABASE_HOST/wattle', `/${DATABASE}?${socket}`)
      .replaceAll('DATABASE wattle ', `DATABASE ${DATABASE} `)
      .replaceAll(/wattle_(owner|server)/g, `${DATABASE}_$1`)
      .replaceAll('smtps://MAIL_USER:MAIL_PASSWORD@MAIL_HOST:465', 'smtp://127.0.0.1:1')
      .replaceAll('https://TEXTS_HOST', texts.url)
      .replaceAll('TEXTS_KEY', 'ab'.repeat(32)),
  }));
}

let folder: string;
let port: number;
/** The gateway of the texts. */
let texts: HttpServer;
const children: Shell['children'] = [];
const shell = (): Shell => ({
  cwd: folder,
  children,
  env: {
    PATH: `${folder}:${process.env['PATH']}`,
    HOME: folder,
    ...compileCache(),
    PORT: String(port),
    WATTLE_DATA: path.join(folder, 'data'),
    WATTLE_LOG_LEVEL: 'info',
  },
});
beforeAll(async () => {
  folder = mkdtempSync(path.join(tmpdir(), 'wattle-first-'));
  port = await freePort();
  texts = await givenHttpServer(() => ({ status: 202 }));
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
  await texts.close();
  const owner = inject('postgres').ownerUrl;
  await ask(owner, `DROP DATABASE IF EXISTS ${DATABASE} WITH (FORCE)`);
  await ask(owner, `DROP ROLE IF EXISTS ${DATABASE}_server`);
  await ask(owner, `DROP ROLE IF EXISTS ${DATABASE}_owner`);
  rmSync(folder, { recursive: true, force: true });
});

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
  const { child, output } = openShell(shell(), text);
  const until = Date.now() + 60_000;
  while (!output().includes('"msg":"Ready: ')) {
    if (child.exitCode !== null || Date.now() > until) throw new Error(`the server did not start:\n${output()}`);
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
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
  expect(blocks.map(({ kind }) => kind)).toEqual([
    'sh',
    'sh',
    'sql',
    'sh start',
    'sh',
    'sh',
    'sh',
    'sh staff',
    'sh',
    'sh',
  ]);
  let output = '';
  for (const { kind, text } of blocks) {
    if (kind === 'sql') await runSql(text);
    else if (kind === 'sh start') await start(text);
    else if (kind === 'sh staff') await runStaff(shell(), text, output);
    else output += await runIn(shell(), text);
  }
  expect(output).toContain('2 accepted, 0 were there already, 0 refused');
  await vi.waitUntil(() => texts.calls.length > 0, { timeout: 20_000 });
  expect(texts.calls.map(({ url, body }) => [url, JSON.parse(body.toString())])).toEqual([
    ['/messages', expect.objectContaining({ to: '+61400000999', text: expect.stringMatching(/\b\d{6}\b/) as string })],
  ]);
  expect(output).toMatch(/\{[^\n]*"answer":"00"[^\n]*"available":3766/);
  const sign = await fetch(`http://127.0.0.1:${port}/api/brand/default`);
  expect(((await sign.json()) as { BrandIdentifier: string }).BrandIdentifier).toBe('kea');
  expect(readFileSync(path.join(folder, 'results.csv'), 'utf8')).not.toContain(FIRST_CARD);
  await restart(blocks);
}, 180_000);
