import type { AppContext } from '../../../context.ts';
import type { Tx } from '../../../platform/database.ts';
import { guardOfOwner } from './guard-key.ts';
import { NO_FAILURES } from './sign-in-guard.domain.ts';
import { lockGuard, saveGuard } from './sign-in-guard.store.ts';

type Place = { readonly tenantId: number; readonly brandId: number };

/** Forgets the failed sign-ins of a card whose holder has proved to be that. */
export async function forgiveFailures(
  tx: Tx,
  ctx: Pick<AppContext, 'secrets'>,
  place: Place,
  cardId: bigint,
): Promise<void> {
  const key = guardOfOwner(ctx, place, 'card', cardId);
  await lockGuard(tx, key);
  saveGuard(tx, key, NO_FAILURES);
}
