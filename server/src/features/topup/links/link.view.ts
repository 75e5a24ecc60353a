import type { paymentLink } from '@wattle/contract/topup/payment-links.ts';
import type * as z from 'zod/mini';
import { dayAt } from '../../../platform/time/clock.ts';
import { type Tx, toInstant } from '../../../platform/database/database.ts';
import { toDollars } from '../../../platform/money.ts';
import { listPaid, type PaymentLink } from './payment-link.store.ts';

/** Whether someone can pay by it at a moment of the business clock. */
export function isOpen({ ended_at, ends_at }: Pick<PaymentLink, 'ended_at' | 'ends_at'>, nowMs: number): boolean {
  return ended_at === null && Date.parse(ends_at) > nowMs;
}

/** The last day of a link, whose end is the midnight after it. */
export function lastDay({ ends_at }: Pick<PaymentLink, 'ends_at'>): string {
  return dayAt(Date.parse(ends_at) - 1);
}

/** Links as their owner sees them. */
export async function toLinkViews(
  tx: Tx,
  tenantId: number,
  links: readonly PaymentLink[],
  nowMs: number,
): Promise<z.output<typeof paymentLink>[]> {
  const paid = await listPaid(
    tx,
    tenantId,
    links.map(({ id }) => id),
  );
  const byLink = Map.groupBy(paid, (payment) => payment.payment_link_id);
  return links.map((link) => ({
    LinkId: link.id,
    Token: link.token,
    MaximumAmount: toDollars(link.maximum),
    EndsOn: lastDay(link),
    IsOpen: isOpen(link, nowMs),
    Payments: (byLink.get(link.id) ?? []).map(({ payer_name, amount, booked_at }) => ({
      PayerName: payer_name,
      Amount: toDollars(amount),
      PaidAt: toInstant(booked_at),
    })),
  }));
}
