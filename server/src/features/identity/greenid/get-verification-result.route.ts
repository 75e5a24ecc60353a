import { getVerificationResult } from '@wattle/contract/identity/greenid/get-verification-result.ts';
import { err, ok } from '@wattle/contract/errors.ts';
import { callerOf } from '../../../http/caller.ts';
import { handleOutside } from '../../../http/handle.ts';
import { OutsideUnavailable } from '../../../outside/outside-unavailable.ts';
import { personHash, settleOutcome, standOf } from '../kyc/kyc-case.ts';
import { listCases, lockCase } from '../kyc/kyc-case.store.ts';
import { findSubject, identityServiceOf } from '../kyc/kyc-subject.ts';

export const getVerificationResultRoute = handleOutside(getVerificationResult, {
  async admit({ session, tx, ctx }) {
    const found = await findSubject(tx, ctx, session);
    if (!found.ok) return err('verification_unmet');
    const subject = found.value;
    const cases = await listCases(tx, session.tenantId, subject.memberAccountId);
    const stand = standOf(cases, personHash(ctx, subject.person), ctx.config.kyc, ctx.clocks.business.now());
    if (stand.isLockedOut) return err('kyc_locked');
    if (!stand.newest) return err('verification_unmet');
    return ok({ subject, newest: stand.newest, isVerified: stand.isVerified });
  },
  subject: ({ subject }) => `kyc:${subject.memberAccountId}`,
  outside: ({ ctx, intent: { newest, isVerified } }) =>
    isVerified ? Promise.resolve(undefined) : identityServiceOf(ctx).result(newest.reference),
  async settle({ session, tx, ctx, request, intent, known }) {
    const { tenantId } = session;
    const { subject, newest } = intent;
    if (!known) {
      await subject.note(tx, 'Verified');
      return ok({ IsVerified: true, IsPending: false });
    }
    if (known.kind === 'refused') return err('verification_unmet');
    if (known.kind !== 'done') throw new OutsideUnavailable('greenId', known);
    const found = await lockCase(tx, tenantId, newest.id);
    if (!found) throw new Error('a case is never deleted');
    const told = { ctx, tenantId, by: 'service' as const, actor: callerOf(session), requestId: request.id };
    const state = await settleOutcome(tx, found, { ...told, ...known.value });
    await subject.note(tx, state);
    if (state === 'LockedOut') return err('kyc_locked');
    return ok({ IsVerified: state === 'Verified', IsPending: state === 'Pending' });
  },
  settlesAlways: true,
});
