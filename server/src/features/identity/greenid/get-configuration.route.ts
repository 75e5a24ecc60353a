import { getVerificationConfiguration } from '@wattle/contract/identity/greenid/get-configuration.ts';
import { ok } from '@wattle/contract/errors.ts';
import { handle } from '../../../http/handle.ts';
import { personHash, standOf } from '../kyc/kyc-case.ts';
import { listCases } from '../kyc/kyc-case.store.ts';
import { findSubject, identityServiceOf } from '../kyc/kyc-subject.ts';

export const getVerificationConfigurationRoute = handle(getVerificationConfiguration, async ({ session, tx, ctx }) => {
  const found = await findSubject(tx, ctx, session);
  const cases = found.ok ? await listCases(tx, session.tenantId, found.value.memberAccountId) : [];
  const hash = found.ok ? personHash(ctx, found.value.person) : Buffer.alloc(0);
  const { newest } = standOf(cases, hash, ctx.config.kyc, ctx.clocks.business.now());
  const { accountId, apiCode, uiMode, scripts } = identityServiceOf(ctx).facility(newest?.reference);
  return ok({
    GreenIdAccountId: accountId,
    GreenIdUiMode: uiMode,
    GreenIdApiCode: apiCode,
    ScriptLinks: [...scripts],
  });
});
