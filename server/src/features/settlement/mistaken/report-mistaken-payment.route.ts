import { err, ok } from '@wattle/contract/errors.ts';
import { reportMistakenPayment } from '@wattle/contract/settlement/report-mistaken-payment.ts';
import { callerOf } from '../../../http/caller.ts';
import { handle } from '../../../http/handle.ts';
import { audit } from '../../../platform/audit.ts';
import { addBankingDays } from '../../../platform/banking-days/banking-days.domain.ts';
import { readBankingCalendar } from '../../../platform/banking-days/holiday.store.ts';
import { dayAt } from '../../../platform/clock.ts';
import { drawNumber, receiptNumber, transferIdOf } from '../../payments/public.ts';
import { findOwnAccount } from '../../transactions/public.ts';
import { findPaidOut } from '../answers/payment.store.ts';
import { findCourse } from '../course/course.store.ts';
import { findMistaken, insertMistaken } from './mistaken-payment.store.ts';
import { toMistakenPayment } from './mistaken-payment.view.ts';
import { mistakenRule } from './mistaken-rule.domain.ts';

const BUSINESS_DAYS = 10;

export const reportMistakenPaymentRoute = handle(reportMistakenPayment, async ({ body, session, tx, ctx, request }) => {
  const { tenantId } = session;
  const account = await findOwnAccount(tx, session, body.accountNumber);
  if (!account) return err('invalid_card_details', 'accountNumber');
  const transferId = transferIdOf(body.receiptNumber);
  const notFound = err('not_found', 'receiptNumber');
  if (transferId === undefined) return notFound;
  const course = await findCourse(tx, ctx.secrets, tenantId, {
    ...{ ledgerAccountId: account.ledger_account_id, receiptNumber: body.receiptNumber, transferId },
  });
  const paid = course?.state ? await findPaidOut(tx, ctx.secrets, tenantId, transferId) : undefined;
  if (!paid) return notFound;
  const before = await findMistaken(tx, tenantId, transferId);
  if (before) return ok(toMistakenPayment(before));
  if (paid.state === 'Returned') return notFound;
  const atMs = ctx.clocks.business.now();
  const today = dayAt(atMs);
  const tenDaysEnd = addBankingDays(await readBankingCalendar(tx), paid.paid_on, BUSINESS_DAYS);
  const rule = mistakenRule({ paidOn: paid.paid_on, tenDaysEnd }, today);
  const reference = receiptNumber(today, await drawNumber(tx));
  const given = { transferId, memberAccountId: paid.member_account_id, reference, rule, atMs };
  if (await insertMistaken(tx, tenantId, given)) {
    audit(tx, ctx.clocks, {
      tenantId,
      actor: callerOf(session),
      action: 'mistaken_payment.asked',
      object: `mistaken_payment:${reference}`,
      outcome: 'ok',
      requestId: request.id,
      details: { transfer: String(transferId), rule },
    });
  }
  const row = await findMistaken(tx, tenantId, transferId);
  if (!row) throw new Error('a payment that was asked back has no row');
  return ok(toMistakenPayment(row));
});
