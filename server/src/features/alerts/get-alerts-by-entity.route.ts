import { getAlertsByEntity } from '@wattle/contract/alerts/get-alerts-by-entity.ts';
import { ok } from '@wattle/contract/errors.ts';
import { handleRead } from '../../http/handle.ts';
import { listShownCards } from '../cards/public.ts';
import { readOwnSettings } from './alert.store.ts';
import { toAccountAlerts } from './alert.view.ts';
import { both, offeredBy, reachOf } from './offered.ts';

export const getAlertsByEntityRoute = handleRead(getAlertsByEntity, async ({ session, tx, ctx }) => {
  const [cards, reach, settings] = await Promise.all([
    listShownCards(tx, session, ctx.clocks),
    reachOf(tx, ctx, session),
    readOwnSettings(tx, session.tenantId, session.webAccountId),
  ]);
  const accounts = new Map(cards.map((card) => [card.member_account_id, card]));
  return ok({
    Accounts: [...accounts].map(([account, card]) =>
      toAccountAlerts(
        card.account_number,
        settings.find(({ member_account_id: id }) => id === account),
        both(offeredBy(card, { isPrimary: true }).ways, reach),
      ),
    ),
  });
});
