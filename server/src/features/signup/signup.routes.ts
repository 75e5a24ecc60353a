import { err, ok } from '@wattle/contract/errors.ts';
import { validateMemberAccountDetail } from '@wattle/contract/signup/sign-up.ts';
import { handlePublic, type Route } from '../../http/handle.ts';
import { foldLoginName, usernameKind } from '../access/public.ts';
import { sendSignUpCodeRoute } from './send-sign-up-code.route.ts';
import { setupWebAccountRoute } from './setup-web-account.route.ts';
import { signUpCall, slowQuestions } from './sign-up-call.ts';
import { validationResult } from './sign-up.domain.ts';
import { findMember, isNameFree } from './sign-up.store.ts';
import { verifySignUpCodeRoute } from './verify-sign-up-code.route.ts';

/** Sign-up by an account number, step by step. */
export const signUpRoutes: readonly Route[] = [
  handlePublic(
    validateMemberAccountDetail,
    async ({ body, ctx, request }) => {
      const call = await signUpCall(ctx, request, body.brandIdentifier);
      if (!call) return err('not_found');
      const { brand, place } = call;
      const { accountId, userName } = body;
      if (usernameKind(brand.settings.LoginMethodId, userName) === undefined) return err('required_field', 'userName');
      await slowQuestions(call);
      const facts = await ctx.database.read(brand.tenantId, async (tx) => {
        const member = await findMember(tx, place, accountId);
        const isFree = await isNameFree(tx, place, foldLoginName(userName, brand.settings.DefaultCountry));
        return member && { isCurrent: member.is_current, isNameFree: isFree, hasLogin: member.has_login };
      });
      return ok({ data: { ValidationResult: validationResult(facts) } });
    },
    { rate: 'signIn' },
  ),
  sendSignUpCodeRoute,
  verifySignUpCodeRoute,
  setupWebAccountRoute,
];
