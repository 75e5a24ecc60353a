import { getVerificationConfiguration } from '@wattle/contract/identity/greenid/get-configuration.ts';
import { err, ok } from '@wattle/contract/errors.ts';
import { handleRead } from '../../../http/handle.ts';
import { identityServiceOf } from '../kyc/kyc-subject.ts';
import { findRegistered } from '../kyc/registered-case.store.ts';

export const getVerificationConfigurationRoute = handleRead(
  getVerificationConfiguration,
  async ({ query, session, tx, ctx }) => {
    const registered = await findRegistered(tx, session, query.CaseId);
    if (!registered && query.CaseId !== undefined) return err('verification_unmet', 'CaseId');
    const { accountId, apiCode, uiMode, scripts } = identityServiceOf(ctx).facility(registered?.reference);
    return ok({
      GreenIdAccountId: accountId,
      GreenIdUiMode: uiMode,
      GreenIdApiCode: apiCode,
      ScriptLinks: [...scripts],
    });
  },
);
