import type { AppContext } from '../../compose/context.ts';
import type { Tx } from '../../platform/database/database.ts';
import type { PasswordReset } from './password-reset.ts';

/** Calls the listeners of a reset. Call it after the recent ways to sign in have ended. */
export async function announceReset(
  tx: Tx,
  ctx: AppContext,
  reset: Omit<PasswordReset, 'withinMs' | 'heldUntil'>,
): Promise<void> {
  const withinMs = ctx.config.resets.youngMs;
  const heldUntil = ctx.clocks.security.now() + ctx.config.proofs.afterResetMs;
  for (const listen of ctx.listeners.passwordReset) await listen(tx, ctx, { ...reset, withinMs, heldUntil });
}
