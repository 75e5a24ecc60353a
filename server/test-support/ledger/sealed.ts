import { vi } from 'vitest';
import { LEDGER_CHAIN } from '../../src/ledger/ledger-chain.ts';
import type { Chain } from '../../src/platform/sealed-log/chain.ts';
import { extendChain } from '../../src/platform/sealed-log/seal.ts';
import type { SealerContext } from '../../src/platform/sealed-log/seal.ts';
import { openSecrets } from '../../src/platform/secrets/secret-store.ts';
import type { TestDatabase } from '../processes/database.ts';
import { TEST_KEYS } from '../keys.ts';

export const TEST_SECRETS = openSecrets(TEST_KEYS);

const unsealed = ({ seals, ranges }: Chain) =>
  ranges
    .map(
      ({ name, table }) => `
SELECT FROM (SELECT tenant_id, max(id) AS last FROM ${table} GROUP BY 1) AS t
WHERE t.last > coalesce((SELECT max(${name}_to) FROM ${seals} s WHERE s.tenant_id = t.tenant_id), 0)`,
    )
    .join(' UNION ALL ');

/** Runs the sealer until everything is sealed: any transaction on this PostgreSQL makes it wait. */
export async function sealAll(
  given: Pick<TestDatabase, 'database' | 'asOwner'>,
  settings: Partial<Pick<SealerContext, 'security' | 'secrets'>> = {},
  chain = LEDGER_CHAIN,
): Promise<number> {
  const context = { database: given.database, secrets: TEST_SECRETS, security: { now: () => Date.now() }, ...settings };
  let made = 0;
  const isDone = async () => {
    made += await extendChain(context, chain);
    return (await given.asOwner(unsealed(chain))).length === 0;
  };
  await vi.waitUntil(isDone, { timeout: 20_000, interval: 20 });
  return made;
}
