import { saveEntityDetails } from '@wattle/contract/activation/entity-details.ts';
import { err, ok } from '@wattle/contract/errors.ts';
import { checkIsoDateOfBirth } from '@wattle/contract/rules/date-of-birth.ts';
import { handleOutside } from '../../http/handle.ts';
import { dayAt } from '../../platform/time/clock.ts';
import { countryOf, findBrandById, wrongAddressField } from '../brands/public.ts';
import { readMobile, readPhone } from '../../platform/text/mobile-number.domain.ts';
import { isTitle } from '../profile/public.ts';
import { admitStep, changedActivation } from './admit-step.ts';
import { saveEntity } from './activation.store.ts';
import { toActivationView } from './activation.view.ts';
import { hashAnswer } from '../security-questions/public.ts';

export const saveEntityDetailsRoute = handleOutside(saveEntityDetails, {
  async admit(input) {
    const { body, ctx } = input;
    const admitted = await admitStep(input, saveEntityDetails, 'accountSetup');
    if (!admitted.ok) return admitted;
    const rule = { today: dayAt(ctx.clocks.business.now()), minimumAge: admitted.value.minimum_age };
    if (checkIsoDateOfBirth(body.UnparsedDateOfBirth, rule).problem !== null) {
      return err('required_field', 'UnparsedDateOfBirth');
    }
    // A text message brings the code, so the number has to be a mobile number.
    const mobile = readMobile(body.Mobile, countryOf(await findBrandById(ctx, input.session.brandId)));
    if (mobile.kind === 'landline') return err('landline_given', 'Mobile');
    if (mobile.kind === 'none') return err('required_field', 'Mobile');
    if (!isTitle(body.Title)) return err('required_field', 'Title');
    const wrong = wrongAddressField(body.Address);
    if (wrong !== undefined) return err('required_field', wrong);
    const { CorrespondenceAddress: letters, RewardProviderDetails: rewards } = body;
    if (letters && wrongAddressField(letters) !== undefined) {
      return err('required_field', 'CorrespondenceAddress');
    }
    const { purpose, reward_provider: provider } = admitted.value;
    if (letters && purpose !== 'upgrade') return err('required_field', 'CorrespondenceAddress');
    if (rewards && (purpose !== 'upgrade' || provider === null)) return err('required_field', 'RewardProviderDetails');
    return ok(null);
  },
  outside: ({ ctx, body }) => hashAnswer(ctx.secrets, body.MothersMaidenName),
  async settle(input) {
    const { body, tx, known: maidenNameHash } = input;
    const admitted = await admitStep(input, saveEntityDetails, 'accountSetup');
    if (!admitted.ok) return admitted;
    const { MothersMaidenName: _secret, ...details } = body;
    const country = countryOf(await findBrandById(input.ctx, input.session.brandId));
    const phones = { Mobile: readPhone(body.Mobile, country), HomePhone: readPhone(body.HomePhone, country) };
    await saveEntity(tx, admitted.value, { ...details, ...phones }, maidenNameHash);
    return ok(toActivationView(await changedActivation(input)));
  },
});
