import type { ProofPurpose } from '@wattle/contract/access/step-up.ts';
import type { AppContext } from '../../../compose/context.ts';
import type { Session } from '../../../http/handle.ts';
import type { Tx } from '../../../platform/database/database.ts';
import { readPasswordReset } from './step-up.store.ts';

type Asked = { readonly tx: Tx; readonly ctx: AppContext; readonly session: Session };

/** Methods that a person has for proving a purpose. */
export type ProofRule = {
  /** Whether the password is a proof. */
  readonly isPasswordProof: boolean;
  /** Whether a passcode or passkey made at this moment of security time is a proof. */
  readonly isProof: (madeAtMs: number) => boolean;
  /** Until when some of them are not; null if all are. */
  readonly until: number | null;
};

/**
 * In the day after a reset, neither the new password nor a passcode or passkey added with it is a proof for money,
 * because a thief of the mailbox has all three.
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
