import * as z from 'zod/mini';
import { namedNumbers } from '../named-numbers.ts';
import { operation, WEB_ACCOUNT } from '../operation.ts';
import { WEB_ACCOUNT_OR_VIEW } from '../viewed.ts';
import { accountNumber, cardBody, cardReference, done } from '../wire.ts';

/** Channels of alerts. */
export const ALERT_TYPE = { email: 1, sms: 2, push: 3 } as const;

export const alertType = namedNumbers(ALERT_TYPE, 'required');

export type AlertType = z.output<typeof alertType>;

const flag = z.boolean('required');

/** Dollars from which a purchase, or below which a balance, is an alert; null: no alert. */
const amount = z.nullable(
  z
    .number('required')
    .check(z.minimum(0.01, 'gtZero'), z.maximum(99_999.99, 'required'), z.multipleOf(0.01, 'required')),
);

/** Alerts of one channel. The two amounts are the same for all channels that have them. */
export const alert = z.object({
  AlertType: alertType,
  IsBankTransfer: flag,
  IsDebitCard: flag,
  IsAutoTopUp: flag,
  IsVoucherTopUp: flag,
  IsDeclinedTransaction: flag,
  IsStatementAlert: flag,
  TransactionOverValue: amount,
  LowBalance: amount,
});

export type Alert = z.output<typeof alert>;

/** The alerts of an account, and the available channels: those of its product by which the person can be reached. */
export const accountAlerts = z.object({
  AccountNumber: accountNumber,
  Alerts: z.array(alert),
  IsEmailAlertEnabled: z.boolean(),
  IsSmsAlertEnabled: z.boolean(),
  IsPushNotificationAlertEnabled: z.boolean(),
});

export type AccountAlerts = z.output<typeof accountAlerts>;

/** Alerts of the account of a card, one entry for each channel that has any. */
export const getAlerts = operation({
  name: 'getAlerts',
  method: 'POST',
  reads: true,
  path: 'manageAlerts/getAlerts',
  auth: WEB_ACCOUNT_OR_VIEW,
  proof: 'session',
  ids: { Card: 'card' },
  summary: 'Alerts of an account',
  body: cardBody,
  response: accountAlerts,
  errors: ['invalid_card_details'],
});

/** Alerts of each of the caller's accounts. */
export const getAlertsByEntity = operation({
  name: 'getAlertsByEntity',
  method: 'POST',
  reads: true,
  path: 'manageAlerts/getAlertsByEntity',
  auth: WEB_ACCOUNT_OR_VIEW,
  proof: 'session',
  ids: {},
  summary: 'Alerts of all accounts of the caller',
  response: z.object({ Accounts: z.array(accountAlerts) }),
});

function eachOnce(alerts: readonly { readonly AlertType: number }[]): boolean {
  return new Set(alerts.map(({ AlertType }) => AlertType)).size === alerts.length;
}

/**
 * Saves all alerts of an account. 20010 with the field `Alerts` for a channel by which the person cannot be reached,
 * and for two amounts of one kind; 10001 for a channel or a kind that the product does not have.
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
