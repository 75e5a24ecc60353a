import * as z from 'zod/mini';
import { accountNumber } from '../wire.ts';
import { namedNumbers } from '../named-numbers.ts';

/** How alerts travel. */
export const ALERT_TYPE = { email: 1, sms: 2, push: 3 } as const;
export const alertType = namedNumbers(ALERT_TYPE, 'required');
export type AlertType = z.output<typeof alertType>;

const flag = z.boolean('required');
/** Dollars above which a purchase, or below which a balance, is told; null: not told this way. */
const amount = z.nullable(
  z
    .number('required')
    .check(z.minimum(0.01, 'gtZero'), z.maximum(99_999.99, 'required'), z.multipleOf(0.01, 'required')),
);

/** What is told one way. The two amounts are the same for all ways that have them. */
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

/** The alerts of an account, and which ways there are: its product has them and the person can be reached. */
export const accountAlerts = z.object({
  AccountNumber: accountNumber,
  Alerts: z.array(alert),
  IsEmailAlertEnabled: z.boolean(),
  IsSmsAlertEnabled: z.boolean(),
  IsPushNotificationAlertEnabled: z.boolean(),
});
export type AccountAlerts = z.output<typeof accountAlerts>;
