import { defineJourney } from '../../../journey/journey.ts';
import { paths } from '../../../paths.ts';

/** The limit raised: name, consent, verification. */
export const increaseLimitJourney = defineJourney({
  name: 'increaseLimit',
  version: 1,
  access: 'signed-in',
  steps: {
    details: {
      path: paths.increaseLimitYourDetails(),
      fields: { FirstName: 'kept', MiddleName: 'kept', Surname: 'kept', oneName: 'kept', account: 'kept' },
    },
    consent: { path: paths.increaseLimitConsent(), fields: { agreed: 'kept' }, needs: ['details'] },
    verification: { path: paths.increaseLimitVerification(), fields: {}, needs: ['details', 'consent'] },
  },
});
