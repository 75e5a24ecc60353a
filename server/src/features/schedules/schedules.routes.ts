import { err, ok } from '@wattle/contract/errors.ts';
import {
  changeScheduledPayment,
  deleteScheduledPayment,
  skipScheduledPayment,
} from '@wattle/contract/schedules/schedules.ts';
import { callerOf } from '../../http/caller.ts';
import type { DocumentRoute } from '../../http/document.ts';
import { handle, handlePayment, type Route } from '../../http/handle.ts';
import { changeSchedule } from './change-schedule.kind.ts';
import { deleteSchedule } from './delete-schedule.ts';
import { getPaymentDatesRoute } from './get-payment-dates.route.ts';
import { getScheduledPaymentsRoute } from './get-scheduled-payments.route.ts';
import { findOwnAccount } from './schedule-list.store.ts';
import { scheduleCalendarDocument } from './schedule-calendar.document.ts';
import { skipPayment } from './skip-payment.ts';

/** Scheduled payments. */
export const scheduleRoutes: readonly Route[] = [
  getScheduledPaymentsRoute,

  getPaymentDatesRoute,

  handle(deleteScheduledPayment, async ({ body, session, tx, ctx, request }) => {
    const { tenantId } = session;
    const own = await findOwnAccount(tx, session, body.accountNumber, ctx.clocks);
    if (!own) return err('not_found', 'scheduledPaymentId');
    const deleted = await deleteSchedule(tx, ctx, {
      tenantId,
      id: body.scheduledPaymentId,
      actor: callerOf(session),
      requestId: request.id,
      isOwn: ({ memberAccountId, holderId }) => memberAccountId === own.member_account_id && holderId === own.holder_id,
    });
    return deleted === 'ok' ? ok({ IsSuccessful: true as const }) : err(deleted, 'scheduledPaymentId');
  }),

  handle(skipScheduledPayment, async ({ body, session, tx, ctx, request }) => {
    const { tenantId } = session;
    const own = await findOwnAccount(tx, session, body.accountNumber, ctx.clocks);
    if (!own) return err('not_found', 'scheduledPaymentId');
    const skipped = await skipPayment(tx, ctx, {
      tenantId,
      id: body.scheduledPaymentId,
      plannedDay: body.plannedDate,
      actor: callerOf(session),
      requestId: request.id,
      isOwn: ({ memberAccountId, holderId }) => memberAccountId === own.member_account_id && holderId === own.holder_id,
    });
    return skipped === 'ok' ? ok({ IsSuccessful: true as const }) : err(skipped, 'scheduledPaymentId');
  }),

  handlePayment(changeScheduledPayment, changeSchedule),
];

/** Documents of scheduled payments. */
export const scheduleDocuments: readonly DocumentRoute[] = [scheduleCalendarDocument];
