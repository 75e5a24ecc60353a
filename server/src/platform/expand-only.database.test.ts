import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { givenEmptyDatabase } from '../../test-support/database.ts';
import { migrate, MIGRATIONS_FOLDER } from './migrate.ts';

/** Says that every server is stopped before it runs. */
const ALL_STOPPED = /all servers are stopped first/i;
const NEWEST = readdirSync(MIGRATIONS_FOLDER)
  .filter((name) => /^\d{4}-/.test(name))
  .toSorted()
  .at(-1);

let given: Awaited<ReturnType<typeof givenEmptyDatabase>>;
let folder: string;
beforeEach(async () => {
  given = await givenEmptyDatabase();
  folder = mkdtempSync(path.join(tmpdir(), 'wattle-expand-'));
});
afterEach(async () => {
  await given.close();
  rmSync(folder, { recursive: true, force: true });
});

// Whatever a statement of the release before can name, with its kind and who may use it. Columns that have no default
// and take no null are named too: an INSERT that leaves one out fails.
const CATALOGUE = `
SELECT 'relation ' || c.relname || ' ' || CASE c.relkind WHEN 'p' THEN 'r' WHEN 'I' THEN 'i' ELSE c.relkind::text END AS line
  FROM pg_class c WHERE c.relnamespace = 'public'::regnamespace
UNION ALL
SELECT 'column ' || c.relname || '.' || a.attname || ' ' || format_type(a.atttypid, a.atttypmod)
  FROM pg_attribute a JOIN pg_class c ON c.oid = a.attrelid
 WHERE c.relnamespace = 'public'::regnamespace AND c.relkind IN ('r', 'p', 'v') AND a.attnum > 0 AND NOT a.attisdropped
UNION ALL
SELECT 'function ' || p.oid::regprocedure FROM pg_proc p WHERE p.pronamespace = 'public'::regnamespace
UNION ALL
SELECT 'may ' || privilege_type || ' ' || table_name || '.' || column_name
  FROM information_schema.column_privileges WHERE grantee = 'wattle_app'
UNION ALL
SELECT 'unique ' || i.indrelid::regclass || ' ' || replace(pg_get_indexdef(i.indexrelid), ' ON ONLY ', ' ON ')
  FROM pg_index i JOIN pg_class c ON c.oid = i.indrelid
 WHERE c.relnamespace = 'public'::regnamespace AND i.indisunique AND c.relkind IN ('r', 'p')`;
const DEMANDED = `
SELECT c.relname || '.' || a.attname AS line FROM pg_attribute a JOIN pg_class c ON c.oid = a.attrelid
 WHERE c.relnamespace = 'public'::regnamespace AND c.relkind IN ('r', 'p') AND a.attnum > 0 AND NOT a.attisdropped
   AND a.attnotnull AND NOT a.atthasdef AND a.attidentity = ''`;

const linesOf = async (sql: string) => new Set((await given.asOwner<{ line: string }>(sql)).map(({ line }) => line));

it(`the release before runs on the schema of the newest migration, ${NEWEST}`, async () => {
  if (NEWEST === undefined) throw new Error('there are migrations');
  const notes = readFileSync(path.join(MIGRATIONS_FOLDER, NEWEST, 'notes.md'), 'utf8');
  cpSync(MIGRATIONS_FOLDER, folder, { recursive: true });
  rmSync(path.join(folder, NEWEST), { recursive: true });
  await migrate(given.ownerUrl, { folder });
  const [before, demandedBefore] = [await linesOf(CATALOGUE), await linesOf(DEMANDED)];
  expect(await migrate(given.ownerUrl)).toEqual([NEWEST]);
  const [after, demandedAfter] = [await linesOf(CATALOGUE), await linesOf(DEMANDED)];
  const relations = new Set([...before].flatMap((line) => /^relation (\S+)/.exec(line)?.[1] ?? []));
  const broken = [
    ...[...before].filter((line) => !after.has(line)).map((line) => `gone: ${line}`),
    ...[...demandedAfter]
      .filter((line) => !demandedBefore.has(line) && relations.has(line.split('.')[0] ?? ''))
      .map((line) => `demanded: ${line}`),
    ...[...after]
      .filter((line) => line.startsWith('unique ') && !before.has(line) && relations.has(line.split(' ')[1] ?? ''))
      .map((line) => `newly ${line}`),
  ];
  // A migration that cannot leave the release before alone says so.
  expect(ALL_STOPPED.test(notes) ? [] : broken).toEqual([]);
});
