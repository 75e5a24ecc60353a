import { saveAlerts } from '@wattle/contract/alerts/save-alerts.ts';
import { err, ok } from '@wattle/contract/errors.ts';
import { callerOf } from '../../http/caller.ts';
import { handle } from '../../http/handle.ts';
import { audit } from '../../platform/audit.ts';
import { findShownCard, isPrimary } from '../cards/public.ts';
import { saveSetting } from './alert.store.ts';
import { offeredBy, reachOf } from './offered.ts';
import { chooseAlerts } from './save-alerts.domain.ts';

export const saveAlertsRoute = handle(saveAlerts, async ({ body, session, tx, ctx, request }) => {
  const [card, reach, isOwner] = await Promise.all([
    findShownCard(tx, session, body.Card, ctx.clocks),
    reachOf(tx, ctx, session),
    isPrimary(tx, session),
  ]);
  if (!card || session.webAccountId === null) return err('invalid_card_details');
  const chosen = chooseAlerts(body.Alerts, offeredBy(card, { isPrimary: isOwner }), reach);
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
});
