import { verificationUsageCheck } from '@wattle/contract/identity/greenid/usage-check.ts';
import { ok } from '@wattle/contract/errors.ts';
import { handleOutside } from '../../../http/handle.ts';
import { hashesOf, standOf, typedNameOf } from '../kyc/kyc-case.ts';
import { listCases } from '../kyc/kyc-case.store.ts';
import { findSubject, identityServiceOf } from '../kyc/kyc-subject.ts';
import { isCompletePerson } from '../kyc/person.domain.ts';
import { findRegistered } from '../kyc/registered-case.store.ts';

export const verificationUsageCheckRoute = handleOutside(verificationUsageCheck, {
  async admit({ session, tx, ctx }) {
    const registered = await findRegistered(tx, session);
    const found = await findSubject(tx, ctx, session, registered ? typedNameOf(ctx, registered) : null);
    if (!found.ok || !isCompletePerson(found.value.person)) return ok(undefined);
    const { memberAccountId, person } = found.value;
    const cases = await listCases(tx, session.tenantId, memberAccountId);
    return ok(standOf(cases, hashesOf(ctx, person), ctx.config.kyc, ctx.clocks.business.now()));
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
});
