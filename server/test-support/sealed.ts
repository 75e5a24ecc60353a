import { vi } from 'vitest';
import { sealLedger } from '../src/ledger/seal.ts';
import type { SealerContext } from '../src/ledger/seal.ts';
import { openSecrets } from '../src/platform/secret-store.ts';
import type { TestDatabase } from './database.ts';
import { TEST_KEYS } from './keys.ts';

export const TEST_SECRETS = openSecrets(TEST_KEYS);

const UNSEALED = `
SELECT FROM (SELECT tenant_id, max(id) AS last FROM transfer GROUP BY 1) AS t
WHERE t.last > coalesce((SELECT max(transfers_to) FROM ledger_seal s WHERE s.tenant_id = t.tenant_id), 0)
UNION ALL
SELECT FROM (SELECT tenant_id, max(id) AS last FROM hold_event GROUP BY 1) AS t
WHERE t.last > coalesce((SELECT max(hold_events_to) FROM ledger_seal s WHERE s.tenant_id = t.tenant_id), 0)
UNION ALL
SELECT FROM (SELECT tenant_id, max(id) AS last FROM hold GROUP BY 1) AS t
WHERE t.last > coalesce((SELECT max(holds_to) FROM ledger_seal s WHERE s.tenant_id = t.tenant_id), 0)`;

/** Seals until all is sealed: a transaction of any test on this PostgreSQL makes the sealer wait. */
export async function sealAll(
  given: Pick<TestDatabase, 'database' | 'asOwner'>,
  settings: Partial<Pick<SealerContext, 'security' | 'secrets'>> = {},
): Promise<number> {
  const context = { database: given.database, secrets: TEST_SECRETS, security: { now: () => Date.now() }, ...settings };
  let made = 0;
  const isDone = async () => {
    made += await sealLedger(context);
    return (await given.asOwner(UNSEALED)).length === 0;
  };
  await vi.waitUntil(isDone, { timeout: 20_000, interval: 20 });
  return made;
}
