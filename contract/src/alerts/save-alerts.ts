import * as z from 'zod/mini';
import { operation, WEB_ACCOUNT } from '../operation.ts';
import { cardReference, done } from '../wire.ts';
import { alert } from './alerts.ts';

function eachOnce(alerts: readonly { readonly AlertType: number }[]): boolean {
  return new Set(alerts.map(({ AlertType }) => AlertType)).size === alerts.length;
}

/**
 * Saves all alerts of an account. 20010 with the field `Alerts` for a way by which the person cannot be reached, and
 * for two amounts of one kind; 10001 for a way or a kind that the product does not have.
 */
export const saveAlerts = operation({
  name: 'saveAlerts',
  method: 'POST',
  path: 'manageAlerts/saveAlerts',
  auth: WEB_ACCOUNT,
  proof: 'session',
  ids: { Card: 'card' },
  summary: 'Save the alerts of an account',
  body: z.object({
    Card: cardReference,
    Alerts: z.array(alert).check(z.maxLength(3, 'required'), z.refine(eachOnce, 'required')),
  }),
  response: done,
  errors: ['invalid_card_details', 'card_problem', 'required_field'],
  errorFields: { required_field: 'Alerts' },
});
