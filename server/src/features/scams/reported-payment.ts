import type { PaymentMethod as MethodName } from '@wattle/contract/rules/payment-methods.ts';
import type { ScamOutcome } from '@wattle/contract/scams/report-scam.ts';
import type { AppContext } from '../../compose/context.ts';
import type { Session } from '../../http/handle.ts';
import type { Tx } from '../../platform/database/database.ts';
import { openText } from '../../platform/secrets/typed-card-numbers.ts';
import { isPrimaryOf } from '../card-facts/public.ts';
import type { ForPayer } from '../cards/public.ts';
import { destinationKey, methodNamed, transferIdOf } from '../payments/public.ts';
import { findOrderedPayment, findOwnPayer, type OrderedPayment } from '../schedules/public.ts';
import { type CourseRow, findCourse, STOPPED } from '../settlement/public.ts';
import { findOwnAccount, isOwnRow } from '../transactions/public.ts';

/** A payment that is reported as a scam: it is held or planned, or it has left, or both in turn. */
export type ReportedPayment = {
  readonly memberAccountId: bigint;
  readonly ordered: OrderedPayment | undefined;
  readonly transferId: bigint | null;
  /** Null: it is held or planned, or was never made. */
  readonly course: CourseRow | null;
  readonly payee: {
    readonly method: MethodName;
    /** As its history names it. */
    readonly destination: string;
    readonly name: string;
    readonly bsb: string;
    /** Number or reference in full. */
    readonly accountNumber: string;
  };
  /** Cents. */
  readonly amount: bigint;
};

/** Numbers of payees in full: they are compared, and not shown. */
function whole({ secrets }: AppContext): ForPayer {
  return (text) => (text === null ? text : (openText(secrets, text) as typeof text));
}

type Asked = { readonly accountNumber: string; readonly receiptNumber: string };
type PaymentTransaction = { readonly tx: Tx; readonly ctx: AppContext; readonly session: Session };

/** A payment that the caller made, or that was made from an account of which they are the primary holder, by its receipt. */
export async function findReportedPayment(
  { tx, ctx, session }: PaymentTransaction,
  { accountNumber, receiptNumber }: Asked,
): Promise<ReportedPayment | 'no_account' | undefined> {
  const account = await findOwnAccount(tx, session, accountNumber, ctx.clocks);
  if (!account) return 'no_account';
  const { tenantId } = session;
  const memberAccountId = account.member_account_id;
  const ordered = await findOrderedPayment(tx, ctx, { tenantId, memberAccountId, receipt: receiptNumber });
  if (ordered) {
    const payer = await findOwnPayer(tx, session, accountNumber, ctx.clocks);
    const isOwn = ordered.schedule.holderId === payer?.holder_id || (await isPrimaryOf(tx, session, memberAccountId));
    if (!isOwn) return undefined;
  }
  const receipt = ordered?.paidAs ?? receiptNumber;
  const transferId = transferIdOf(receipt) ?? null;
  const course =
    transferId === null || (ordered && ordered.paidAs === null)
      ? undefined
      : await findCourse(tx, tenantId, whole(ctx), {
          ledgerAccountId: account.ledger_account_id,
          receiptNumber: receipt,
          transferId,
        });
  const found = { memberAccountId, ordered, transferId: course ? course.transfer_id : null, course: course ?? null };
  if (ordered) return { ...found, ...ofOrdered(ctx, ordered) };
  if (!course || !(await isOwnRow(tx, session, account.ledger_account_id, course.seq))) return undefined;
  const payee = payeeOf(ctx, course);
  return payee && { ...found, payee, amount: course.amount };
}

function ofOrdered(ctx: AppContext, { method, destination, number, schedule }: OrderedPayment) {
  const bsb = destination.bsb ?? '';
  return {
    payee: {
      method: method.leavesAs ?? (method.name as MethodName),
      destination: destinationKey(ctx.secrets, { method, bsb, number }),
      name: destination.name,
      bsb,
      accountNumber: number,
    },
    amount: schedule.amount,
  };
}

/** Undefined: the row is not a payment to a payee, such as a purchase or a fee. */
function payeeOf(ctx: AppContext, course: CourseRow): ReportedPayment['payee'] | undefined {
  const name = course.counterparty ?? course.description;
  const { pay_id: payId } = course;
  const accountNumber = payId ?? (course.method === null ? course.paid_account : course.account_number);
  if (accountNumber === null) return undefined;
  const method = methodNamed(ctx.paymentMethods, course.method ?? (payId === null ? 'internal' : 'payId'));
  const bsb = course.method === null ? '' : (course.bsb ?? '');
  const destination = destinationKey(ctx.secrets, { method, bsb, number: accountNumber });
  return { method: method.name as MethodName, destination, name, bsb, accountNumber };
}

/** Effect that a report would have now. */
export function wouldBe({ ordered, course }: ReportedPayment): ScamOutcome {
  if (ordered && ordered.paidAs === null) return 'Stopped';
  if (course?.is_with_us || course?.reason === STOPPED) return 'Stopped';
  if (course?.state === 'Returned') return 'Returned';
  return course === null || course.state === null ? 'WithUs' : 'AskedBack';
}
