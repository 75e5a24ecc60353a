import { defineJourney } from '../../../journey/journey.ts';
import { paths } from '../../../paths.ts';

/**
 * Journey for forgotten card details: the card's number, its PIN, then the card id and a fresh access code. All of it
 * is only in memory. When the time for the PIN has passed, only the number of the card is kept, so that it is not typed
 * twice.
 */
export const cardAccessJourney = defineJourney({
  name: 'card-access',
  version: 1,
  access: 'public',
  steps: {
    number: { path: paths.cardAccess(), fields: { cardnumber: 'retained', token: 'secret' } },
    pin: {
      path: paths.cardAccessPin(),
      fields: { CardId: 'secret', AccessCode: 'secret' },
      needs: ['number'],
    },
    details: { path: paths.cardAccessDetails(), fields: {}, needs: ['number', 'pin'] },
  },
});
