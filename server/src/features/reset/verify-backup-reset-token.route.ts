import { verifyBackupResetToken } from '@wattle/contract/reset/verify-backup-reset-token.ts';
import { err, ok } from '@wattle/contract/errors.ts';
import { handlePublic } from '../../http/handle.ts';
import { judgeBackupToken } from './check-backup-token.ts';
import { inTurnOfReset, resetCall } from './reset-call.ts';

export const verifyBackupResetTokenRoute = handlePublic(
  verifyBackupResetToken,
  async ({ body, ctx, request }) => {
    const call = await resetCall(ctx, request, body.token);
    if (!call) return err('token_invalid');
    return inTurnOfReset(call, () =>
      ctx.database.transact(call.place.tenantId, async (tx) => {
        const judged = await judgeBackupToken(tx, call, body.backupToken);
        return judged.ok ? ok({ result: true as const }) : judged;
      }),
    );
  },
  { rate: 'signIn' },
);
