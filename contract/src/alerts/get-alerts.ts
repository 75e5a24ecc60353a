import { operation, WEB_ACCOUNT } from '../operation.ts';
import { cardBody } from '../wire.ts';
import { accountAlerts } from './alerts.ts';

/** What the caller is told of the account of a card, one entry for each way that has any. */
export const getAlerts = operation({
  name: 'getAlerts',
  method: 'POST',
  path: 'manageAlerts/getAlerts',
  auth: WEB_ACCOUNT,
  proof: 'session',
  ids: { Card: 'card' },
  summary: 'Alerts of an account',
  body: cardBody,
  response: accountAlerts,
  errors: ['invalid_card_details'],
});
