import type { Person, PaymentTransaction } from '../../payments/public.ts';
import {
  guardOfName,
  type GuardKey,
  isLocked,
  judge,
  lockGuard,
  readGuards,
  saveGuard,
} from '../../lockouts/public.ts';

type Payer = Pick<Person, 'brandId' | 'holderId' | 'cardId'>;

function keyOf({ ctx, tenantId }: PaymentTransaction, { brandId, holderId, cardId }: Payer): GuardKey {
  const name = holderId === null ? `card:${cardId}` : `holder:${holderId}`;
  return guardOfName(ctx, { tenantId, brandId }, 'payeeNumber', name);
}

/** Whether each of these people has named too many numbers that no one has to pay a new one today. */
export async function haveGuessed(within: PaymentTransaction, payers: readonly Payer[]): Promise<boolean[]> {
  const now = within.ctx.clocks.security.now();
  const keys = payers.map((payer) => keyOf(within, payer));
  return (await readGuards(within.tx, within.tenantId, keys)).map((guard) => isLocked(guard, now));
}

/** Counts a number that no one has. */
export async function countUnknownPayee(within: PaymentTransaction, payer: Payer): Promise<void> {
  const { ctx, tx } = within;
  const key = keyOf(within, payer);
  const guard = await lockGuard(tx, key);
  saveGuard(tx, key, judge(ctx.config.lockouts.payeeNumber, guard, false, ctx.clocks.security.now()).guard);
}
