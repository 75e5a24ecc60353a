import { money } from '@wattle/contract/rules/amounts.ts';
import type { AppContext } from '../../compose/context.ts';
import { callerOf } from '../../http/caller.ts';
import type { Session } from '../../http/handle.ts';
import { audit } from '../../platform/sealed-log/audit.ts';
import { dayAt } from '../../platform/time/clock.ts';
import type { Tx } from '../../platform/database/database.ts';
import { toDollars } from '../../platform/money.ts';
import { lockNames } from '../../platform/database/named-locks.ts';
import { maskWords } from '../../platform/secrets/typed-card-numbers.ts';
import { notifyHolder, notifyOwner } from '../messages/public.ts';
import { drawNumber, receiptNumber } from '../payments/public.ts';
import { deleteSchedule } from '../schedules/public.ts';
import { askBack } from '../settlement/public.ts';
import { blockAccountOf, blockPayee } from '../transfers/public.ts';
import { findReportedPayment, type ReportedPayment, wouldBe } from './reported-payment.ts';
import { findReport, findReportByReference, insertReport, type ScamReportRow } from './scam-report.store.ts';

type Reporting = {
  readonly tx: Tx;
  readonly ctx: AppContext;
  readonly session: Session;
  readonly requestId: string;
};
type Asked = { readonly accountNumber: string; readonly receiptNumber: string };
type Refused = 'no_account' | 'not_found';

/**
 * The payment that is reported, once it is no longer planned. One that is carried out at the same moment counts as one
 * that has left.
 */
export async function stopIfNotMade(
  reporting: Reporting,
  asked: Asked,
): Promise<(ReportedPayment & { readonly isReported: boolean }) | Refused> {
  const found = await findReportedPayment(reporting, asked);
  if (found === undefined || found === 'no_account') return found ?? 'not_found';
  if (await reportOf(reporting, found)) return { ...found, isReported: true };
  const payment = await deleteIfPlanned(reporting, asked, found);
  return payment === 'not_found' ? payment : { ...payment, isReported: false };
}

/** Asks a payment back that was not stopped, blocks its payee and opens a case for the desk, once. */
export async function report(reporting: Reporting, asked: Asked): Promise<ScamReportRow | Refused> {
  const { tx, session } = reporting;
  // Two reports of one payment are one.
  await lockNames(tx, [`scam:${session.tenantId}:${asked.accountNumber}`]);
  const found = await findReportedPayment(reporting, asked);
  if (found === undefined || found === 'no_account') return found ?? 'not_found';
  const before = await reportOf(reporting, found);
  if (before) return before;
  return open(reporting, found, await undo(reporting, found));
}

function reportOf({ tx, session }: Reporting, { ordered, transferId }: ReportedPayment) {
  return findReport(tx, session.tenantId, { scheduleId: ordered?.schedule.id ?? null, transferId });
}

/** The payment as it is afterwards. */
async function deleteIfPlanned(
  { tx, ctx, session, requestId }: Reporting,
  asked: Asked,
  payment: ReportedPayment,
): Promise<ReportedPayment | 'not_found'> {
  const { ordered, memberAccountId } = payment;
  if (!ordered || ordered.paidAs !== null) return payment;
  const { id, holderId } = ordered.schedule;
  const stopped = await deleteSchedule(tx, ctx, {
    tenantId: session.tenantId,
    id,
    actor: callerOf(session),
    requestId,
    isOwn: (schedule) => schedule.memberAccountId === memberAccountId && schedule.holderId === holderId,
  });
  if (stopped === 'ok') return payment;
  // The payment was carried out meanwhile.
  const now = await findReportedPayment({ tx, ctx, session }, asked);
  return now === undefined || now === 'no_account' ? 'not_found' : now;
}

/** Asks for the return of money that was sent, and returns the outcome. */
async function undo(
  { tx, ctx, session, requestId }: Reporting,
  payment: ReportedPayment,
): Promise<Pick<ScamReportRow, 'outcome' | 'mistaken_reference'>> {
  const { transferId, course } = payment;
  // A payment that was made after the look-up was not stopped, so a recall is opened.
  if (wouldBe(payment) === 'Stopped' && !course?.is_with_us) return { outcome: 'Stopped', mistaken_reference: null };
  const { tenantId } = session;
  const asking = { tenantId, actor: callerOf(session), requestId };
  const back =
    transferId === null || course === null || course.state === null
      ? undefined
      : await askBack(tx, ctx, { ...asking, transferId });
  if (back === undefined) return { outcome: 'WithUs', mistaken_reference: null };
  return back === 'returned' || back.state === 'Recovered'
    ? { outcome: 'Returned', mistaken_reference: null }
    : { outcome: 'AskedBack', mistaken_reference: back.reference };
}

async function open(
  { tx, ctx, session, requestId }: Reporting,
  { ordered, transferId, payee, amount, memberAccountId }: ReportedPayment,
  { outcome, mistaken_reference: mistakenReference }: Pick<ScamReportRow, 'outcome' | 'mistaken_reference'>,
): Promise<ScamReportRow> {
  const { tenantId, brandId, holderId, cardId } = session;
  const atMs = ctx.clocks.business.now();
  const reference = receiptNumber(dayAt(atMs), await drawNumber(tx));
  const name = maskWords(payee.name);
  await blockPayee(tx, ctx.secrets, session, { ...payee, atMs });
  if (payee.method === 'payId') await blockAccountOf({ ctx, tx }, session, payee.destination);
  await insertReport(tx, tenantId, {
    brandId,
    memberAccountId,
    holderId,
    cardId,
    reference,
    transferId,
    name,
    amount,
    outcome,
    mistakenReference,
    scheduleId: ordered?.schedule.id ?? null,
    destination: payee.destination,
    atMs,
  });
  audit(tx, ctx.clocks, {
    tenantId,
    actor: callerOf(session),
    action: 'scam.reported',
    object: `scam_report:${reference}`,
    outcome: 'ok',
    requestId,
    details: { outcome },
  });
  ctx.live.publishChanged(tx, tenantId, memberAccountId);
  if (holderId !== null) {
    await notifyHolder(tx, ctx, {
      tenantId,
      brandId,
      holderId,
      template: 'scamReported',
      dedupKey: `scamReported:${reference}`,
      params: (language) => ({
        name,
        reference,
        change: outcome,
        amount: money(toDollars(amount), language, 'never'),
      }),
      everyContact: true,
    });
  }
  await notifyOwner(tx, ctx, session, { memberAccountId, change: 'scam', reference, name, amount });
  const row = await findReportByReference(tx, tenantId, reference);
  if (!row) throw new Error('a report of a scam has no row');
  return row;
}
