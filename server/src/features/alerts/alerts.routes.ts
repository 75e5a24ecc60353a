import { getAlerts, getAlertsByEntity, saveAlerts } from '@wattle/contract/alerts/alerts.ts';
import { err, ok } from '@wattle/contract/errors.ts';
import { callerOf } from '../../http/caller.ts';
import { handle, handleRead, type Route } from '../../http/handle.ts';
import { audit } from '../../platform/sealed-log/audit.ts';
import { findShownCard, isPrimaryOf, listShownCards } from '../card-facts/public.ts';
import { readOwnSettings, saveSetting } from './alert.store.ts';
import { toAccountAlerts } from './alert.view.ts';
import { channelsInBoth, alertsOfferedBy, channelsOfCaller } from './offered-alerts.ts';
import { chooseAlerts, allowedChannels } from './save-alerts.domain.ts';

/** Routes of the alerts that people choose for their accounts. */
export const alertRoutes: readonly Route[] = [
  handleRead(getAlerts, async ({ body, session, tx, ctx }) => {
    const [card, reachable, settings] = await Promise.all([
      findShownCard(tx, session, body.Card, ctx.clocks),
      channelsOfCaller(tx, ctx, session),
      readOwnSettings(tx, session.tenantId, session.webAccountId),
    ]);
    if (!card) return err('invalid_card_details');
    const setting = settings.find(({ member_account_id: account }) => account === card.member_account_id);
    const { channels } = alertsOfferedBy(card, { isPrimary: true });
    return ok(toAccountAlerts(card.account_number, setting, channelsInBoth(channels, reachable)));
  }),

  handleRead(getAlertsByEntity, async ({ session, tx, ctx }) => {
    const [cards, reachable, settings] = await Promise.all([
      listShownCards(tx, session, ctx.clocks),
      channelsOfCaller(tx, ctx, session),
      readOwnSettings(tx, session.tenantId, session.webAccountId),
    ]);
    const accounts = new Map(cards.map((card) => [card.member_account_id, card]));
    return ok({
      Accounts: [...accounts].map(([account, card]) =>
        toAccountAlerts(
          card.account_number,
          settings.find(({ member_account_id: id }) => id === account),
          channelsInBoth(alertsOfferedBy(card, { isPrimary: true }).channels, reachable),
        ),
      ),
    });
  }),

  handle(saveAlerts, async ({ body, session, tx, ctx, request }) => {
    const [card, reachable, settings] = await Promise.all([
      findShownCard(tx, session, body.Card, ctx.clocks),
      channelsOfCaller(tx, ctx, session),
      readOwnSettings(tx, session.tenantId, session.webAccountId),
    ]);
    if (!card || session.webAccountId === null) return err('invalid_card_details');
    const isOwner = await isPrimaryOf(tx, session, card.member_account_id);
    const before = settings.find(({ member_account_id: account }) => account === card.member_account_id);
    const chosen = chooseAlerts(
      body.Alerts,
      alertsOfferedBy(card, { isPrimary: isOwner }),
      allowedChannels(reachable, before),
    );
    if (!chosen.ok) return chosen;
    await saveSetting(tx, session.tenantId, {
      ...chosen.value,
      webAccountId: session.webAccountId,
      memberAccountId: card.member_account_id,
    });
    audit(tx, ctx.clocks, {
      tenantId: session.tenantId,
      actor: callerOf(session),
      action: 'alerts.saved',
      object: `account:${card.member_account_id}`,
      outcome: 'ok',
      requestId: request.id,
    });
    return ok({ IsSuccessful: true as const });
  }),
];
