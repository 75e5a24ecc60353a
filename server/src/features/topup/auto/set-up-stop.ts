import type { AppContext } from '../../../context.ts';
import type { Session } from '../../../http/handle.ts';
import { dayAt, startOfDay } from '../../../platform/clock.ts';
import type { Tx } from '../../../platform/database.ts';
import { type GuardKey, guardOfName, isLocked, readGuard } from '../../lockouts/public.ts';
import { countDeposits } from './auto-topup.store.ts';

/** Reason why an account accepts no new bank account, and until when. */
export type SetUpStop = { readonly reason: 'codes' | 'banks'; readonly until: number };

/** Wrong codes are counted for the account across its agreements, so that another bank account gives no new tries. */
export function codeGuardOf(ctx: AppContext, session: Session, memberAccountId: bigint): GuardKey {
  return guardOfName(ctx, session, 'autoTopupCode', `account:${memberAccountId}`);
}

/** Reason why an account cannot set up an automatic top-up now, or null. */
export async function findSetUpStop(
  tx: Tx,
  ctx: AppContext,
  session: Session,
  memberAccountId: bigint,
): Promise<SetUpStop | null> {
  const { lockedUntil, ...guard } = await readGuard(tx, codeGuardOf(ctx, session, memberAccountId));
  if (lockedUntil !== null && isLocked({ ...guard, lockedUntil }, ctx.clocks.security.now())) {
    return { reason: 'codes', until: lockedUntil };
  }
  const today = dayAt(ctx.clocks.business.now());
  const made = await countDeposits(tx, session.tenantId, memberAccountId, today);
  return made < ctx.config.topup.auto.banksADay ? null : { reason: 'banks', until: startOfDay(today, 1) };
}
