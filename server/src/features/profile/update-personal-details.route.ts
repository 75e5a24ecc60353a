import { err, ok } from '@wattle/contract/errors.ts';
import type { BodyOf } from '@wattle/contract/operation.ts';
import { updatePersonalDetails } from '@wattle/contract/profile/change-personal-details.ts';
import { checkIsoDateOfBirth } from '@wattle/contract/rules/date-of-birth.ts';
import { handleOutside } from '../../http/handle.ts';
import { audit } from '../../platform/sealed-log/audit.ts';
import { dayAt } from '../../platform/time/clock.ts';
import {
  currentPasswordSteps,
  endOtherSessions,
  judgePassword,
  notifyCredentialChanged,
  webAccountOf,
} from '../access/public.ts';
import { readPhone } from '../../platform/text/mobile-number.domain.ts';
import { countryOf, findBrandById, wrongAddressField } from '../brands/public.ts';
import { contactsHeldUntil } from './contact/held-after-reset.ts';
import { readOwnProfile } from './own-profile.ts';
import { lockHolder, saveProfile } from './profile-changes.store.ts';
import { isTitle } from './titles.domain.ts';

type Changes = BodyOf<typeof updatePersonalDetails>;

/** Whether a change concerns the identity of a person, as documents show it. */
const changesPerson = ({ Title, FirstName, MiddleName, Surname, UnparsedDateOfBirth }: Changes): boolean =>
  [Title, FirstName, MiddleName, Surname, UnparsedDateOfBirth].some((value) => value !== undefined);

function wrongPersonField({ Title, UnparsedDateOfBirth: birth }: Changes, today: string) {
  if (Title !== undefined && !isTitle(Title)) return 'Title';
  const isBirthDate = birth === undefined || checkIsoDateOfBirth(birth, { today }).problem === null;
  return isBirthDate ? null : 'UnparsedDateOfBirth';
}

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
      const isPerson = changesPerson(body);
      if (isPerson) {
        if ((await readOwnProfile(input, session)).is_kyc_verified) return err('scope_refused');
        const wrong = wrongPersonField(body, dayAt(ctx.clocks.business.now()));
        if (wrong) return err('required_field', wrong);
      }
      for (const address of [body.Address, body.CorrespondenceAddress]) {
        const wrong = address && wrongAddressField(address);
        if (wrong) return err('required_field', wrong);
      }
      const isGuarded = isPerson || body.HomePhone !== undefined || changesAddress;
      if (isGuarded && (await contactsHeldUntil(input.tx, ctx, session)) !== null) return err('scope_refused');
      const compared = await currentPasswordSteps.admit(input);
      return ok({ ...compared.value, isPerson, isGuarded });
    },
    subject: (intent) => currentPasswordSteps.subject(intent),
    outside: async ({ ctx, body, intent }) =>
      intent.isGuarded && ctx.secrets.verifySecret(intent.hash, body.currentpassword ?? ''),
    async settle(input) {
      const { body, session, tx, ctx, request, intent } = input;
      if (intent.isGuarded) {
        const checked = await judgePassword(input);
        if (!checked.ok) return checked;
      }
      // Verified meanwhile, so the details of the documents stay.
      if (intent.isPerson) await lockHolder(tx, session);
      if (intent.isPerson && (await readOwnProfile({ ctx, tx }, session)).is_kyc_verified) return err('scope_refused');
      const country = countryOf(await findBrandById(ctx, session.brandId));
      const phone = body.HomePhone === undefined ? {} : { HomePhone: readPhone(body.HomePhone, country) };
      await saveProfile(tx, session, { ...body, ...phone });
      audit(tx, ctx.clocks, {
        tenantId: session.tenantId,
        actor: `web:${webAccountOf(session)}`,
        action: 'profile.changed',
        object: `session:${session.id}`,
        outcome: 'ok',
        requestId: request.id,
        details: { person: intent.isPerson, guarded: intent.isGuarded },
      });
      if (intent.isGuarded) {
        await endOtherSessions(tx, ctx, session, 'contact_changed');
        await notifyCredentialChanged(tx, { ctx, session, request, change: 'contactChanged' });
      }
      return ok({ result: true as const });
    },
  },
  { keepsRefusals: true },
);
