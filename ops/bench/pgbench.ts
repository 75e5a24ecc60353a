import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { PLANNED_ONCE } from '../../server/src/platform/database/database.ts';
import { withoutPassword } from './postgres.ts';
import type { Statement } from './record.ts';

const DEBIAN = '/usr/lib/postgresql';

/** pgbench is missing; the message says where to get it. */
export class NoPgbench extends Error {}

export function findPgbench(): string {
  const versions = existsSync(DEBIAN) ? readdirSync(DEBIAN).toSorted((a, b) => Number(b) - Number(a)) : [];
  const folders = [
    ...(process.env['PATH'] ?? '').split(path.delimiter),
    ...versions.map((version) => `${DEBIAN}/${version}/bin`),
  ];
  const found = folders.map((folder) => path.join(folder, 'pgbench')).find((file) => existsSync(file));
  if (found) return found;
  throw new NoPgbench(
    'pgbench is missing, and the server is measured against it. It comes with PostgreSQL: on Debian and Ubuntu ' +
      '`apt-get install postgresql-15` (or another version), with Homebrew `brew install postgresql@18`.',
  );
}

/** Script of pgbench for the statements: each value is a variable, and nulls are part of the text. */
export function toScript(statements: readonly Statement[]): { script: string; variables: readonly string[] } {
  const variables: string[] = [];
  const lines = statements.map(({ text, values }, statement) => {
    const filled = text.replace(/\$(\d+)/g, (_all, number: string) => {
      const value = values[Number(number) - 1];
      return value === null || value === undefined ? 'NULL' : `:v${statement}_${number}`;
    });
    values.forEach((value, index) => {
      if (value !== null && value !== undefined) variables.push(`v${statement}_${index + 1}=${valueText(value)}`);
    });
    return `${filled.trim()};`;
  });
  return { script: `${lines.join('\n')}\n`, variables };
}

/** Text of a value as the driver sends it. */
function valueText(value: unknown): string {
  if (value instanceof Date) return value.toISOString();
  if (Buffer.isBuffer(value)) return bigintsOf(value) ?? `\\x${value.toString('hex')}`;
  if (typeof value === 'string') return value;
  if (typeof value === 'bigint' || typeof value === 'number' || typeof value === 'boolean') return `${value}`;
  return JSON.stringify(value);
}

const INT8_OID = 20;
const ARRAY_HEADER_BYTES = 20;
const ELEMENT_BYTES = 12;

/** Array literal for an array of bigints, which the server sends in binary; undefined for other bytes. */
function bigintsOf(bytes: Buffer): string | undefined {
  if (bytes.length < ARRAY_HEADER_BYTES) return undefined;
  const [dimensions, , oid, count = 0] = [0, 4, 8, 12].map((at) => bytes.readInt32BE(at));
  const isArray = dimensions === 1 && oid === INT8_OID && bytes.length === ARRAY_HEADER_BYTES + count * ELEMENT_BYTES;
  if (!isArray) return undefined;
  const elements = Array.from({ length: count }, (_, index) =>
    bytes.readBigInt64BE(ARRAY_HEADER_BYTES + index * ELEMENT_BYTES + 4),
  );
  return `{${elements.join(',')}}`;
}

/** Transactions of the script per second, prepared, with as many callers as the server has. */
export function runPgbench(
  url: string,
  statements: readonly Statement[],
  load: { readonly clients: number; readonly seconds: number },
): number {
  const folder = mkdtempSync(path.join(tmpdir(), 'wattle-pgbench-'));
  try {
    const { script, variables } = toScript(statements);
    const file = path.join(folder, 'script.sql');
    writeFileSync(file, script);
    return transactionsASecond(
      url,
      [...loadArguments(load.clients, load.seconds), '-f', file, ...variables.flatMap((variable) => ['-D', variable])],
      PLANNED_ONCE,
    );
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

export const TPC_B_CLIENTS = 16;

/** Creates the tables of TPC-B: 100,000 accounts per scale unit. */
export function initialiseTpcB(url: string, scale: number): void {
  run(url, ['-i', '-q', '-s', String(scale)]);
}

/** TPC-B transactions per second, prepared, with 16 callers. */
export function runTpcB(url: string, seconds: number): number {
  return transactionsASecond(url, loadArguments(TPC_B_CLIENTS, seconds));
}

function loadArguments(clients: number, seconds: number): string[] {
  return ['-n', '-M', 'prepared', '-c', String(clients), '-j', '2', '-T', String(seconds)];
}

function transactionsASecond(url: string, args: readonly string[], settings = ''): number {
  const { stdout, stderr } = run(url, args, settings);
  const perSecond = /^tps = ([\d.]+)/m.exec(stdout)?.[1];
  if (perSecond === undefined || !/number of failed transactions: 0 /.test(stdout)) {
    throw new Error(`pgbench failed: ${stdout}\n${stderr}`);
  }
  return Number(perSecond);
}

function run(
  url: string,
  args: readonly string[],
  settings = '',
): { readonly stdout: string; readonly stderr: string } {
  const target = withoutPassword(url);
  const done = spawnSync(findPgbench(), [...args, target.url], {
    encoding: 'utf8',
    env: { ...process.env, PGPASSWORD: target.password, PGOPTIONS: settings },
  });
  if (done.status !== 0) throw new Error(`pgbench failed: ${done.stdout}\n${done.stderr}`);
  return done;
}
