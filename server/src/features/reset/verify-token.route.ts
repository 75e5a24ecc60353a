import { verifyToken } from '@wattle/contract/reset/verify-token.ts';
import { err, ok } from '@wattle/contract/errors.ts';
import { handlePublic } from '../../http/handle.ts';
import { questionOf } from './question-of.ts';
import { openReset, resetCall } from './reset-call.ts';

export const verifyTokenRoute = handlePublic(
  verifyToken,
  async ({ body, ctx, request }) => {
    const call = await resetCall(ctx, request, body.token);
    if (!call) return err('token_invalid');
    return ctx.database.transact(call.place.tenantId, async (tx) => {
      const reset = await openReset(tx, call);
      if ('ok' in reset) return reset;
      const { row, person } = reset;
      // Whoever holds a mailed link may know that there is no question. An account number tells nothing.
      const question = questionOf(ctx, call.brand, { row, person, language: body.Language });
      const hasNone = (person?.security_question ?? null) === null;
      return ok({ SecurityQuestion: row.way === 'link' && hasNone ? null : question });
    });
  },
  { rate: 'signIn' },
);
