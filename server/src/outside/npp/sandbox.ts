import type { Clock } from '../../platform/time/clock.ts';
import type { OutsideOutcome } from '../outcome.ts';
import type { SettledByBank } from '../payment-calls/port.ts';
import type { Policy } from '../policy.ts';
import { type InstantBank, type InstantReturn, type Reach, unknownToBank } from './port.ts';
import { openSandboxIncoming, type SandboxIncomingStore } from './sandbox-incoming.ts';
import { SECOND_BSB, sandboxAnswer, type SandboxPayIdStore } from './sandbox-payids.ts';
import type { SandboxInstantPayment, SandboxInstantStore } from './sandbox-store.ts';

/** Testbank Instant and Testbank Away; every other bank of the sandbox takes files alone. */
const INSTANT_BSB = '000111';
const AWAY_BSB = '000113';

const SECOND_MS = 1_000;
const MINUTE_MS = 60 * SECOND_MS;
const DAY_MS = 24 * 60 * MINUTE_MS;
const SETTLES_AFTER_MS = 2 * SECOND_MS;

/** Outcome of a payment some time after it was asked for: settled, or refused with a code. */
type Fate = {
  readonly afterMs: number;
  readonly refusal?: string;
  /** It comes back some time after it was settled, whole or a half. */
  readonly back?: { readonly afterMs: number; readonly code: string; readonly isHalf?: true };
};

/** Accounts of Testbank Instant that do not just take the money. */
const FATES: Readonly<Record<string, Fate>> = {
  '91000001': { afterMs: SETTLES_AFTER_MS, refusal: 'AC03' },
  '91000002': { afterMs: SETTLES_AFTER_MS, refusal: 'AC04' },
  '91000003': { afterMs: SETTLES_AFTER_MS, refusal: 'AC06' },
  '91000004': { afterMs: SETTLES_AFTER_MS, refusal: 'MD07' },
  '91000005': { afterMs: SETTLES_AFTER_MS, refusal: 'AC14' },
  '91000006': { afterMs: SETTLES_AFTER_MS, refusal: 'RR04' },
  '91000007': { afterMs: SETTLES_AFTER_MS, refusal: 'FRAD' },
  '91000008': { afterMs: SETTLES_AFTER_MS, refusal: 'MS03' },
  '91000009': { afterMs: SETTLES_AFTER_MS, refusal: 'AM04' },
  '91000012': { afterMs: 10 * MINUTE_MS },
  '91000014': { afterMs: SETTLES_AFTER_MS, back: { afterMs: DAY_MS, code: 'DUPL' } },
  '91000015': { afterMs: SETTLES_AFTER_MS, back: { afterMs: 5 * DAY_MS, code: 'CUST', isHalf: true } },
  '91000013': { afterMs: 10 * MINUTE_MS, refusal: 'AB01' },
};
/** The first answer is lost: of one that was paid, and of one that never arrived. */
const ANSWER_LOST = '91000010';
const CALL_LOST = '91000011';

const LOST = { kind: 'unknown', code: 'time_limit' } as const;

type Parts = {
  readonly programme: number;
  readonly store: SandboxInstantStore;
  readonly incoming: SandboxIncomingStore;
  readonly payIds: SandboxPayIdStore;
  readonly clock: Clock;
  readonly policy: Policy;
  /** Limits of look-ups of PayIDs, which the payer waits for. */
  readonly lookUps: Policy;
};

/**
 * Instant bank of the sandbox, of one programme. What becomes of a payment derives from its account and the business
 * clock, so it is the same after a restart. It carries out a key once, and does not take a second payment under it.
 */
