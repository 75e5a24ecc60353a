import { getAlerts } from '@wattle/contract/alerts/get-alerts.ts';
import { err, ok } from '@wattle/contract/errors.ts';
import { handleRead } from '../../http/handle.ts';
import { findShownCard } from '../cards/public.ts';
import { readOwnSettings } from './alert.store.ts';
import { toAccountAlerts } from './alert.view.ts';
import { both, offeredBy, reachOf } from './offered.ts';

export const getAlertsRoute = handleRead(getAlerts, async ({ body, session, tx, ctx }) => {
  const [card, reach, settings] = await Promise.all([
    findShownCard(tx, session, body.Card, ctx.clocks),
    reachOf(tx, ctx, session),
    readOwnSettings(tx, session.tenantId, session.webAccountId),
  ]);
  if (!card) return err('invalid_card_details');
  const setting = settings.find(({ member_account_id: account }) => account === card.member_account_id);
  const { ways } = offeredBy(card, { isPrimary: true });
  return ok(toAccountAlerts(card.account_number, setting, both(ways, reach)));
});
