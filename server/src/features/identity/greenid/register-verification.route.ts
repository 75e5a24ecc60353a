import { randomUUID } from 'node:crypto';
import { registerVerification } from '@wattle/contract/identity/verification.ts';
import type { BodyOf } from '@wattle/contract/operation.ts';
import { err, ok } from '@wattle/contract/errors.ts';
import { callerOf } from '../../../http/caller.ts';
import { handleOutside } from '../../../http/handle.ts';
import { OutsideUnavailable } from '../../../outside/outside-unavailable.ts';
import { askedOf, settleOutcome, standOf, userTokenOf } from '../kyc/kyc-case.ts';
import { insertCase, type KycCase, listCases, lockCases } from '../kyc/kyc-case.store.ts';
import { findSubject, findSubjectOf, identityServiceOf } from '../kyc/kyc-subject.ts';
import { isCompletePerson } from '../kyc/person.domain.ts';
import { noteRegistered } from '../kyc/registered-case.store.ts';

export const registerVerificationRoute = handleOutside(
  registerVerification,
  {
    async admit({ body, session, tx, ctx }) {
      const found = await findSubject(tx, ctx, session, typedNameIn(body));
      if (!found.ok) return found;
      const subject = found.value;
      if (subject.accountNumber !== body.AccountNumber) return err('invalid_card_details', 'AccountNumber');
      const { person } = subject;
      if (!isCompletePerson(person)) return err('verification_unmet');
      const asked = askedOf(ctx, subject);
      const cases = await listCases(tx, session.tenantId, subject);
      const stand = standOf(cases, asked, ctx.config.kyc, ctx.clocks.business.now());
      if (stand.isLockedOut || (!stand.open && stand.left === 0)) return err('kyc_locked');
      return ok({ subject, person, asked });
    },
    subject: ({ subject }) => `kyc:${subject.memberAccountId}`,
    async outside({ ctx, session: { tenantId }, intent: { subject, person, asked } }) {
      const service = identityServiceOf(ctx);
      // Later concurrent calls resume what the first has begun.
      const cases = await ctx.database.read(tenantId, (tx) => listCases(tx, tenantId, subject));
      const { open } = standOf(cases, asked, ctx.config.kyc, ctx.clocks.business.now());
      if (open) {
        const usable = await service.isUsable(open.reference);
        // Where the service cannot be asked, the person's part will show it.
        if (usable.kind !== 'done' || usable.value) return { kind: 'resumed' as const, open };
      }
      const replaced = open?.id;
      return { kind: 'registered' as const, replaced, outcome: await service.register({ id: randomUUID(), person }) };
    },
    async settle({ session, tx, ctx, request, intent, known }) {
      const { tenantId, brandId } = session;
      const { subject, asked } = intent;
      const cause = { ctx, tenantId, by: 'service' as const, actor: callerOf(session), requestId: request.id };
      const goOnWith = async (open: KycCase) => {
        const userToken = userTokenOf(ctx, open);
        if (userToken === undefined) throw new Error('an open case without its token');
        await noteRegistered(tx, session, open.id);
        return ok({ UserToken: userToken, CaseId: String(open.id) });
      };
      if (known.kind === 'resumed') return goOnWith(known.open);
      const { outcome } = known;
      if (outcome.kind === 'refused') return err('verification_unmet');
      if (outcome.kind !== 'done') throw new OutsideUnavailable('greenId', outcome);
      await lockCases(tx, tenantId, subject.memberAccountId);
      const stand = standOf(await listCases(tx, tenantId, subject), asked, ctx.config.kyc, ctx.clocks.business.now());
      if (stand.open && stand.open.id !== known.replaced) return goOnWith(stand.open);
      if (stand.isLockedOut || stand.left === 0) return err('kyc_locked');
      const { reference, userToken, rule } = outcome.value;
      const opened: KycCase = await insertCase(tx, ctx.secrets, {
        tenantId,
        brandId,
        memberAccountId: subject.memberAccountId,
        holderId: subject.holderId,
        rule,
        reference,
        userToken,
        hashes: asked,
        typedName: subject.typedName,
        nowMs: ctx.clocks.business.now(),
      });
      if (outcome.value.outcome !== 'LOCKED_OUT') return goOnWith(opened);
      const current = await findSubjectOf(tx, ctx, session, opened);
      await settleOutcome(tx, opened, { ...cause, outcome: outcome.value.outcome, rule });
      await current?.note(tx, 'LockedOut');
      return err('kyc_locked');
    },
    settlesAlways: true,
  },
  { rate: 'signIn' },
);

/** A name must be given in full. */
function typedNameIn({ FirstName, MiddleName = '', Surname }: BodyOf<typeof registerVerification>) {
  if (FirstName === undefined || Surname === undefined) return null;
  return { firstName: FirstName, middleName: MiddleName, surname: Surname };
}
