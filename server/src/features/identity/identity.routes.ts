import { err, ok } from '@wattle/contract/errors.ts';
import { getVerificationConfiguration, verificationUsageCheck } from '@wattle/contract/identity/verification.ts';
import { getAuthQuestions, getAuthStatus } from '@wattle/contract/identity/questions.ts';
import { DEFAULT_LANGUAGE } from '@wattle/contract/rules/languages.ts';
import { handleOutside, handleRead, type Route } from '../../http/handle.ts';
import { isLocked, readGuard } from '../lockouts/public.ts';
import { currentActivation, isMaidenNameLocked } from '../activation/public.ts';
import { findResetOfSession } from '../reset/public.ts';
import { getVerificationResultRoute } from './greenid/get-verification-result.route.ts';
import { registerVerificationRoute } from './greenid/register-verification.route.ts';
import { listCases } from './kyc/kyc-case.store.ts';
import { askedOf, standOf, typedNameOf } from './kyc/kyc-case.ts';
import { findSubject, identityServiceOf } from './kyc/kyc-subject.ts';
import { isCompletePerson } from './kyc/person.domain.ts';
import { findRegistered } from './kyc/registered-case.store.ts';
import { guardKeyOf, questionsOf, showQuestion } from './questions/question-set.ts';
import { submitAuthAnswersForForgotPasswordRoute } from './questions/submit-auth-answers-for-forgot-password.route.ts';
import { submitAuthAnswersRoute } from './questions/submit-auth-answers.route.ts';

/** Routes of identity: questions about a card, and electronic verification. */
export const identityRoutes: readonly Route[] = [
  handleRead(getAuthStatus, async ({ session, tx, ctx }) => {
    const guard = await readGuard(tx, guardKeyOf(ctx, session));
    const now = ctx.clocks.security.now();
    if (session.scope === 'accountnumber') {
      const reset = await findResetOfSession(tx, session, now);
      return ok({
        IsCardAuthenticationLocked: isLocked(guard, now),
        IsAuthenticationPassed: reset?.isIdentityProved ?? false,
      });
    }
    const activation = await currentActivation({ tx, session, ctx });
    return ok({
      IsCardAuthenticationLocked:
        activation?.activation_check === 'maidenName'
          ? await isMaidenNameLocked(tx, ctx, activation)
          : isLocked(guard, now),
      IsAuthenticationPassed: activation?.identity_proved ?? false,
    });
  }),

  handleRead(getAuthQuestions, async ({ body, session, tx, ctx }) => {
    const questions = await questionsOf(tx, ctx, session);
    return ok({ Questions: questions.map((each) => showQuestion(each, body.Language ?? DEFAULT_LANGUAGE)) });
  }),

  handleRead(getVerificationConfiguration, async ({ query, session, tx, ctx }) => {
    const registered = await findRegistered(tx, session, query.CaseId);
    if (!registered && query.CaseId !== undefined) return err('verification_unmet', 'CaseId');
    const { accountId, apiCode, uiMode, scripts } = identityServiceOf(ctx).facility(registered?.reference);
    return ok({
      GreenIdAccountId: accountId,
      GreenIdUiMode: uiMode,
      GreenIdApiCode: apiCode,
      ScriptLinks: [...scripts],
    });
  }),

  handleOutside(verificationUsageCheck, {
    async admit({ session, tx, ctx }) {
      const registered = await findRegistered(tx, session);
      const found = await findSubject(tx, ctx, session, registered ? typedNameOf(ctx, registered) : null);
      if (!found.ok || !isCompletePerson(found.value.person)) return ok(undefined);
      const cases = await listCases(tx, session.tenantId, found.value);
      return ok(standOf(cases, askedOf(ctx, found.value), ctx.config.kyc, ctx.clocks.business.now()));
    },
    async outside({ ctx, intent }) {
      if (!intent?.open || intent.isLockedOut) return false;
      const usable = await identityServiceOf(ctx).isUsable(intent.open.reference);
      return usable.kind === 'done' && usable.value;
    },
    async settle({ intent, known: IsOpen }) {
      if (!intent || intent.isLockedOut) return ok({ IsAllowed: false, IsOpen: false, Left: 0 });
      return ok({ IsAllowed: IsOpen || intent.left > 0, IsOpen, Left: intent.left });
    },
  }),
  submitAuthAnswersRoute,
  submitAuthAnswersForForgotPasswordRoute,
  registerVerificationRoute,
  getVerificationResultRoute,
];
