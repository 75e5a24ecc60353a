import type { mistakenPayment } from '@wattle/contract/settlement/payment-course.ts';
import type * as z from 'zod/mini';
import { toInstant } from '../../../platform/database.ts';
import type { MistakenRow } from './mistaken-payment.store.ts';

export function toMistakenPayment(row: MistakenRow): z.output<typeof mistakenPayment> {
  return {
    Reference: row.reference,
    State: row.state,
    Rule: row.rule,
    AskedAt: toInstant(row.asked_at),
    ChangedAt: toInstant(row.changed_at),
  };
}
