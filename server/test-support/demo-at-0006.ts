import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import pg from 'pg';
import { migrate, MIGRATIONS_FOLDER } from '../src/platform/migrate.ts';

const ROWS = path.join(import.meta.dirname, 'demo-at-0006.sql');

/** Runs the migrations up to the one of that number. */
export async function migrateUpTo(ownerUrl: string, number: string): Promise<void> {
  const only = readdirSync(MIGRATIONS_FOLDER)
    .filter((name) => name.slice(0, number.length) <= number)
    .map((name) => {
      const sql = readFileSync(path.join(MIGRATIONS_FOLDER, name, 'up.sql'), 'utf8');
      return { name, sha256: createHash('sha256').update(sql).digest('hex') };
    });
  await migrate(ownerUrl, { only });
}

/** Migrates an empty database to 0006 and puts the demo programme in as that release wrote it. */
export async function fillWithDemoAt0006(ownerUrl: string): Promise<void> {
  await migrateUpTo(ownerUrl, '0006');
  const client = new pg.Client({ connectionString: ownerUrl });
  await client.connect();
  try {
    await client.query(readFileSync(ROWS, 'utf8'));
  } finally {
    await client.end();
  }
}
