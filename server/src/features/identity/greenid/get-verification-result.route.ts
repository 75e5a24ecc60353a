import { getVerificationResult } from '@wattle/contract/identity/verification.ts';
import { err, ok } from '@wattle/contract/errors.ts';
import { callerOf } from '../../../http/caller.ts';
import { handleOutside } from '../../../http/handle.ts';
import { OutsideUnavailable } from '../../../outside/outside-unavailable.ts';
import { askedOf, settleOutcome, standOf } from '../kyc/kyc-case.ts';
import { listCases, lockCase } from '../kyc/kyc-case.store.ts';
import { findSubjectOf, identityServiceOf } from '../kyc/kyc-subject.ts';
import { findRegistered } from '../kyc/registered-case.store.ts';

const VERIFIED = { IsVerified: true, IsPending: false, DetailsChanged: false };
/** The service has answered about details that are no longer on record. */
const CHANGED = { IsVerified: false, IsPending: false, DetailsChanged: true };

export const getVerificationResultRoute = handleOutside(getVerificationResult, {
  async admit({ body, session, tx, ctx }) {
    const registered = await findRegistered(tx, session, body.CaseId);
    if (!registered) return err('verification_unmet', body.CaseId === undefined ? undefined : 'CaseId');
    const subject = await findSubjectOf(tx, ctx, session, registered);
    if (subject && !subject.isVerified) {
      const cases = await listCases(tx, session.tenantId, subject);
      const { isLockedOut } = standOf(cases, askedOf(ctx, subject), ctx.config.kyc, ctx.clocks.business.now());
      if (isLockedOut) return err('kyc_locked');
    }
    return ok({ registered, isVerified: subject?.isVerified ?? false });
  },
  subject: ({ registered }) => `kyc:${registered.member_account_id}`,
  async outside({ ctx, intent: { registered, isVerified } }) {
    const isDecided = isVerified || registered.state === 'Verified';
    return isDecided ? undefined : identityServiceOf(ctx).result(registered.reference);
  },
  async settle({ session, tx, ctx, request, intent, known }) {
    if (intent.isVerified) return ok(VERIFIED);
    if (known?.kind === 'refused') return err('verification_unmet');
    if (known && known.kind !== 'done') throw new OutsideUnavailable('greenId', known);
    const { tenantId } = session;
    const found = await lockCase(tx, tenantId, intent.registered.id);
    if (!found) throw new Error('a case is never deleted');
    // Locked, and read before the verdict deletes the typed name.
    const subject = await findSubjectOf(tx, ctx, session, found);
    const cause = { ctx, tenantId, by: 'service' as const, actor: callerOf(session), requestId: request.id };
    const state = known ? await settleOutcome(tx, found, { ...cause, ...known.value }) : found.state;
    await subject?.note(tx, state);
    if (state === 'LockedOut') return err('kyc_locked');
    if (!subject) return ok(CHANGED);
    return ok({ IsVerified: state === 'Verified', IsPending: state === 'Pending', DetailsChanged: false });
  },
  settlesAlways: true,
});
