import { dayAt } from '../../platform/time/clock.ts';
import type { Booked } from '../statements/booked.ts';
import { debitNetworkId, debitSettledAt, type SandboxAgreementStore } from './agreements/sandbox.ts';
import { networkIdOf, returnOf, settledAt } from './sandbox.ts';
import type { SandboxInstantStore } from './sandbox-store.ts';

/** Entries of payments that the instant bank of the sandbox has settled until now: a line for each, by its network id. */
export function bookedInstantly(store: SandboxInstantStore, now: number): Booked[] {
  return store.all().flatMap((payment) => {
    const at = settledAt(payment, now);
    if (at === undefined) return [];
    const { programme, amount } = payment;
    const reference = networkIdOf(payment);
    const paid = { programme, day: dayAt(at), cents: -BigInt(amount), reference, words: 'Instant payment' };
    const back = returnOf(payment, now);
    if (!back) return [paid];
    const { amount: cents, returnId } = back;
    return [paid, { programme, day: dayAt(back.at), cents, reference: returnId, words: 'Instant payment returned' }];
  });
}

/** The same of debits of agreements, which bring money. */
export function bookedByAgreement({ debits }: SandboxAgreementStore, now: number): Booked[] {
  return debits.all().flatMap((debit) => {
    const at = debitSettledAt(debit, now);
    if (at === undefined) return [];
    const { programme, amount } = debit;
    return [{ programme, day: dayAt(at), cents: BigInt(amount), reference: debitNetworkId(debit), words: 'PayTo' }];
  });
}
