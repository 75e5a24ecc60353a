import * as z from 'zod/mini';
import { operation, WEB_ACCOUNT } from '../operation.ts';
import { accountAlerts } from './alerts.ts';

/** What the caller is told of each of their accounts. */
export const getAlertsByEntity = operation({
  name: 'getAlertsByEntity',
  method: 'POST',
  path: 'manageAlerts/getAlertsByEntity',
  auth: WEB_ACCOUNT,
  proof: 'session',
  ids: {},
  summary: 'Alerts of all accounts of the caller',
  response: z.object({ Accounts: z.array(accountAlerts) }),
});
