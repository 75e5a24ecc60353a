import { operation } from '../../operation.ts';
import { tokenResponse } from '../../access/sign-in/token.ts';

/**
 * Added: begins the upgrade of somebody who has a card and no login, or goes on with it. Answers the tokens of the
 * set-up, which ends with a new login (card/signupAndUpgrade) or is taken by an existing one (`upgradeAccessToken`).
 */
export const beginUpgrade = operation({
  name: 'beginUpgrade',
  method: 'POST',
  path: 'card/beginUpgrade',
  auth: ['card'],
  proof: 'fresh',
  ids: {},
  summary: 'Begin the upgrade of a card that has no login',
  response: tokenResponse,
  errors: ['card_problem', 'fee_not_covered'],
});
