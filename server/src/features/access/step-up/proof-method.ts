import type { ProofPurpose } from '@wattle/contract/access/step-up/step-up.ts';
import type { AppContext } from '../../../context.ts';
import type { Session } from '../../../http/handle.ts';
import type { Tx } from '../../../platform/database.ts';
import { readPasswordReset } from './step-up.store.ts';

type Asked = { readonly tx: Tx; readonly ctx: AppContext; readonly session: Session };

/** Whether the password proves anything for this purpose: for money not, in the day after it was reset. */
export async function isPasswordProof({ tx, ctx, session }: Asked, webAccountId: bigint, purpose: ProofPurpose) {
  if (purpose === 'account') return true;
  const resetAt = await readPasswordReset(tx, session.tenantId, webAccountId);
  return resetAt === null || ctx.clocks.security.now() - resetAt >= ctx.config.proofs.afterResetMs;
}
