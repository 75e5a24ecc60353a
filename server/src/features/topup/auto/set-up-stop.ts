import type { AppContext } from '../../../compose/context.ts';
import type { Session } from '../../../http/handle.ts';
import { dayAt, startOfDay } from '../../../platform/time/clock.ts';
import type { Tx } from '../../../platform/database/database.ts';
import { type GuardKey, guardOfName, isLocked, readGuard, triesLeftToday } from '../../lockouts/public.ts';
import { countAgreements } from '../pay-to/agreement.store.ts';
import { countDeposits } from './auto-topup.store.ts';

/** Reason why an account accepts no new bank account, and until when. */
export type SetUpStop = { readonly reason: 'codes' | 'banks'; readonly until: number };

/** Wrong codes are counted for the account across its agreements, so that another bank account gives no new tries. */
export function codeGuardOf(ctx: AppContext, session: Session, memberAccountId: bigint): GuardKey {
  return guardOfName(ctx, session, 'autoTopupCode', `account:${memberAccountId}`);
}

/** Reason why an account cannot set up an automatic top-up now, or null, and the wrong codes it has left today. */
export async function readSetUpStop(
  tx: Tx,
  ctx: AppContext,
  session: Session,
  memberAccountId: bigint,
): Promise<{ readonly stop: SetUpStop | null; readonly codesLeft: number }> {
  const guard = await readGuard(tx, codeGuardOf(ctx, session, memberAccountId));
  const now = ctx.clocks.security.now();
  const codesLeft = triesLeftToday(ctx.config.lockouts.autoTopupCode, guard, now);
  if (guard.lockedUntil !== null && isLocked(guard, now)) {
    return { stop: { reason: 'codes', until: guard.lockedUntil }, codesLeft };
  }
  const today = dayAt(ctx.clocks.business.now());
  // A bank account is new by a deposit with a code, or by an agreement that its payer is asked for.
  const made =
    (await countDeposits(tx, session.tenantId, memberAccountId, today)) +
    (await countAgreements(tx, session.tenantId, memberAccountId, startOfDay(today)));
  const mayMore = made < ctx.config.topup.auto.banksADay;
  return { stop: mayMore ? null : { reason: 'banks', until: startOfDay(today, 1) }, codesLeft };
}
