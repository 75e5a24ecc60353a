import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { ask, expectGone, givenStartedHome, isAlive } from '../../test-support/processes/server-process.ts';
import type { ServerHome } from '../../test-support/processes/server-process.ts';

/** The bars of the specification are for a quiet machine; these starts share two cores with other tests. */
const LIMIT_MS = 120_000;

describe('the server process', { timeout: LIMIT_MS }, () => {
  let home: ServerHome;
  beforeEach(async () => {
    home = await givenStartedHome();
  });
  afterEach(() => home.close(), LIMIT_MS);

  it('recovers after everything was killed, with nothing lost', async () => {
    const first = home.launch();
    const { ownerUrl } = await first.ready();
    const before = await ask(ownerUrl, 'SELECT count(*) AS n, sum(balance) AS total FROM ledger_account');
    await ask(ownerUrl, 'UPDATE business_clock SET offset_ms = 86400000');
    first.child.kill('SIGKILL');
    process.kill(-(home.postgresPid() ?? 0), 'SIGKILL');
    await first.ended();
    await vi.waitFor(() => expect(home.postgresPid()).toBeUndefined(), { timeout: 20_000 });

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
});
