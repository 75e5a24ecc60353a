import { money } from '@wattle/contract/rules/amounts.ts';
import type { AppContext } from '../../../context.ts';
import { toDollars } from '../../../platform/money.ts';
import { productTexts } from '../../../platform/texts.ts';
import { type NoticeOf, notifyEach } from '../../messages/public.ts';
import { listPendingNotices, saveNotified, type TopupToNotify } from './auto-topup.store.ts';

/** Notifies holders once of each event of their automatic top-ups. */
export async function notifyAutoTopups(ctx: AppContext, tenantId: number, atOnce: number): Promise<void> {
  await notifyEach(ctx, tenantId, {
    list: (tx) => listPendingNotices(tx, tenantId, atOnce),
    noticeOf,
    save: (tx, one) => saveNotified(tx, tenantId, one),
  });
}

const noticeOf: NoticeOf<TopupToNotify> = (one) => ({
  template: 'autoTopup',
  params: (language) => {
    const words = productTexts(language, 'topup')[`auto.news.${one.untold}`] ?? '';
    return { reason: words.replace('{{amount}}', money(toDollars(one.amount), language)) };
  },
  dedupKey: `autoTopup:${one.id}:${one.untold}:${one.referred}:${one.accepted_at}`,
});
