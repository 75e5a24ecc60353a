import { randomUUID } from 'node:crypto';
import { accountSubject } from '../access/public.ts';
import { givenQuestions } from '../../../test-support/identity.ts';
import { type FeatureOwnership, same } from '../../../test-support/ownership/driver.ts';

export const ownership: FeatureOwnership = {
  things: {
    resetAccount: {
      // The account that the session was opened for.
      make: async ({ ctx }, { card }, { authorization }) => {
        const { accountNumber } = card.account;
        const subject = accountSubject(ctx, card.brand, accountNumber);
        await ctx.asOwner('UPDATE session SET subject_hash = $2 WHERE id = $1', [sessionIn(authorization), subject]);
        return accountNumber;
      },
      refusal: [400, '20010'],
    },
  },
  calls: {
    submitAuthAnswersForForgotPassword: {
      async ask({ ctx }, { card, who }, { authorization }) {
        await ctx.asOwner('DELETE FROM identity_question WHERE card_id = $1', [card.id]);
        const [suburb, cafe] = await givenQuestions(ctx, card);
        // New contacts get no code, so the questions decide.
        await ctx.asOwner('UPDATE holder SET email_changed_at = now(), mobile_changed_at = now() WHERE id = $1', [
          card.holder?.id,
        ]);
        await ctx.asOwner(
          `INSERT INTO password_reset (id, tenant_id, brand_id, way, token_hash, subject_hash, web_account_id, session_id,
                                       created_at, ends_at, answered_at)
           VALUES ($1::uuid, $2, $3, 'account', sha256($1::uuid::text::bytea), sha256(''),
                   $4, $5, now(), now() + interval '1 hour', now())`,
          [
            randomUUID(),
            card.brand.tenantId,
            card.brand.id,
            'webAccount' in who ? who.webAccount.id : null,
            sessionIn(authorization),
          ],
        );
        const answers = { [suburb]: 'Fremantle', [cafe]: 'Corner Cafe' };
        return same({
          body: {
            Answers: Object.entries(answers).map(([id, Answer]) => ({ EntityAuthenticationDetailId: id, Answer })),
          },
        });
      },
      refusal: [400, '20010'],
    },
  },
};

/** The session that a token names. */
function sessionIn(authorization: string): string {
  const [, claims = ''] = authorization.split('.');
  return (JSON.parse(Buffer.from(claims, 'base64url').toString()) as { sid: string }).sid;
}
