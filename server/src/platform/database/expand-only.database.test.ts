import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { givenEmptyDatabase } from '../../../test-support/processes/database.ts';
import { LAST_OF_BASELINE, migrate, migrationNames, MIGRATIONS_FOLDER } from './migrate.ts';

/** Declares that all servers are stopped before it runs. */
const ALL_STOPPED = /all servers are stopped first/i;
const ALL = migrationNames(MIGRATIONS_FOLDER);
/** Version 0.2.0 is the first release, so no release precedes its schema. */
const NEWEST = ALL.filter((name) => name > LAST_OF_BASELINE).slice(-1);

let given: Awaited<ReturnType<typeof givenEmptyDatabase>>;
let folder: string;
beforeEach(async () => {
  given = await givenEmptyDatabase();
  folder = mkdtempSync(path.join(tmpdir(), 'wattle-expand-'));
  cpSync(MIGRATIONS_FOLDER, folder, { recursive: true });
});
afterEach(async () => {
  await given.close();
  rmSync(folder, { recursive: true, force: true });
});

// Everything that a statement of the previous release can name, with its kind and privileges. Columns without a default
// that are NOT NULL are included: an INSERT without them fails. An index that is not unique is left out: no statement
// names it.
const CATALOGUE = `
SELECT 'relation ' || c.relname || ' ' || CASE c.relkind WHEN 'p' THEN 'r' WHEN 'I' THEN 'i' ELSE c.relkind::text END AS line
  FROM pg_class c WHERE c.relnamespace = 'public'::regnamespace
   AND NOT EXISTS (SELECT FROM pg_index i WHERE i.indexrelid = c.oid AND NOT i.indisunique)
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

/**
 * Names that the previous release would miss after the newest migration. A migration may declare that it requires a
 * stop.
 */
async function brokenBy(newest: string): Promise<string[]> {
  const sql = readFileSync(path.join(folder, `${newest}.sql`), 'utf8');
  rmSync(path.join(folder, `${newest}.sql`));
  await migrate(given.ownerUrl, { folder });
  const [before, demandedBefore] = [await linesOf(CATALOGUE), await linesOf(DEMANDED)];
  writeFileSync(path.join(folder, `${newest}.sql`), sql);
  expect(await migrate(given.ownerUrl, { folder })).toEqual([newest]);
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
  return ALL_STOPPED.test(sql) ? [] : broken;
}

describe('the release before', () => {
  it.each(NEWEST)('runs on the schema of the newest migration, %s', async (newest) => {
    expect(await brokenBy(newest)).toEqual([]);
  });

  const BAD = `
    ALTER TABLE schedule_run DROP COLUMN error;
    ALTER TABLE holiday ADD COLUMN is_bank boolean NOT NULL;
    CREATE UNIQUE INDEX brand_by_name ON brand (name);
    REVOKE DELETE ON holiday FROM wattle_app;
    DROP FUNCTION early_event_of;`;

  it.each([
    {
      what: 'a migration that takes something away or asks for more is found',
      sql: BAD,
      broken: [
        'demanded: holiday.is_bank',
        'gone: column schedule_run.error text',
        'gone: function early_event_of(text)',
        'gone: may INSERT schedule_run.error',
        'gone: may SELECT schedule_run.error',
        'gone: may UPDATE schedule_run.error',
        'newly unique brand CREATE UNIQUE INDEX brand_by_name ON public.brand USING btree (name)',
      ],
    },
    {
      what: 'one that says that all servers are stopped first may',
      sql: `-- All servers are stopped first.${BAD}`,
      broken: [],
    },
    {
      what: 'one that adds is fine',
      sql: 'ALTER TABLE payee ADD COLUMN note text; CREATE TABLE later (id integer PRIMARY KEY);',
      broken: [],
    },
  ])('$what', async ({ sql, broken }) => {
    writeFileSync(path.join(folder, '9999-sample.sql'), sql);
    expect((await brokenBy('9999-sample')).toSorted()).toEqual(broken);
  });
});
