import { mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { givenDatabase } from '../../test-support/processes/database.ts';
import type { TestDatabase } from '../../test-support/processes/database.ts';
import { checkAppRole } from '../platform/database/app-role.ts';
import { openDatabaseSource } from './database-source.ts';
import { migrate } from '../platform/database/migrate.ts';

describe('an external database', () => {
  let given: TestDatabase;
  let dataFolder: string;
  beforeEach(async () => {
    given = await givenDatabase();
    dataFolder = mkdtempSync(path.join(tmpdir(), 'wattle-source-'));
  });
  afterEach(async () => {
    rmSync(dataFolder, { recursive: true, force: true });
    await given.close();
  });

  const open = (mode: 'sandbox' | 'production', databaseUrl: string, databaseOwnerUrl?: string) =>
    openDatabaseSource({ mode, dataFolder, databaseUrl, databaseOwnerUrl }, () => {});

  it("in the sandbox needs only the owner's URL, and creates a login that cannot change the ledger", async () => {
    const source = await open('sandbox', given.ownerUrl);
    expect(source.ownerUrl).toBe(given.ownerUrl);
    expect(statSync(path.join(dataFolder, 'app-login.json')).mode & 0o777).toBe(0o600);
    await migrate(given.ownerUrl, source.appLogin ? { appLogin: source.appLogin } : {});
    await expect(checkAppRole(source.appUrl)).resolves.toBeUndefined();
    // The next start finds the same login.
    expect((await open('sandbox', given.ownerUrl)).appUrl).toBe(source.appUrl);
    await given.asOwner(`DROP ROLE ${source.appLogin?.name}`);
  });

  it('with two URLs uses one for migrations and one for serving', async () => {
    const source = await open('production', given.url, given.ownerUrl);
    expect(source).toMatchObject({ ownerUrl: given.ownerUrl, appUrl: given.url });
  });

  it("with only the application's URL is served, but not migrated", async () => {
    for (const mode of ['sandbox', 'production'] as const) {
      expect(await open(mode, given.url)).toMatchObject({ ownerUrl: undefined, appUrl: given.url });
    }
  });

  it("in production does not create a login from the owner's URL", async () => {
    const source = await open('production', given.ownerUrl);
    expect(source).toMatchObject({ ownerUrl: undefined, appUrl: given.ownerUrl });
    await expect(checkAppRole(source.appUrl)).rejects.toThrow('is a superuser');
  });
});
