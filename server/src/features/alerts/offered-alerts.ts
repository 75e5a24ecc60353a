import type { Session } from '../../http/handle.ts';
import type { AppContext } from '../../compose/context.ts';
import type { Tx } from '../../platform/database/database.ts';
import { isFeatureOn, type ShownCard } from '../card-facts/public.ts';
import { toE164 } from '../../platform/text/mobile-number.domain.ts';
import { readContacts } from './contacts.store.ts';
import type { AlertChannels } from './alert.view.ts';
import type { OfferedAlerts } from './save-alerts.domain.ts';
import { hasChannel } from '../programme/public.ts';

/** Alerts and channels that the product of a card offers. Statements, automatic top-ups
 * and a low balance are the primary holder's. */
export function alertsOfferedBy(card: ShownCard, { isPrimary }: { readonly isPrimary: boolean }): OfferedAlerts {
  const { alerts } = card.settings;
  const isOn = isFeatureOn('alerts', [card.instance_features, card.tenant_features, card.brand_features ?? {}]);
  return {
    channels: { email: isOn && alerts.email, sms: isOn && alerts.sms, push: isOn && alerts.push },
    kinds: {
      bank_transfer: alerts.bankTransfer,
      voucher_top_up: alerts.bankTransfer,
      debit_card: alerts.debitCard,
      auto_top_up: alerts.autoTopUp && isPrimary,
      declined: alerts.declined,
      statement: alerts.statement && isPrimary,
      over_value: alerts.overValue,
      low_balance: alerts.lowBalance && isPrimary,
    },
  };
}

/** Channels by which the caller can be reached. */
export async function channelsOfCaller(tx: Tx, ctx: AppContext, session: Session): Promise<AlertChannels> {
  const found = await readContacts(tx, session);
  return {
    email: found !== undefined && found.email !== '' && hasChannel(ctx, session.tenantId, 'email'),
    sms: found !== undefined && toE164(found.mobile) !== undefined && hasChannel(ctx, session.tenantId, 'sms'),
    push: found?.has_device === true && hasChannel(ctx, session.tenantId, 'push'),
  };
}

/** Channels that the product offers and the person has a contact for. */
export function channelsInBoth(offered: AlertChannels, reachable: AlertChannels): AlertChannels {
  return {
    email: offered.email && reachable.email,
    sms: offered.sms && reachable.sms,
    push: offered.push && reachable.push,
  };
}
