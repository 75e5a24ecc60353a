import { err, ok } from '@wattle/contract/errors.ts';
import { getPaymentCourse, RETURN_REASONS } from '@wattle/contract/settlement/get-payment-course.ts';
import { handleRead } from '../../../http/handle.ts';
import { toInstant } from '../../../platform/database.ts';
import { findOwnAccount } from '../../transactions/public.ts';
import { transferIdOf } from '../../payments/public.ts';
import { findMistaken } from '../mistaken/mistaken-payment.store.ts';
import { toMistakenPayment } from '../mistaken/mistaken-payment.view.ts';
import { toRepeat } from './repeat.view.ts';
import { findCourse } from './course.store.ts';

const instantOf = (at: string | null) => (at === null ? null : toInstant(at));

export const getPaymentCourseRoute = handleRead(getPaymentCourse, async ({ body, session, tx, ctx }) => {
  const account = await findOwnAccount(tx, session, body.accountNumber);
  if (!account) return err('invalid_card_details', 'accountNumber');
  const transferId = transferIdOf(body.receiptNumber);
  if (transferId === undefined) return err('not_found', 'receiptNumber');
  const row = await findCourse(tx, ctx.secrets, session.tenantId, {
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
});
