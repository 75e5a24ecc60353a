import { resetPasswordBackupToken } from '@wattle/contract/reset/reset-password-backup-token.ts';
import { err, ok } from '@wattle/contract/errors.ts';
import { handlePublic } from '../../http/handle.ts';
import { mayChoosePassword } from '../access/public.ts';
import { foldSecurityAnswer, isQuestionOffered } from '../security-questions/public.ts';
import { judgeBackupToken } from './check-backup-token.ts';
import { finishReset } from './finish-reset.ts';
import { inTurnOfReset, resetCall } from './reset-call.ts';
import { saveSecurityAnswer } from './reset.store.ts';

export const resetPasswordBackupTokenRoute = handlePublic(
  resetPasswordBackupToken,
  async ({ body, ctx, request }) => {
    const call = await resetCall(ctx, request, body.token);
    if (!call) return err('token_invalid');
    if (!isQuestionOffered(call.brand, body.securityQuestion)) return err('required_field', 'securityQuestion');
    const { tenantId } = call.place;
    return inTurnOfReset(call, async () => {
      const before = await ctx.database.transact(tenantId, (tx) => judgeBackupToken(tx, call, body.backupToken));
      if (!before.ok) return before;
      const own = [before.value.person?.username ?? '', call.brand.name];
      if (!(await mayChoosePassword(ctx, body.newPassword, own))) return err('required_field', 'newPassword');
      const [hash, answerHash] = await Promise.all([
        ctx.secrets.hashSecret(body.newPassword),
        ctx.secrets.hashSecret(foldSecurityAnswer(body.securityQuestionAnswer)),
      ]);
      return ctx.database.transact(tenantId, async (tx) => {
        const judged = await judgeBackupToken(tx, call, body.backupToken);
        if (!judged.ok) return judged;
        const { row, person } = judged.value;
        if (row.webAccountId === null || !person) return err('token_invalid');
        const { webAccountId } = row;
        await saveSecurityAnswer(tx, tenantId, webAccountId, { question: body.securityQuestion, hash: answerHash });
        await finishReset(tx, call, { webAccountId, person, hash, action: 'password.reset_by_backup_token' });
        return ok({ result: true as const });
      });
    });
  },
  { rate: 'signIn' },
);
