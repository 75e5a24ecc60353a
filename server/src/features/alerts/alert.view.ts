import { type AccountAlerts, type Alert, ALERT_TYPE, type AlertType } from '@wattle/contract/alerts/alerts.ts';
import { toDollars } from '../../platform/money.ts';
import type { AlertSetting } from './alert.store.ts';

export type AlertChannels = { readonly email: boolean; readonly sms: boolean; readonly push: boolean };

const TYPES = Object.values(ALERT_TYPE);

/** Alerts of an account on the wire: one entry for each channel that has any. */
export function toAccountAlerts(
  accountNumber: string,
  setting: AlertSetting | undefined,
  reachable: AlertChannels,
): AccountAlerts {
  return {
    AccountNumber: accountNumber,
    Alerts: setting ? TYPES.map((type) => toAlert(setting, type)).filter(hasAnyAlert) : [],
    IsEmailAlertEnabled: reachable.email,
    IsSmsAlertEnabled: reachable.sms,
    IsPushNotificationAlertEnabled: reachable.push,
  };
}

function toAlert(setting: AlertSetting, AlertType: AlertType): Alert {
  const has = (channels: readonly number[]) => channels.includes(AlertType);
  const dollars = (channels: readonly number[], cents: bigint | null) =>
    has(channels) && cents !== null ? toDollars(cents) : null;
  return {
    AlertType,
    IsBankTransfer: has(setting.bank_transfer),
    IsDebitCard: has(setting.debit_card),
    IsAutoTopUp: has(setting.auto_top_up),
    IsVoucherTopUp: has(setting.voucher_top_up),
    IsDeclinedTransaction: has(setting.declined),
    IsStatementAlert: has(setting.statement),
    TransactionOverValue: dollars(setting.over_value, setting.over_value_from),
    LowBalance: dollars(setting.low_balance, setting.low_balance_below),
  };
}

function hasAnyAlert({ AlertType: _, TransactionOverValue, LowBalance, ...flags }: Alert): boolean {
  return TransactionOverValue !== null || LowBalance !== null || Object.values(flags).some(Boolean);
}
