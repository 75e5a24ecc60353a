import { err, ok } from '@wattle/contract/errors.ts';
import { getPaymentCourse, reportMistakenPayment, RETURN_REASONS } from '@wattle/contract/settlement/payment-course.ts';
import { callerOf } from '../../http/caller.ts';
import { maySeeWhole } from '../../http/fresh-proof.ts';
import { handle, handleRead, type Route } from '../../http/handle.ts';
import { audit } from '../../platform/audit.ts';
import { addBankingDays } from '../../platform/banking-days/banking-days.domain.ts';
import { readBankingCalendar } from '../../platform/banking-days/holiday.store.ts';
import { dayAt } from '../../platform/clock.ts';
import { toInstant } from '../../platform/database.ts';
import { showForPayer } from '../cards/public.ts';
import { drawNumber, receiptNumber, transferIdOf } from '../payments/public.ts';
import { findOwnAccount } from '../transactions/public.ts';
import { findPaidOut } from './answers/payment.store.ts';
import { findCourse } from './course/course.store.ts';
import { toMistakenPayment, toRepeat } from './course/course.view.ts';
import { findMistaken, insertMistaken } from './mistaken/mistaken-payment.store.ts';
import { mistakenRule } from './mistaken/mistaken-rule.domain.ts';

const instantOf = (at: string | null) => (at === null ? null : toInstant(at));

const BUSINESS_DAYS = 10;

/** Where a payment is that has left. */
export const settlementRoutes: readonly Route[] = [
  handleRead(getPaymentCourse, async ({ body, session, tx, ctx }) => {
    const account = await findOwnAccount(tx, session, body.accountNumber);
    if (!account) return err('invalid_card_details', 'accountNumber');
    const transferId = transferIdOf(body.receiptNumber);
    if (transferId === undefined) return err('not_found', 'receiptNumber');
    const shown = await showForPayer(tx, ctx.secrets, session.tenantId, maySeeWhole(ctx, session));
    const row = await findCourse(tx, session.tenantId, shown, {
      ...{ ledgerAccountId: account.ledger_account_id, receiptNumber: body.receiptNumber, transferId },
    });
    if (!row) return err('not_found', 'receiptNumber');
    if (row.state === null || row.method === null || row.value_date === null)
      return ok({ Course: null, Again: toRepeat(row) });
    const mistaken = await findMistaken(tx, session.tenantId, transferId);
    return ok({
      Course: {
        State: row.state,
        Method: row.method,
        MadeAt: toInstant(row.made_at),
        SentAt: instantOf(row.sent_at),
        SettledAt: instantOf(row.settled_at),
        ReturnedAt: instantOf(row.returned_at),
        ValueDate: row.value_date,
        Reason: RETURN_REASONS.find((reason) => reason === row.reason) ?? null,
        Mistaken: mistaken ? toMistakenPayment(mistaken) : null,
      },
      Again: toRepeat(row),
    });
  }),

  handle(reportMistakenPayment, async ({ body, session, tx, ctx, request }) => {
    const { tenantId } = session;
    const account = await findOwnAccount(tx, session, body.accountNumber);
    if (!account) return err('invalid_card_details', 'accountNumber');
    const transferId = transferIdOf(body.receiptNumber);
    const notFound = err('not_found', 'receiptNumber');
    if (transferId === undefined) return notFound;
    const shown = await showForPayer(tx, ctx.secrets, tenantId, false);
    const course = await findCourse(tx, tenantId, shown, {
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
  }),
];
