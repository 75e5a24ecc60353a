import { defineJourney } from '../../journey/journey.ts';
import { paths } from '../../paths.ts';

/** Draft of a new holder's details. It survives a reload, but for the maiden name, which is kept in memory only. */
export const entityDraft = defineJourney({
  name: 'activation-entity',
  version: 1,
  access: 'public',
  steps: {
    entity: {
      path: paths.accountSetup(),
      fields: {
        Title: 'kept',
        FirstName: 'kept',
        MiddleName: 'kept',
        Surname: 'kept',
        oneName: 'kept',
        NameOnCard: 'kept',
        UnparsedDateOfBirth: 'kept',
        MothersMaidenName: 'secret',
        Mobile: 'kept',
        HomePhone: 'kept',
        way: 'kept',
        search: 'kept',
        line1: 'kept',
        line2: 'kept',
        suburb: 'kept',
        state: 'kept',
        postcode: 'kept',
        country: 'kept',
        hasLetters: 'kept',
        isMember: 'kept',
        rewardNumber: 'kept',
        'letters-way': 'kept',
        'letters-search': 'kept',
        'letters-line1': 'kept',
        'letters-line2': 'kept',
        'letters-suburb': 'kept',
        'letters-state': 'kept',
        'letters-postcode': 'kept',
        'letters-country': 'kept',
      },
    },
  },
});
