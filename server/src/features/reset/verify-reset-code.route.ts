import { verifyResetCode } from '@wattle/contract/reset/verify-reset-code.ts';
import { err, ok } from '@wattle/contract/errors.ts';
import { handlePublic } from '../../http/handle.ts';
import { auditReset, inTurnOfReset, openReset, resetCall } from './reset-call.ts';
import { saveCodeProved, saveWrongCode } from './reset.store.ts';

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
        const isGood = row.codeSentAt !== null && now - row.codeSentAt < codeMs && row.wrongCodes < wrongCodes;
        if (isRight && isGood && row.codeHash === before.codeHash) {
          await saveCodeProved(tx, tenantId, row.id, now);
          return ok({ result: true as const });
        }
        await saveWrongCode(tx, tenantId, row.id);
        auditReset(tx, call, 'password.reset_refused', {
          webAccountId: row.webAccountId,
          outcome: 'access_code_wrong',
        });
        return err('access_code_wrong');
      });
    });
  },
  { rate: 'signIn' },
);
