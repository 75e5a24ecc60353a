import { resetPassword } from '@wattle/contract/reset/reset-password.ts';
import { err, ok } from '@wattle/contract/errors.ts';
import { handlePublic } from '../../http/handle.ts';
import { mayChoosePassword } from '../access/public.ts';
import { compareAnswer, judgeAnswer } from './check-answer.ts';
import { finishReset } from './finish-reset.ts';
import { inTurnOfReset, openReset, resetCall } from './reset-call.ts';
import { mayChoose } from './reset.domain.ts';

export const resetPasswordRoute = handlePublic(
  resetPassword,
  async ({ body, ctx, request }) => {
    const call = await resetCall(ctx, request, body.token);
    if (!call) return err('token_invalid');
    const { tenantId } = call.place;
    return inTurnOfReset(call, async () => {
      const open = await ctx.database.transact(tenantId, (tx) => openReset(tx, call));
      if ('ok' in open) return open;
      if (!open.person || !mayChoose(open.row)) return err('token_invalid');
      const compared = await compareAnswer(call, body.answer);
      if (!compared.ok) return compared;
      const own = [open.person.username, call.brand.name];
      const isFit = compared.value.isRight && (await mayChoosePassword(ctx, body.newPassword, own));
      const hash = isFit ? await ctx.secrets.hashSecret(body.newPassword) : null;
      return ctx.database.transact(tenantId, async (tx) => {
        const judged = await judgeAnswer(tx, call, compared.value);
        if (!judged.ok) return judged;
        const { row, person } = judged.value;
        if (row.webAccountId === null || !person) return err('token_invalid');
        if (hash === null) return err('required_field', 'newPassword');
        await finishReset(tx, call, { webAccountId: row.webAccountId, person, hash, action: 'password.reset' });
        return ok({ result: true as const });
      });
    });
  },
  { rate: 'signIn' },
);
