import type { ProofPurpose } from '@wattle/contract/access/step-up/step-up.ts';
import type { AppContext } from '../../../context.ts';
import type { Session } from '../../../http/handle.ts';
import type { Tx } from '../../../platform/database.ts';
import { readPasswordReset } from './step-up.store.ts';

type Asked = { readonly tx: Tx; readonly ctx: AppContext; readonly session: Session };

/** Methods that a person has for proving a purpose. */
export type ProofRule = {
  /** Whether the password proves anything. */
  readonly isPasswordProof: boolean;
  /** Whether a passcode or passkey that was made at this moment of security time does. */
  readonly isProof: (madeAtMs: number) => boolean;
  /** Until when some of them do not; null: all of them do. */
  readonly until: number | null;
};

/**
 * In the day after a reset, neither the new password nor a passcode or passkey that was added with it proves anything
 * for money: whoever has taken over the mailbox has all three.
 */
export async function proofRuleOf(
  { tx, ctx, session }: Asked,
  webAccountId: bigint,
  purpose: ProofPurpose,
): Promise<ProofRule> {
  const resetAt = purpose === 'account' ? null : await readPasswordReset(tx, session.tenantId, webAccountId);
  const until = resetAt === null ? 0 : resetAt + ctx.config.proofs.afterResetMs;
  if (resetAt === null || ctx.clocks.security.now() >= until) {
    return { isPasswordProof: true, isProof: () => true, until: null };
  }
  return { isPasswordProof: false, isProof: (madeAtMs) => madeAtMs < resetAt, until };
}
