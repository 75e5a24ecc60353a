import { err, ok } from '@wattle/contract/errors.ts';
import { getPaymentCourse, reportMistakenPayment, RETURN_REASONS } from '@wattle/contract/settlement/payment-course.ts';
import { callerOf } from '../../http/caller.ts';
import { maySeeWhole } from '../../http/fresh-proof.ts';
import { handleOutside, handleRead, type RequestInfo, type Route, type Session } from '../../http/handle.ts';
import { readBankingCalendar } from '../../platform/time/banking-days/holiday.store.ts';
import { toInstant } from '../../platform/database/database.ts';
import { showForPayer } from '../cards/public.ts';
import { notifyOwner } from '../messages/public.ts';
import { arrivalDay, carrierOf, methodNamed, transferIdOf } from '../payments/public.ts';
import { findOwnAccount, isOwnRow } from '../transactions/public.ts';
import { notifyReturnOf } from './answers/notify-returned.ts';
import { findCourse } from './course/course.store.ts';
import { toMistakenPayment, toRepeat, toWay } from './course/course.view.ts';
import { askBack, stopPayment } from './mistaken/ask-back.ts';
import { findMistaken } from './mistaken/mistaken-payment.store.ts';

const instantOf = (at: string | null) => (at === null ? null : toInstant(at));

/** State of a payment that has left. */
export const settlementRoutes: readonly Route[] = [
  handleRead(getPaymentCourse, async ({ body, session, tx, ctx }) => {
    const account = await findOwnAccount(tx, session, body.accountNumber, ctx.clocks);
    if (!account) return err('invalid_card_details', 'accountNumber');
    const transferId = transferIdOf(body.receiptNumber);
    if (transferId === undefined) return err('not_found', 'receiptNumber');
    const shown = await showForPayer(tx, ctx.secrets, session.tenantId, maySeeWhole(ctx, session));
    const row = await findCourse(tx, session.tenantId, shown, {
      ledgerAccountId: account.ledger_account_id,
      receiptNumber: body.receiptNumber,
      transferId,
    });
    if (!row) return err('not_found', 'receiptNumber');
    if (row.state === null || row.method === null || row.value_date === null)
      return ok({ Course: null, Again: toRepeat(row) });
    const mistaken = await findMistaken(tx, session.tenantId, transferId);
    return ok({
      Course: {
        State: row.state,
        Method: row.method,
        ...toWay(row, ctx.clocks.security.now()),
        MadeAt: toInstant(row.made_at),
        SentAt: instantOf(row.sent_at),
        SettledAt: instantOf(row.settled_at),
        ReturnedAt: instantOf(row.returned_at),
        ValueDate: row.value_date,
        ArrivalDate: arrivalDay(
          await readBankingCalendar(tx),
          carrierOf(methodNamed(ctx.paymentMethods, row.method), row.rail ?? 'file'),
          row.value_date,
        ),
        Reason: RETURN_REASONS.find((reason) => reason === row.reason) ?? null,
        Mistaken: mistaken ? toMistakenPayment(mistaken) : null,
      },
      Again: toRepeat(row),
    });
  }),

  handleOutside(reportMistakenPayment, {
    async admit({ body, session, tx, ctx }) {
      const { tenantId } = session;
      const account = await findOwnAccount(tx, session, body.accountNumber, ctx.clocks);
      if (!account) return err('invalid_card_details', 'accountNumber');
      const transferId = transferIdOf(body.receiptNumber);
      if (transferId === undefined) return err('not_found', 'receiptNumber');
      const shown = await showForPayer(tx, ctx.secrets, tenantId, false);
      const course = await findCourse(tx, tenantId, shown, {
        ledgerAccountId: account.ledger_account_id,
        receiptNumber: body.receiptNumber,
        transferId,
      });
      const isOwn = course?.state && (await isOwnRow(tx, session, account.ledger_account_id, course.seq));
      if (!isOwn) return err('not_found', 'receiptNumber');
      const [name, amount] = [course.counterparty ?? course.description, course.amount];
      return ok({ transferId, isWithUs: course.is_with_us, memberAccountId: account.member_account_id, name, amount });
    },
    async outside({ ctx, session, request, intent: { transferId, isWithUs } }) {
      if (isWithUs) await stopPayment(ctx, askingBy(session, request, transferId));
    },
    async settle({ tx, ctx, session, request, intent: { transferId, isWithUs, ...of } }) {
      const before = await findMistaken(tx, session.tenantId, transferId);
      const row = await askBack(tx, ctx, askingBy(session, request, transferId));
      if (row === undefined || row === 'returned') return err('not_found', 'receiptNumber');
      if (isWithUs && row.state === 'Recovered') await notifyReturnOf(ctx, tx, session.tenantId, transferId);
      if (!before) await notifyOwner(tx, ctx, session, { ...of, change: 'mistaken', reference: row.reference });
      return ok(toMistakenPayment(row));
    },
    settlesAlways: true,
  }),
];

function askingBy(session: Session, { id: requestId }: RequestInfo, transferId: bigint) {
  return { tenantId: session.tenantId, transferId, actor: callerOf(session), requestId };
}
