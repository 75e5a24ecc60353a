import { ALERT_TYPE } from '@wattle/contract/alerts/alerts.ts';
import type { Tx } from '../../platform/database/database.ts';
import { productSettings } from '../card-facts/public.ts';
import { addDefaultSettings, readAlertProducts } from './default-settings.store.ts';

type Account = { readonly tenantId: number; readonly holderId: bigint; readonly memberAccountId: bigint };

/**
 * Turns on the alerts that a holder gets from the first day, where the product has it: purchases on their devices,
 * declines on their devices and by email. What they have chosen for the account stays. Without a sign-in nothing
 * happens.
 */
export async function addDefaultAlerts(tx: Tx, account: Account): Promise<void> {
  for (const { web_account_id: webAccountId, settings } of await readAlertProducts(tx, account)) {
    const { alerts } = productSettings.parse(settings);
    const devices = alerts.push ? [ALERT_TYPE.push] : [];
    await addDefaultSettings(tx, {
      ...account,
      webAccountId,
      purchases: alerts.debitCard ? devices : [],
      declines: alerts.declined ? [...(alerts.email ? [ALERT_TYPE.email] : []), ...devices] : [],
    });
  }
}
