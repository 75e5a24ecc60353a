import { dayAt } from '../../platform/time/clock.ts';
import type { Booked } from '../statements/booked.ts';
import type { SandboxPayment, SandboxStore } from './sandbox-store.ts';

/** Entries that the gateway of the sandbox has booked for each programme: charges, refunds and chargebacks. */
export function bookedByGateway(store: SandboxStore): Booked[] {
  return store.all().flatMap(ofPayment);
}

function ofPayment(payment: SandboxPayment): Booked[] {
  const { reference, status, amount, refunds, notices, paidAt, closesAt, refundedAt = {} } = payment;
  if (status !== 'paid') return [];
  const programme = Number(reference.split('.')[0]);
  const line = (at: number, cents: number, words: string): Booked => ({
    programme,
    day: dayAt(at),
    cents: BigInt(cents),
    reference: `ch.${reference}`,
    words,
  });
  // A payment of an earlier release has no time.
  const paid = paidAt ?? closesAt;
  return [
    line(paid, amount, 'Charge'),
    ...Object.entries(refunds).map(([key, cents]) => line(refundedAt[key] ?? paid, -cents, `Refund ${key}`)),
    ...notices.flatMap(({ type, dueAt, data }) => {
      if (type === 'charge.disputed') return [line(dueAt, -amount, 'Chargeback')];
      const { refund = '' } = data as { readonly refund?: string };
      return type === 'refund.returned' ? [line(dueAt, refunds[refund] ?? 0, `Refund returned ${refund}`)] : [];
    }),
  ];
}
