import { dayAt } from '../../platform/time/clock.ts';
import type { Booked } from '../statements/booked.ts';
import { NOTICE } from './sandbox-outcomes.ts';
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
  const refundOf = (data: object) => (data as { readonly refund?: string }).refund ?? '';
  // One that the bank of the card never took has moved nothing.
  const failed = notices.filter(({ type }) => type === NOTICE.refundFailed).map(({ data }) => refundOf(data));
  const made = Object.entries(refunds).filter(([key]) => !failed.includes(key));
  return [
    line(paid, amount, 'Charge'),
    ...made.map(([key, cents]) => line(refundedAt[key] ?? paid, -cents, `Refund ${key}`)),
    ...notices.flatMap(({ type, dueAt, data }) => {
      if (type === NOTICE.disputed) return [line(dueAt, -amount, 'Chargeback')];
      if (type === NOTICE.won) return [line(dueAt, amount, 'Chargeback reversed')];
      const refund = refundOf(data);
      return type === NOTICE.refundReturned ? [line(dueAt, refunds[refund] ?? 0, `Refund returned ${refund}`)] : [];
    }),
  ];
}
