import { err, ok } from '@wattle/contract/errors.ts';
import { getPaymentCourse, reportMistakenPayment, RETURN_REASONS } from '@wattle/contract/settlement/payment-course.ts';
import { callerOf } from '../../http/caller.ts';
import { maySeeWhole } from '../../http/fresh-proof.ts';
import { handle, handleRead, type Route } from '../../http/handle.ts';
import { readBankingCalendar } from '../../platform/banking-days/holiday.store.ts';
import { toInstant } from '../../platform/database.ts';
import { showForPayer } from '../cards/public.ts';
import { notifyOwner } from '../messages/public.ts';
import { arrivalDay, methodNamed, transferIdOf } from '../payments/public.ts';
import { findOwnAccount, isOwnRow } from '../transactions/public.ts';
import { findCourse } from './course/course.store.ts';
import { toMistakenPayment, toRepeat } from './course/course.view.ts';
import { askBack } from './mistaken/ask-back.ts';
import { findMistaken } from './mistaken/mistaken-payment.store.ts';

const instantOf = (at: string | null) => (at === null ? null : toInstant(at));

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
        ArrivalDate: arrivalDay(
          await readBankingCalendar(tx),
          methodNamed(ctx.paymentMethods, row.method).bank,
          row.value_date,
        ),
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
    if (!course?.state || !(await isOwnRow(tx, session, account.ledger_account_id, course.seq))) return notFound;
    const before = await findMistaken(tx, tenantId, transferId);
    const asked = { tenantId, transferId, actor: callerOf(session), requestId: request.id };
    const row = await askBack(tx, ctx, asked);
    if (row === undefined || row === 'returned') return notFound;
    if (!before) {
      const { reference } = row;
      const [name, amount] = [course.counterparty ?? course.description, course.amount];
      const memberAccountId = account.member_account_id;
      await notifyOwner(tx, ctx, session, { memberAccountId, change: 'mistaken', reference, name, amount });
    }
    return ok(toMistakenPayment(row));
  }),
];
