import type { Person, PaymentTransaction } from '../../payments/public.ts';
import { guardOfName, type GuardKey, isLocked, judge, lockGuard, readGuard, saveGuard } from '../../lockouts/public.ts';

type Payer = Pick<Person, 'brandId' | 'holderId' | 'cardId'>;

function keyOf({ ctx, tenantId }: PaymentTransaction, { brandId, holderId, cardId }: Payer): GuardKey {
  const name = holderId === null ? `card:${cardId}` : `holder:${holderId}`;
  return guardOfName(ctx, { tenantId, brandId }, 'payeeNumber', name);
}

/** Whether a person has named too many numbers that no one has to pay a new one today. */
export async function hasGuessed(within: PaymentTransaction, payer: Payer): Promise<boolean> {
  return isLocked(await readGuard(within.tx, keyOf(within, payer)), within.ctx.clocks.security.now());
}

/** Counts a number that no one has. */
export async function countUnknownPayee(within: PaymentTransaction, payer: Payer): Promise<void> {
  const { ctx, tx } = within;
  const key = keyOf(within, payer);
  const guard = await lockGuard(tx, key);
  saveGuard(tx, key, judge(ctx.config.lockouts.payeeNumber, guard, false, ctx.clocks.security.now()).guard);
}
