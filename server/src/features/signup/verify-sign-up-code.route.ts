import { err, ok } from '@wattle/contract/errors.ts';
import { verifySignUpCode } from '@wattle/contract/signup/sign-up.ts';
import { handlePublic } from '../../http/handle.ts';
import { move } from '../../platform/state-table.domain.ts';
import { auditSignUp, hashOfToken, signUpCall } from './sign-up-call.ts';
import { SIGN_UP, stateOfSignUp } from './sign-up.states.domain.ts';
import { lockSignUp, saveSignUpProved, saveWrongSignUpCode } from './sign-up.store.ts';

export const verifySignUpCodeRoute = handlePublic(
  verifySignUpCode,
  async ({ body, ctx, request }) => {
    const call = await signUpCall(ctx, request, body.brandIdentifier);
    if (!call) return err('not_found');
    const { place } = call;
    const { tenantId } = place;
    const tokenHash = hashOfToken(call, body.token);
    // Guesses of one token wait for each other, so that they are counted one by one.
    return ctx.turns.take(`sign-up:${tokenHash.toString('hex')}`, async () => {
      const before = await ctx.database.transact(tenantId, (tx) => lockSignUp(tx, place, tokenHash));
      if (!before) return err('token_invalid');
      const isRight = await ctx.secrets.verifySecret(before.codeHash, body.code);
      return ctx.database.transact(tenantId, async (tx) => {
        const row = await lockSignUp(tx, place, tokenHash);
        if (!row) return err('token_invalid');
        const now = ctx.clocks.security.now();
        const state = stateOfSignUp(row, ctx.config.signUps, now);
        // No code was sent for the number, so none is right.
        const isTheirs = isRight && row.memberAccountId !== null;
        const moved = move(SIGN_UP, { state, event: isTheirs ? 'rightCode' : 'wrongCode', by: 'visitor' });
        const object = row.memberAccountId === null ? undefined : `account:${row.memberAccountId}`;
        if (moved.kind === 'refused') {
          if (state === 'Waiting') await saveWrongSignUpCode(tx, tenantId, row.id);
          auditSignUp(tx, call, { action: 'sign_up.code_refused', object, outcome: moved.error });
          return err(moved.error);
        }
        if (moved.kind === 'changed') {
          await saveSignUpProved(tx, tenantId, row.id, now);
          auditSignUp(tx, call, { action: 'sign_up.code_proved', object, outcome: 'ok' });
        }
        return ok({ result: true as const });
      });
    });
  },
  { rate: 'signIn' },
);
