import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { ask, givenStartedHome } from '../../test-support/processes/server-process.ts';
import type { ServerHome } from '../../test-support/processes/server-process.ts';

/** The bars of the specification are for a quiet machine; these starts share two cores with other tests. */
const LIMIT_MS = 120_000;

describe('the server process', { timeout: LIMIT_MS }, () => {
  let home: ServerHome;
  beforeEach(async () => {
    home = await givenStartedHome();
  });
  afterEach(() => home.close(), LIMIT_MS);

  it('seals what was committed, and lets go of what ran out, without being asked', async () => {
    const { ownerUrl } = await home.launch().ready();
    const waiting = `
      SELECT (SELECT count(*)::int FROM ledger_account r
              WHERE id > (SELECT coalesce(max(accounts_to), 0) FROM account_seal s WHERE s.tenant_id = r.tenant_id)) AS accounts,
             (SELECT count(*)::int FROM transfer r
              WHERE id > (SELECT coalesce(max(transfers_to), 0) FROM ledger_seal s WHERE s.tenant_id = r.tenant_id)) AS transfers,
             (SELECT count(*)::int FROM hold r WHERE id > (SELECT coalesce(max(holds_to), 0) FROM ledger_seal s WHERE s.tenant_id = r.tenant_id)) AS holds`;
    const patience = { timeout: 60_000, interval: 100 };
    const transfers = async () =>
      (await ask<{ made: number }>(ownerUrl, 'SELECT count(*)::int AS made FROM transfer'))[0]?.made ?? 0;
    const before = await transfers();
    // Work that is planned only after the clock has moved begins there.
    const planned = "SELECT FROM due_work WHERE job = 'interest.post'";
    await vi.waitFor(async () => expect(await ask(ownerUrl, planned)).not.toEqual([]), patience);
    const open = () =>
      ask<{ holds: number }>(ownerUrl, "SELECT count(*)::int AS holds FROM authorisation WHERE status = 'approved'");
    expect((await open())[0]?.holds).toBeGreaterThan(0);
    await ask(ownerUrl, `UPDATE business_clock SET offset_ms = offset_ms + ${40 * 86_400_000}`);
    await vi.waitFor(async () => expect(await open()).toEqual([{ holds: 0 }]), patience);
    expect(await ask(ownerUrl, 'SELECT DISTINCT held FROM ledger_account')).toEqual([{ held: '0' }]);
    // Interest of the month was posted, so that there is something new to seal.
    await vi.waitFor(async () => expect(await transfers()).toBeGreaterThan(before), patience);
    await vi.waitFor(
      async () => expect(await ask(ownerUrl, waiting)).toEqual([{ accounts: 0, transfers: 0, holds: 0 }]),
      patience,
    );
  });
});
