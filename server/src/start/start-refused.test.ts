import { createServer } from 'node:net';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { givenDatabase, givenEmptyDatabase, givenMode } from '../../test-support/processes/database.ts';
import { productionSettings } from '../../test-support/processes/production-server.ts';
import { givenServerHome } from '../../test-support/processes/server-process.ts';
import type { ServerHome } from '../../test-support/processes/server-process.ts';

/** The bars of the specification are for a quiet machine; these starts share two cores with other tests. */
const LIMIT_MS = 120_000;

describe('the server process', { timeout: LIMIT_MS }, () => {
  let home: ServerHome;
  beforeEach(async () => {
    home = await givenServerHome();
  });
  afterEach(() => home.close(), LIMIT_MS);

  it('says plainly that its port is in use, and starts nothing', async () => {
    const other = createServer();
    await new Promise<void>((resolve) => other.listen(home.port, '127.0.0.1', resolve));
    try {
      const server = home.launch();
      expect(await server.ended()).toBe(1);
      expect(server.output()).toContain(`Port ${home.port} is in use.`);
      expect(server.output()).not.toContain('    at ');
      expect(home.postgresPid()).toBeUndefined();
    } finally {
      other.close();
    }
  });

  it('refuses to start in production without its secrets, and names each that is missing', async () => {
    const server = home.launch({ WATTLE_MODE: 'production', WATTLE_KEY_PEPPER: '33'.repeat(32) });
    expect(await server.ended()).toBe(1);
    const named = [...server.output().matchAll(/^ {2}([A-Z_]+)$/gm)].map((match) => match[1]);
    expect(named).toEqual([
      'WATTLE_KEY_PAN',
      'WATTLE_KEY_PAN_INDEX',
      'WATTLE_KEY_TOKEN',
      'WATTLE_KEY_CVV',
      'WATTLE_KEY_PIN',
      'WATTLE_KEY_NETWORK',
      'WATTLE_KEY_SEAL',
      'DATABASE_URL',
    ]);
    expect(server.output()).toContain('The embedded one is for the sandbox: npm has no build of it newer\nthan 18.4');
    expect(server.output()).not.toContain('3333');
    expect(home.postgresPid()).toBeUndefined();
  });

  it('refuses a database from before version 0.2.0, and says what to do', async () => {
    const database = await givenEmptyDatabase();
    try {
      await database.asOwner('CREATE TABLE migration (name text PRIMARY KEY, sha256 text NOT NULL)');
      await database.asOwner("INSERT INTO migration VALUES ('0001-foundation', 'x'), ('0044-issued-rows', 'x')");
      const server = home.launch({ DATABASE_URL: database.ownerUrl });
      expect(await server.ended()).toBe(1);
      expect(server.output()).toContain(
        'This database is from before version 0.2.0: its newest migration is 0044-issued-rows. Nothing was changed.',
      );
      expect(server.output()).not.toContain('    at ');
      expect(await database.asOwner("SELECT tablename FROM pg_tables WHERE schemaname = 'public'")).toEqual([
        { tablename: 'migration' },
      ]);
    } finally {
      await database.close();
    }
  });

  it('refuses the database of production in staging, and that of staging in production, before anything is changed', async () => {
    const database = await givenDatabase();
    try {
      const settings = productionSettings(database.url, { identifier: 'wattle' });
      await givenMode(database, 'staging');
      const migrations = await database.asOwner('SELECT name FROM migration');
      const server = home.launch({ ...settings, DATABASE_OWNER_URL: database.ownerUrl });
      expect(await server.ended()).toBe(1);
      expect(server.output()).toContain(
        'This database belongs to an instance in staging mode, and WATTLE_MODE is production. Nothing was changed.',
      );
      expect(server.output()).not.toContain('    at ');
      expect(await database.asOwner('SELECT name FROM migration')).toEqual(migrations);
    } finally {
      await database.close();
    }
  });

  it('names a setting that makes no sense', async () => {
    const server = home.launch({ PORT: 'eighty', WATTLE_MODE: 'test' });
    expect(await server.ended()).toBe(1);
    expect(server.output()).toMatch(/^PORT: /m);
    expect(server.output()).toMatch(/^WATTLE_MODE: /m);
  });
});
