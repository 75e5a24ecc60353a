import type { ON_ITS_WAY } from '@wattle/contract/topup/topup.ts';
import type { Cents } from '../../platform/money.ts';
import type { Tx } from '../../platform/database/database.ts';
import type { PaymentTransaction } from '../payments/public.ts';

/** A top-up that has begun and is not credited yet. */
export type OnItsWay = {
  readonly way: (typeof ON_ITS_WAY)[number];
  readonly amount: Cents;
  /** Business time in ms. */
  readonly startedAt: number;
  /** `2026-11-20`; null if it may arrive at any moment. */
  readonly expectedOn: string | null;
  /** Payment id of a payment by card. */
  readonly sid?: string;
};

/** Credits in flight to an account, as one feature knows them. */
export type OnItsWaySource = (
  tx: Tx,
  ctx: PaymentTransaction['ctx'],
  tenantId: number,
  memberAccountId: bigint,
) => Promise<readonly OnItsWay[]>;

/** Everything in flight to an account, by every way, oldest first. */
export async function listOnItsWay(
  tx: Tx,
  ctx: PaymentTransaction['ctx'] & { readonly topupsOnItsWay: readonly OnItsWaySource[] },
  tenantId: number,
  memberAccountId: bigint,
): Promise<readonly OnItsWay[]> {
  const all = await Promise.all(ctx.topupsOnItsWay.map((read) => read(tx, ctx, tenantId, memberAccountId)));
  return all.flat().toSorted((one, other) => one.startedAt - other.startedAt);
}

/** Sum of the credits in flight. */
export function sumOf(onItsWay: readonly OnItsWay[]): Cents {
  return onItsWay.reduce((sum, { amount }) => sum + amount, 0n);
}
