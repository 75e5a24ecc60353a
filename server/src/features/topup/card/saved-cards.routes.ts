import { err, ok } from '@wattle/contract/errors.ts';
import { getSavedCards, removeSavedCard } from '@wattle/contract/topup/saved-cards.ts';
import { callerOf } from '../../../http/caller.ts';
import { handle, handleRead, type Route } from '../../../http/handle.ts';
import { audit } from '../../../platform/audit.ts';
import { dayAt } from '../../../platform/clock.ts';
import { endSavedCard, listSavedCards } from '../../gateway/public.ts';

/** Cards that a login has saved for its top-ups. */
export const savedCardRoutes: readonly Route[] = [
  handleRead(getSavedCards, async ({ session, tx, ctx }) => {
    const { tenantId, webAccountId } = session;
    if (webAccountId === null) return ok({ Cards: [] });
    const month = dayAt(ctx.clocks.business.now()).slice(0, 7);
    const cards = await listSavedCards(tx, { tenantId, webAccountId }, month);
    return ok({
      Cards: cards.map(({ id, ending, expires }) => ({ SavedCardId: id, Ending: ending, Expires: expires })),
    });
  }),

  handle(removeSavedCard, async ({ body, session, tx, ctx, request }) => {
    const { tenantId, webAccountId } = session;
    const times = { business: ctx.clocks.business.now(), security: ctx.clocks.security.now() };
    const isEnded =
      webAccountId !== null && (await endSavedCard(tx, { tenantId, webAccountId }, body.SavedCardId, times));
    if (!isEnded) return err('not_found', 'SavedCardId');
    audit(tx, ctx.clocks, {
      tenantId,
      actor: callerOf(session),
      action: 'savedCard.remove',
      object: `savedCard:${body.SavedCardId}`,
      outcome: 'ok',
      requestId: request.id,
    });
    return ok({ IsSuccessful: true as const });
  }),
];
