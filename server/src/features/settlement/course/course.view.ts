import type * as z from 'zod/mini';
import type { getPaymentCourse, mistakenPayment } from '@wattle/contract/settlement/payment-course.ts';
import type { ResponseOf } from '@wattle/contract/operation.ts';
import { toDollars } from '../../../platform/money.ts';
import type { CourseRow } from './course.store.ts';
import { toInstant } from '../../../platform/database/database.ts';
import type { MistakenRow } from '../mistaken/mistaken-payment.store.ts';

type Repeat = NonNullable<ResponseOf<typeof getPaymentCourse>['Again']>;

/** Values to make the payment again. Null for a return of funds and for an unknown payee. */
export function toRepeat(row: CourseRow): Repeat | null {
  const said = {
    Name: row.counterparty ?? row.description,
    Amount: toDollars(row.amount),
    Description: row.description,
  };
  if (row.pay_id !== null) {
    // The account behind a PayID stays on the server.
    const RecipientDescription = row.reference ?? row.paid_description ?? '';
    return { ...said, Method: 'payId', Bsb: '', AccountNumber: row.pay_id, Purpose: null, RecipientDescription };
  }
  if (row.method !== null && row.is_return !== true && row.bsb !== null && row.account_number !== null) {
    return {
      ...said,
      Method: row.method,
      Bsb: row.bsb,
      AccountNumber: row.account_number,
      Purpose: row.purpose,
      RecipientDescription: row.reference ?? '',
    };
  }
  if (row.method !== null || row.paid_account === null) return null;
  const RecipientDescription = row.paid_description ?? '';
  return { ...said, Method: 'internal', Bsb: '', AccountNumber: row.paid_account, Purpose: null, RecipientDescription };
}

/** Time after a call from which its payer reads that the outcome is not known. */
const UNSURE_AFTER_MS = 15_000;

/** How a payment goes to the bank, and what the network has said. @param now security clock */
export function toWay(row: CourseRow, now: number) {
  const isCalled = row.rail === 'call';
  const isOpen = isCalled && row.state === 'Made' && row.outcome === null && row.called_at !== null;
  return {
    Rail: row.rail ?? 'file',
    IsUnsure: isOpen && now - Date.parse(toInstant(row.called_at ?? '')) > UNSURE_AFTER_MS,
    SwitchedAt: !isCalled && row.outcome === 'refused' && row.answered_at !== null ? toInstant(row.answered_at) : null,
    NetworkId: row.outcome === 'paid' ? row.answer : null,
  };
}

export function toMistakenPayment(row: MistakenRow): z.output<typeof mistakenPayment> {
  return {
    Reference: row.reference,
    State: row.state,
    Rule: row.rule,
    AskedAt: toInstant(row.asked_at),
    ChangedAt: toInstant(row.changed_at),
  };
}
