import { verifyAnswer } from '@wattle/contract/reset/verify-answer.ts';
import { err, ok } from '@wattle/contract/errors.ts';
import { handlePublic } from '../../http/handle.ts';
import type { Tx } from '../../platform/database.ts';
import { newCode } from '../../platform/new-code.ts';
import { compareAnswer, judgeAnswer } from './check-answer.ts';
import { contactForCode, maskContact } from './contacts.ts';
import { inTurnOfReset, type OpenReset, resetCall, type ResetCall, sendCode } from './reset-call.ts';
import { saveCode } from './reset.store.ts';

export const verifyAnswerRoute = handlePublic(
  verifyAnswer,
  async ({ body, ctx, request }) => {
    const call = await resetCall(ctx, request, body.token);
    if (!call) return err('token_invalid');
    return inTurnOfReset(call, async () => {
      const compared = await compareAnswer(call, body.answer);
      if (!compared.ok) return compared;
      const fresh = compared.value.isRight ? await newCode(ctx) : undefined;
      return ctx.database.transact(call.place.tenantId, async (tx) => {
        const judged = await judgeAnswer(tx, call, compared.value);
        return judged.ok ? ok({ result: true as const, ...(await nextOf(tx, call, judged.value, fresh)) }) : judged;
      });
    });
  },
  { rate: 'signIn' },
);

/** What follows a right answer: nothing for a link, else a code to a registered contact, else identity questions. */
async function nextOf(
  tx: Tx,
  call: ResetCall,
  { row, person }: OpenReset,
  fresh: { readonly code: string; readonly hash: string } | undefined,
) {
  const settled = { NavigateToPage: 'reset' as const, CodeSentTo: null };
  if (row.way === 'link' || row.isCodeProved || row.isIdentityProved || !person) return settled;
  const contact = contactForCode(call.ctx, person);
  if (!contact) return { NavigateToPage: 'cardIdentityAuth' as const, CodeSentTo: null };
  // A second answer, after a reload, sends no second code.
  if (fresh && row.codesSent === 0) {
    await saveCode(tx, call.place.tenantId, row.id, fresh.hash, call.ctx.clocks.security.now());
    await sendCode(tx, call, { row, person, contact, code: fresh.code });
  }
  return { NavigateToPage: 'reset' as const, CodeSentTo: maskContact(contact) };
}
