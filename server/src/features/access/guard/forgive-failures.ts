import type { AppContext } from '../../../context.ts';
import type { Tx } from '../../../platform/database.ts';
import { NO_FAILURES } from './sign-in-guard.domain.ts';
import { lockGuard, saveGuard } from './sign-in-guard.store.ts';

type Place = { readonly tenantId: number; readonly brandId: number };

/** Forgets the failed card sign-ins under these names: a new access code starts with none. */
export async function forgiveFailures(
  tx: Tx,
  { secrets }: Pick<AppContext, 'secrets'>,
  { tenantId, brandId }: Place,
  names: readonly string[],
): Promise<void> {
  for (const name of names) {
    const kind = 'card' as const;
    const key = { tenantId, brandId, kind, identifierHash: secrets.identifierHash(`${brandId}:${kind}`, name) };
    await lockGuard(tx, key);
    saveGuard(tx, key, NO_FAILURES);
  }
}
