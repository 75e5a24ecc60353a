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

export function toMistakenPayment(row: MistakenRow): z.output<typeof mistakenPayment> {
  return {
    Reference: row.reference,
    State: row.state,
    Rule: row.rule,
    AskedAt: toInstant(row.asked_at),
    ChangedAt: toInstant(row.changed_at),
  };
}
