import type { AppContext } from '../../compose/context.ts';
import type { Tx } from '../../platform/database/database.ts';
import { guardOfName, guardOfOwner } from './guard-key.ts';
import { NO_FAILURES } from './sign-in-guard.domain.ts';
import { lockGuard, saveGuard } from './sign-in-guard.store.ts';

type Place = { readonly tenantId: number; readonly brandId: number };

/** Resets the failed sign-ins of a card after its holder proved their identity. */
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

/** Resets the failed passwords of a web account after its user proved their identity. */
export async function forgiveWebAccount(
  tx: Tx,
  ctx: Pick<AppContext, 'secrets'>,
  place: Place,
  webAccountId: bigint,
): Promise<void> {
  const keys = [
    guardOfOwner(ctx, place, 'account', webAccountId),
    guardOfName(ctx, place, 'currentPassword', String(webAccountId)),
  ];
  for (const key of keys) {
    await lockGuard(tx, key);
    saveGuard(tx, key, NO_FAILURES);
  }
}
