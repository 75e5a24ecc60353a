import { statSync } from 'node:fs';
import { createServer } from 'node:net';
import path from 'node:path';
import pg from 'pg';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { givenServerHome } from '../test-support/server-process.ts';
import type { ServerHome } from '../test-support/server-process.ts';

/** The bars of the specification are for a quiet machine; these starts share two cores with other tests. */
const LIMIT_MS = 120_000;

describe('the server process', { timeout: LIMIT_MS }, () => {
  let home: ServerHome;
  beforeEach(async () => {
    home = await givenServerHome();
  });
  afterEach(() => home.close(), LIMIT_MS);

  const isAlive = (pid: number) => {
    try {
      process.kill(pid, 0);
      return true;
    } catch {
      return false;
    }
  };

  /** An ended process stays listed until the one that inherited it has looked. */
  const expectGone = (pid: number) =>
    vi.waitFor(() => expect(isAlive(pid)).toBe(false), { timeout: 5_000, interval: 20 });

  async function ask<Row extends pg.QueryResultRow>(url: string | undefined, sql: string): Promise<Row[]> {
    const client = new pg.Client({ connectionString: url });
    await client.connect();
    try {
      return (await client.query<Row>(sql)).rows;
    } finally {
      await client.end();
    }
  }

  it('starts on nothing, answers, and leaves no process behind when it is stopped', async () => {
    const server = home.launch();
    const { baseUrl, pid } = await server.ready();
    expect((await fetch(`${baseUrl}/readyz`)).status).toBe(200);
    expect(pid).toBe(server.child.pid);
    expect(server.output()).toContain(`http://localhost:${home.port}`);
    expect(server.output()).toMatch(/amelia\.chen@example\.com +Golden-Wattle-2026/);
    for (const file of ['instance.json', 'keys.json']) {
      expect(statSync(path.join(home.dataFolder, file)).mode & 0o777).toBe(0o600);
    }
    const postgres = home.postgresPid() ?? -1;
    expect(isAlive(postgres)).toBe(true);

    server.child.kill('SIGINT');
    // The terminal sends Ctrl-C to every process, and npm passes it on once more: still one wish.
    server.child.kill('SIGINT');
    expect(await server.ended()).toBe(0);
    await expectGone(postgres);
    expect(() => statSync(path.join(home.dataFolder, 'instance.json'))).toThrow('ENOENT');
  });

  it('seals what was committed, and lets go of what ran out, without being asked', async () => {
    const { ownerUrl } = await home.launch().ready();
    const waiting = `
      SELECT (SELECT count(*)::int FROM ledger_account r
              WHERE id > (SELECT coalesce(max(accounts_to), 0) FROM account_seal s WHERE s.tenant_id = r.tenant_id)) AS accounts,
             (SELECT count(*)::int FROM transfer r
              WHERE id > (SELECT coalesce(max(transfers_to), 0) FROM ledger_seal s WHERE s.tenant_id = r.tenant_id)) AS transfers,
             (SELECT count(*)::int FROM hold r WHERE id > (SELECT coalesce(max(holds_to), 0) FROM ledger_seal s WHERE s.tenant_id = r.tenant_id)) AS holds`;
    const patience = { timeout: 60_000, interval: 100 };
    await vi.waitFor(
      async () => expect(await ask(ownerUrl, waiting)).toEqual([{ accounts: 0, transfers: 0, holds: 0 }]),
      patience,
    );
    const open = () =>
      ask<{ holds: number }>(ownerUrl, "SELECT count(*)::int AS holds FROM authorisation WHERE status = 'approved'");
    expect((await open())[0]?.holds).toBeGreaterThan(0);
    await ask(ownerUrl, `UPDATE business_clock SET offset_ms = offset_ms + ${40 * 86_400_000}`);
    await vi.waitFor(async () => expect(await open()).toEqual([{ holds: 0 }]), patience);
    expect(await ask(ownerUrl, 'SELECT DISTINCT held FROM ledger_account')).toEqual([{ held: '0' }]);
    await vi.waitFor(
      async () => expect(await ask(ownerUrl, waiting)).toEqual([{ accounts: 0, transfers: 0, holds: 0 }]),
      patience,
    );
  });

  it('recovers after everything was killed, with nothing lost', async () => {
    const first = home.launch();
    const { ownerUrl } = await first.ready();
    const before = await ask(ownerUrl, 'SELECT count(*) AS n, sum(balance) AS total FROM ledger_account');
    await ask(ownerUrl, 'UPDATE business_clock SET offset_ms = 86400000');
    first.child.kill('SIGKILL');
    process.kill(-(home.postgresPid() ?? 0), 'SIGKILL');
    await first.ended();
    await vi.waitFor(() => expect(home.postgresPid()).toBeUndefined(), { timeout: 5_000 });

    const second = await home.launch().ready();
    expect(await ask(second.ownerUrl, 'SELECT offset_ms FROM business_clock')).toEqual([{ offset_ms: '86400000' }]);
    expect(await ask(second.ownerUrl, 'SELECT count(*) AS n, sum(balance) AS total FROM ledger_account')).toEqual(
      before,
    );
  });

  it('takes over the database of a server that was killed, and stops it in the end', async () => {
    const first = home.launch();
    await first.ready();
    const postgres = home.postgresPid() ?? -1;
    first.child.kill('SIGKILL');
    await first.ended();
    expect(isAlive(postgres)).toBe(true);

    const second = home.launch();
    await second.ready();
    expect(second.output()).toContain('Taking over the running database');
    expect(home.postgresPid()).toBe(postgres);
    second.child.kill('SIGTERM');
    expect(await second.ended()).toBe(0);
    await expectGone(postgres);
  });

  it('does not start twice on one data folder, and the first goes on', async () => {
    const { baseUrl } = await home.launch().ready();
    const second = home.launch({ PORT: '0' });
    expect(await second.ended()).toBe(1);
    expect(second.output()).toContain(`Wattle is already running on ${home.dataFolder}: ${baseUrl}`);
    expect((await fetch(`${baseUrl}/readyz`)).status).toBe(200);
  });

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

  it('names a setting that makes no sense', async () => {
    const server = home.launch({ PORT: 'eighty', WATTLE_MODE: 'staging' });
    expect(await server.ended()).toBe(1);
    expect(server.output()).toMatch(/^PORT: /m);
    expect(server.output()).toMatch(/^WATTLE_MODE: /m);
  });
});
