import { err, ok } from '@wattle/contract/errors.ts';
import { getScamReport, reportScam, type ScamReport } from '@wattle/contract/scams/report-scam.ts';
import { callerOf } from '../../http/caller.ts';
import { handleOutside, handleRead, type Route, type Session } from '../../http/handle.ts';
import { toInstant, type Tx } from '../../platform/database/database.ts';
import { toDollars } from '../../platform/money.ts';
import { stopPayment } from '../settlement/public.ts';
import { isDestinationBlocked } from '../transfers/public.ts';
import { report, stopIfNotMade } from './report.ts';
import { findReportedPayment, wouldBe } from './reported-payment.ts';
import { findReport, type ScamReportRow } from './scam-report.store.ts';

async function toReport(tx: Tx, session: Session, row: ScamReportRow): Promise<ScamReport> {
  return {
    Reference: row.reference,
    Outcome: row.outcome,
    ReportedAt: toInstant(row.reported_at),
    IsOpen: row.state === 'Open',
    IsBlocked: await isDestinationBlocked(tx, session, row.destination),
  };
}

/** Reports of payments as scams. */
export const scamRoutes: readonly Route[] = [
  handleRead(getScamReport, async ({ body, session, tx, ctx }) => {
    const payment = await findReportedPayment({ tx, ctx, session }, body);
    if (payment === 'no_account') return err('invalid_card_details', 'accountNumber');
    if (!payment) return err('not_found', 'receiptNumber');
    const scheduleId = payment.ordered?.schedule.id ?? null;
    const row = await findReport(tx, session.tenantId, { scheduleId, transferId: payment.transferId });
    return ok({
      Name: payment.payee.name,
      Amount: toDollars(payment.amount),
      WouldBe: wouldBe(payment),
      Report: row ? await toReport(tx, session, row) : null,
    });
  }),

  handleOutside(reportScam, {
    async admit({ body, session, tx, ctx, request }) {
      const payment = await stopIfNotMade({ tx, ctx, session, requestId: request.id }, body);
      if (payment === 'no_account' || payment === 'not_found') return refusal(payment);
      const { transferId, course, isReported } = payment;
      return ok({ transferId: course?.is_with_us && !isReported ? transferId : null });
    },
    async outside({ ctx, session, request, intent: { transferId } }) {
      if (transferId === null) return;
      const { tenantId } = session;
      await stopPayment(ctx, { tenantId, transferId, actor: callerOf(session), requestId: request.id });
    },
    async settle({ body, session, tx, ctx, request }) {
      const reported = await report({ tx, ctx, session, requestId: request.id }, body);
      if (reported === 'no_account' || reported === 'not_found') return refusal(reported);
      return ok(await toReport(tx, session, reported));
    },
    settlesAlways: true,
  }),
];

function refusal(why: 'no_account' | 'not_found') {
  return why === 'no_account' ? err('invalid_card_details', 'accountNumber') : err('not_found', 'receiptNumber');
}
