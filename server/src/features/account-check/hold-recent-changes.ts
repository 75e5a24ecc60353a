import type { AppContext } from '../../compose/context.ts';
import type { Tx } from '../../platform/database/database.ts';
import { listWaysIn } from '../access/public.ts';
import { findBrandById } from '../brands/public.ts';
import { notifyHolder } from '../messages/public.ts';
import type { PasswordReset } from '../reset/public.ts';
import { suspendRecentSchedules } from '../schedules/public.ts';
import { suspendRecentTopups } from '../topup/public.ts';
import { saveCheckSince } from './account-check.store.ts';
import { hasWaiting } from './has-waiting.ts';
import { waitingWords } from './waiting-words.ts';

/**
 * After a password reset, held payments, schedules and automatic top-ups that this login made shortly before wait until
 * each is kept or cancelled, and every contact is notified of them. A person who has any, or an older way to sign in,
 * is asked to check the account at the next sign-in.
 */
export async function holdRecentChanges(tx: Tx, ctx: AppContext, reset: PasswordReset): Promise<void> {
  const { tenantId, brandId, webAccountId, holderId, withinMs, heldUntil, requestId } = reset;
  const maker = { holderId, madeBy: `web:${webAccountId}`, withinMs };
  const payments = await suspendRecentSchedules(tx, ctx, tenantId, maker);
  const topups = await suspendRecentTopups(tx, ctx, tenantId, { webAccountId, withinMs });
  const nowMs = ctx.clocks.security.now();
  const waysIn = await listWaysIn(tx, tenantId, webAccountId, nowMs);
  const isWaiting = await hasWaiting(tx, ctx, { tenantId, webAccountId, holderId });
  await saveCheckSince(tx, { tenantId, webAccountId }, isWaiting || waysIn.length > 0 ? nowMs : null);
  if (payments + topups === 0) return;
  const brand = await findBrandById(ctx, brandId);
  const wordsIn = await waitingWords(tx, ctx, { tenantId, webAccountId, holderId, brand, heldUntil });
  await notifyHolder(tx, ctx, {
    tenantId,
    brandId,
    holderId,
    template: 'waitingForYou',
    params: wordsIn,
    dedupKey: `waiting-for-you:${requestId}`,
    everyContact: true,
  });
}
