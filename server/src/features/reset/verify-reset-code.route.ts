import { verifyResetCode } from '@wattle/contract/reset/verify-reset-code.ts';
import { err, ok } from '@wattle/contract/errors.ts';
import { handlePublic } from '../../http/handle.ts';
import { type GuardKey, judge, lockGuard, saveGuard } from '../lockouts/public.ts';
import type { Tx } from '../../platform/database.ts';
import { auditReset, inTurnOfReset, openReset, type ResetCall, resetCall } from './reset-call.ts';
import { type ResetRow, saveCodeProved, saveWrongCode } from './reset.store.ts';

export const verifyResetCodeRoute = handlePublic(
  verifyResetCode,
  async ({ body, ctx, request }) => {
    const call = await resetCall(ctx, request, body.token);
    if (!call) return err('token_invalid');
    const { tenantId } = call.place;
    const { codeMs, wrongCodes } = ctx.config.resets;
    return inTurnOfReset(call, async () => {
      const open = await ctx.database.transact(tenantId, (tx) => openReset(tx, call));
      if ('ok' in open) return open;
      const before = open.row;
      const isRight = await ctx.secrets.verifySecret(before.codeHash, body.code);
      return ctx.database.transact(tenantId, async (tx) => {
        const reset = await openReset(tx, call);
        if ('ok' in reset) return reset;
        const { row } = reset;
        const now = ctx.clocks.security.now();
        const isSame = before.codeHash !== null && row.codeHash === before.codeHash;
        // Counted for the person over all resets and codes. Before the answer there is no code to guess.
        const key: GuardKey = { tenantId, brandId: call.brand.id, kind: 'resetCode', identifierHash: row.subjectHash };
        const judged = judge(ctx.config.lockouts.resetCode, await lockGuard(tx, key), isRight, now);
        if (isSame) saveGuard(tx, key, judged.guard);
        if (isSame && judged.verdict === 'locked' && !judged.isNewLock) return refuse(tx, call, row, 'account_locked');
        const isGood = row.codeSentAt !== null && now - row.codeSentAt < codeMs && row.wrongCodes < wrongCodes;
        if (isRight && isGood && isSame) {
          await saveCodeProved(tx, tenantId, row.id, now);
          return ok({ result: true as const });
        }
        await saveWrongCode(tx, tenantId, row.id);
        return refuse(tx, call, row, 'access_code_wrong');
      });
    });
  },
  { rate: 'signIn' },
);

function refuse<E extends 'access_code_wrong' | 'account_locked'>(
  tx: Tx,
  call: ResetCall,
  { webAccountId }: Pick<ResetRow, 'webAccountId'>,
  error: E,
) {
  auditReset(tx, call, 'password.reset_refused', { webAccountId, outcome: error });
  return err(error);
}
