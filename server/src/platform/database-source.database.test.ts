import { mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { givenDatabase } from '../../test-support/database.ts';
import type { TestDatabase } from '../../test-support/database.ts';
import { checkAppRole } from './app-role.ts';
import { openDatabaseSource } from './database-source.ts';
import { migrate } from './migrate.ts';

describe("a database of one's own", () => {
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

  it("in the sandbox needs the owner's URL alone: the application gets a login that may not rewrite the books", async () => {
    const source = await open('sandbox', given.ownerUrl);
    expect(source.ownerUrl).toBe(given.ownerUrl);
    expect(statSync(path.join(dataFolder, 'app-login.json')).mode & 0o777).toBe(0o600);
    await migrate(given.ownerUrl, source.appLogin ? { appLogin: source.appLogin } : {});
    await expect(checkAppRole(source.appUrl)).resolves.toBeUndefined();
    // The next start finds the same login.
    expect((await open('sandbox', given.ownerUrl)).appUrl).toBe(source.appUrl);
    await given.asOwner(`DROP ROLE ${source.appLogin?.name}`);
  });

  it('with two URLs migrates with the one and serves with the other', async () => {
    const source = await open('production', given.url, given.ownerUrl);
    expect(source).toMatchObject({ ownerUrl: given.ownerUrl, appUrl: given.url });
  });

  it("with the application's URL alone is served, and migrated by somebody else", async () => {
    for (const mode of ['sandbox', 'production'] as const) {
      expect(await open(mode, given.url)).toMatchObject({ ownerUrl: undefined, appUrl: given.url });
    }
  });

  it("in production never takes the owner's URL for more than it is", async () => {
    const source = await open('production', given.ownerUrl);
    expect(source).toMatchObject({ ownerUrl: undefined, appUrl: given.ownerUrl });
    await expect(checkAppRole(source.appUrl)).rejects.toThrow('is a superuser');
  });
});
