import { err, ok } from '@wattle/contract/errors.ts';
import { updatePersonalDetails } from '@wattle/contract/profile/update-personal-details.ts';
import { handleOutside } from '../../http/handle.ts';
import { audit } from '../../platform/audit.ts';
import {
  currentPasswordSteps,
  endOtherSessions,
  judgePassword,
  tellCredentialChanged,
  webAccountOf,
} from '../access/public.ts';
import { findBrandById } from '../brands/public.ts';
import { contactsHeldUntil } from './contact/held-after-reset.ts';
import { saveProfile } from './profile-changes.store.ts';

export const updatePersonalDetailsRoute = handleOutside(
  updatePersonalDetails,
  {
    async admit(input) {
      const { body, ctx, session } = input;
      const brand = await findBrandById(ctx, session.brandId);
      const { AllowEditPhoneNumber, AllowEditAddress } = brand?.settings ?? {};
      const changesAddress = body.Address !== undefined || body.CorrespondenceAddress !== undefined;
      if (body.HomePhone !== undefined && !AllowEditPhoneNumber) return err('scope_refused');
      if (changesAddress && !AllowEditAddress) return err('scope_refused');
      const isContact = body.HomePhone !== undefined || changesAddress;
      if (isContact && (await contactsHeldUntil(input.tx, ctx, session)) !== null) return err('scope_refused');
      const compared = await currentPasswordSteps.admit(input);
      return ok({ ...compared.value, isContact });
    },
    subject: (intent) => currentPasswordSteps.subject(intent),
    outside: async ({ ctx, body, intent }) =>
      intent.isContact && ctx.secrets.verifySecret(intent.hash, body.currentpassword ?? ''),
    async settle(input) {
      const { body, session, tx, ctx, request, intent } = input;
      if (intent.isContact) {
        const checked = await judgePassword(input);
        if (!checked.ok) return checked;
      }
      await saveProfile(tx, session, body);
      audit(tx, ctx.clocks, {
        tenantId: session.tenantId,
        actor: `web:${webAccountOf(session)}`,
        action: 'profile.changed',
        object: `session:${session.id}`,
        outcome: 'ok',
        requestId: request.id,
        details: { contact: intent.isContact },
      });
      if (intent.isContact) {
        await endOtherSessions(tx, ctx, session, 'contact_changed');
        await tellCredentialChanged(tx, { ctx, session, request, change: 'contactChanged' });
      }
      return ok({ result: true as const });
    },
  },
  { keepsRefusals: true },
);