export function openSandboxInstantBank(parts: Parts): InstantBank {
  const { programme, store, incoming, payIds, clock, policy, lookUps } = parts;
  const paid = () => paidUntil(store, programme, clock.now());
  return {
    incoming: {
      ...openSandboxIncoming({ programme, store: incoming, clock, policy, paid }),
      returned: (madeSinceMs) =>
        policy.call(async () => {
          const made = store.all().filter((one) => one.programme === programme && one.askedAt >= madeSinceMs);
          return { kind: 'done', value: made.flatMap((one) => returnOf(one, clock.now()) ?? []) };
        }),
    },
    reachOf: (bsb) => policy.call(async () => ({ kind: 'done', value: reachOf(bsb) })),
    resolve: ({ value }) =>
      lookUps.call(async () => {
        const answer = sandboxAnswer(payIds, programme, value, clock.now());
        if (answer === 'silent') return new Promise(() => {});
        if (answer === 'unknown') return { kind: 'refused', code: 'unknown_pay_id' };
        return answer === 'away' ? { kind: 'unknown', code: 'away' } : { kind: 'done', value: answer };
      }),
    pay: ({ key, bsb, accountNumber, amount }) =>
      policy.call(async (): Promise<OutsideOutcome<SettledByBank>> => {
        if (bsb === INSTANT_BSB && accountNumber === CALL_LOST) return LOST;
        if (!store.find(key)) {
          store.save({ key, programme, bsb, accountNumber, amount: Number(amount), askedAt: clock.now() });
        }
        return bsb === INSTANT_BSB && accountNumber === ANSWER_LOST ? LOST : { kind: 'pending' };
      }),
    stateOf: (key, agoMs) =>
      policy.call(async () => {
        const payment = store.find(key);
        return payment ? stateOf(payment, clock.now()) : unknownToBank(agoMs);
      }),
  };
}

/** Number of the network for a payment, as both banks see it. */
export const networkIdOf = ({ key, askedAt }: Pick<SandboxInstantPayment, 'key' | 'askedAt'>): string =>
  `TBIX${new Date(askedAt).toISOString().slice(0, 10).replaceAll('-', '')}${key.replaceAll(/[^A-Za-z0-9]/g, '').slice(0, 12)}`;

/** When a payment was settled; undefined: it was not, until now. */
export function settledAt(payment: SandboxInstantPayment, now: number): number | undefined {
  const { afterMs, refusal } = fateOf(payment);
  const at = payment.askedAt + afterMs;
  return refusal === undefined && at <= now ? at : undefined;
}

/** Return of a payment, and when it came; undefined: it did not come back until now. */
export function returnOf(payment: SandboxInstantPayment, now: number): (InstantReturn & { at: number }) | undefined {
  const { back, afterMs } = fateOf(payment);
  const at = payment.askedAt + afterMs + (back?.afterMs ?? 0);
  if (!back || at > now) return undefined;
  const networkId = networkIdOf(payment);
  const amount = BigInt(back.isHalf ? Math.floor(payment.amount / 2) : payment.amount);
  return { returnId: `${networkId}R`, networkId, amount, code: back.code, at };
}

/** Cents of a programme's payments that are settled. */
function paidUntil(store: SandboxInstantStore, programme: number, now: number): bigint {
  const settled = store.all().filter((one) => one.programme === programme && settledAt(one, now) !== undefined);
  return settled.reduce((sum, one) => sum + BigInt(one.amount) - (returnOf(one, now)?.amount ?? 0n), 0n);
}

function stateOf(payment: SandboxInstantPayment, now: number): OutsideOutcome<SettledByBank> {
  const { afterMs, refusal } = fateOf(payment);
  if (payment.askedAt + afterMs > now) return { kind: 'pending' };
  if (refusal !== undefined) return { kind: 'refused', code: refusal };
  return { kind: 'done', value: { bankId: networkIdOf(payment) } };
}

function fateOf({ bsb, accountNumber }: SandboxInstantPayment): Fate {
  if (bsb === AWAY_BSB) return { afterMs: MINUTE_MS, refusal: 'AB08' };
  if (bsb === SECOND_BSB) return { afterMs: SETTLES_AFTER_MS };
  // It has no way to a bank that the network does not reach.
  if (bsb !== INSTANT_BSB) return { afterMs: SETTLES_AFTER_MS, refusal: 'AGNT' };
  return FATES[accountNumber] ?? { afterMs: SETTLES_AFTER_MS };
}

function reachOf(bsb: string): Reach {
  const isInstant = bsb === INSTANT_BSB || bsb === AWAY_BSB;
  return { isInstant, takesPayTo: bsb === INSTANT_BSB };
}
