import * as z from 'zod/mini';
import { operation } from '../operation.ts';
import { WEB_ACCOUNT_OR_VIEW } from '../viewed.ts';

/** Upper limit of a count. */
export const UNREAD_MAX = 100;

export const unread = z.object({
  /** Up to 100, which means 100 or more. */
  Unread: z.number(),
});

/** Added: how many of the caller's notifications are unread. In a separate file, because every page asks for it. */
export const countNotifications = operation({
  name: 'countNotifications',
  method: 'GET',
  path: 'notifications/unread',
  auth: WEB_ACCOUNT_OR_VIEW,
  proof: 'session',
  ids: {},
  summary: 'Number of unread notifications',
  response: unread,
});
