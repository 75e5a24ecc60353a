import { err, ok } from '@wattle/contract/errors.ts';
import { getScamReport, reportScam, type ScamReport } from '@wattle/contract/scams/report-scam.ts';
import { handle, handleRead, type Route, type Session } from '../../http/handle.ts';
import { toInstant, type Tx } from '../../platform/database.ts';
import { toDollars } from '../../platform/money.ts';
import { isDestinationBlocked } from '../transfers/public.ts';
import { report } from './report.ts';
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

  handle(reportScam, async ({ body, session, tx, ctx, request }) => {
    const reported = await report({ tx, ctx, session, requestId: request.id }, body);
    if (reported === 'no_account') return err('invalid_card_details', 'accountNumber');
    return reported === 'not_found' ? err('not_found', 'receiptNumber') : ok(await toReport(tx, session, reported));
  }),
];
