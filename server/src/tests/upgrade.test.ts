import { readdirSync } from 'node:fs';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { givenEmptyDatabase } from '../../test-support/processes/database.ts';
import { ask, givenServerHome, type ServerHome } from '../../test-support/processes/server-process.ts';
import { readConfig } from '../config/config.ts';
import { migrationNames, MIGRATIONS_FOLDER } from '../platform/database/migrate.ts';
import { runRestore } from '../commands/restore.ts';

/** A backup of the demo of each release, with its keys: `npm run backup` of a sandbox that has just started. */
const RELEASES = path.join(import.meta.dirname, '../../test-support/releases');
/** A start shares two cores with other tests. */
const LIMIT_MS = 120_000;

describe('a database of a release that is supported', { timeout: LIMIT_MS }, () => {
  let home: ServerHome;
  let database: Awaited<ReturnType<typeof givenEmptyDatabase>>;
  beforeEach(async () => {
    home = await givenServerHome();
    database = await givenEmptyDatabase();
  });
  afterEach(async () => {
    await home.close();
    await database.close();
  }, LIMIT_MS);

  it.each(readdirSync(RELEASES))(
    'is carried to this version, verifies, and its people sign in: %s',
    async (release) => {
      const settings = { WATTLE_DATA: home.dataFolder, DATABASE_URL: database.ownerUrl };
      const verdict = await runRestore({
        config: readConfig(settings, (file) => path.resolve(file)),
        env: settings,
        file: path.join(RELEASES, release),
        holds: false,
        now: () => Date.now(),
        say: () => {},
      });
      expect(verdict).toEqual({ ok: true });
      const applied = await ask<{ name: string }>(database.ownerUrl, 'SELECT name FROM migration ORDER BY name');
      expect(applied.map(({ name }) => name)).toEqual(migrationNames(MIGRATIONS_FOLDER));

      const { baseUrl } = await home.launch({ DATABASE_URL: database.ownerUrl }).ready();
      expect((await fetch(`${baseUrl}/readyz`)).status).toBe(200);
      const fields = {
        grant_type: 'password',
        brand: 'wattle',
        tenantId: '1',
        brandId: '1',
        userName: 'amelia.chen@example.com',
        password: 'Golden-Wattle-2026',
      };
      const answer = await fetch(`${baseUrl}/api/token`, { method: 'POST', body: new URLSearchParams(fields) });
      expect([answer.status, await answer.json()]).toEqual([
        200,
        expect.objectContaining({ access_token: expect.any(String) }),
      ]);
    },
  );
});
