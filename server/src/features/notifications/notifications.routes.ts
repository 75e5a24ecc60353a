import { err, ok } from '@wattle/contract/errors.ts';
import { countNotifications } from '@wattle/contract/notifications/count-notifications.ts';
import {
  getNotifications,
  NOTIFICATIONS_SHOWN,
  readAllNotifications,
  readNotification,
} from '@wattle/contract/notifications/notifications.ts';
import { handle, handleRead, type Route, type Session } from '../../http/handle.ts';
import { countUnread, listNotifications, markAllRead, markRead, type Reader } from './notification.store.ts';
import { toNotification } from './notification.view.ts';

/** The bell: the notifications, and which of them were read. */
export const notificationRoutes: readonly Route[] = [
  handleRead(getNotifications, async ({ query, session, tx }) => {
    const { language, topic, beforeId } = query;
    const rows = await listNotifications(tx, readerOf(session), {
      topic,
      before: beforeId === undefined ? undefined : BigInt(beforeId),
    });
    return ok({
      Notifications: rows.slice(0, NOTIFICATIONS_SHOWN).map((row) => toNotification(row, language)),
      HasMore: rows.length > NOTIFICATIONS_SHOWN,
    });
  }),

  handleRead(countNotifications, async ({ session, tx }) => ok({ Unread: await countUnread(tx, readerOf(session)) })),

  handle(readNotification, async ({ body, session, tx, ctx }) => {
    const reader = readerOf(session);
    if (!(await markRead(tx, reader, BigInt(body.Id), ctx.clocks.business.now()))) return err('not_found');
    ctx.live.publishNoted(tx, reader.tenantId, reader.webAccountId);
    return ok({ Unread: await countUnread(tx, reader) });
  }),

  handle(readAllNotifications, async ({ body, session, tx, ctx }) => {
    const reader = readerOf(session);
    await markAllRead(tx, reader, BigInt(body.NewestId), ctx.clocks.business.now());
    ctx.live.publishNoted(tx, reader.tenantId, reader.webAccountId);
    return ok({ Unread: await countUnread(tx, reader) });
  }),
];

function readerOf({ tenantId, webAccountId }: Session): Reader {
  if (webAccountId === null) throw new Error('only a sign-in has notifications');
  return { tenantId, webAccountId };
}
