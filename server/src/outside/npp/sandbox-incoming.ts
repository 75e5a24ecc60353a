import { randomInt } from 'node:crypto';
import path from 'node:path';
import { dayAt } from '../../platform/time/clock.ts';
import type { Clock } from '../../platform/time/clock.ts';
import type { OutsideOutcome } from '../outcome.ts';
import type { Policy } from '../policy.ts';
import { folderRecords, type SandboxRecords } from '../sandbox-records.ts';
import type { Booked } from '../statements/booked.ts';
import { type BankAccount, type IncomingMoney, type InstantIncoming, unknownToBank } from './port.ts';

/** Payment to the programme at the instant bank of the sandbox. */
export type SandboxIncoming = {
  readonly networkId: string;
  readonly programme: number;
  readonly to: BankAccount | { readonly payId: string };
  readonly from: BankAccount | null;
  readonly payer: string;
  readonly reference: string;
  /** Cents. */
  readonly amount: number;
  /** Business time in ms. */
  readonly at: number;
  /** The bank names it twice in one answer. */
  readonly isRepeated?: true;
  /** The payer's bank takes it back no more: a return is refused. */
  readonly staysHere?: true;
  /** When its return was settled, in business time. */
  readonly backAt?: number;
};

export type SandboxIncomingStore = SandboxRecords<SandboxIncoming>;

/** Stores incoming payments in a folder of the data folder. */
export const incomingStore = (dataFolder: string): SandboxIncomingStore =>
  folderRecords<SandboxIncoming>(path.join(dataFolder, 'sandbox-instant-in'), ({ networkId }) => networkId);

/** The sandbox's bank names itself by this header. */
export const SANDBOX_NOTICE = 'sandbox-instant-bank';

/** Balance of each programme at the instant bank of the sandbox before its first movement. */
const FLOAT_CENTS = 100_000_00n;

const TAIL = 7;
const LETTERS = 'ABCDEFGHJKLMNPQRSTUVWXYZ';

/** Number of the network for a payment of a day. It fits into the reference of a line of direct entry. */
export const newNetworkId = (atMs: number): string =>
  `TBI${dayAt(atMs).replaceAll('-', '')}${Array.from({ length: TAIL }, () => LETTERS[randomInt(LETTERS.length)]).join('')}`;

type Parts = {
  readonly programme: number;
  readonly store: SandboxIncomingStore;
  readonly clock: Clock;
  readonly policy: Policy;
  /** Cents of payments that the bank has settled. */
  readonly paid: () => bigint;
};

/** Incoming money at the instant bank of the sandbox: what `npm run sim -- npp in` has paid. */
export function openSandboxIncoming({ programme, store, clock, policy, paid }: Parts): Omit<IncomingMoney, 'returned'> {
  const own = () => store.all().filter((one) => one.programme === programme);
  return {
    movements: (sinceMs) =>
      policy.call(async () => {
        const all = own();
        const kept = all.reduce((sum, { amount, backAt }) => sum + (backAt === undefined ? BigInt(amount) : 0n), 0n);
        const recent = all.filter(({ at }) => at >= sinceMs);
        const incoming = recent.flatMap((one) => Array<InstantIncoming>(one.isRepeated ? 2 : 1).fill(toIncoming(one)));
        return { kind: 'done', value: { incoming, balance: FLOAT_CENTS + kept - paid() } };
      }),
    sendBack: ({ bankId }) =>
      policy.call(async () => {
        const one = store.find(bankId);
        if (!one) return { kind: 'refused', code: 'NOOR' };
        if (one.staysHere) return { kind: 'refused', code: 'AC04' };
        if (one.backAt === undefined) store.save({ ...one, backAt: clock.now() });
        return stateOf({ ...one, backAt: one.backAt ?? clock.now() });
      }),
    sentBack: ({ bankId }, agoMs) =>
      policy.call(async () => {
        const one = store.find(bankId);
        if (one?.staysHere) return { kind: 'refused', code: 'AC04' };
        return one?.backAt === undefined ? unknownToBank(agoMs) : stateOf({ ...one, backAt: one.backAt });
      }),
    isFromBank: ({ authorization }) => authorization === SANDBOX_NOTICE,
  };
}

const stateOf = ({ networkId }: SandboxIncoming & { backAt: number }): OutsideOutcome<{ readonly bankId: string }> => ({
  kind: 'done',
  value: { bankId: returnIdOf(networkId) },
});

/** Number of the network for the return of a payment. */
const returnIdOf = (networkId: string) => `${networkId}R`;

function toIncoming({ networkId, to, from, payer, reference, amount, at, backAt }: SandboxIncoming): InstantIncoming {
  const who = { networkId, bankId: networkId, to, from, payer, reference };
  return { ...who, amount: BigInt(amount), settledAt: at, wentBack: backAt !== undefined };
}

/** Entries of incoming payments and of what went back, by their network ids. */
export function bookedIncoming(store: SandboxIncomingStore): Booked[] {
  return store.all().flatMap(({ programme, networkId, amount, at, backAt }) => [
    { programme, day: dayAt(at), cents: BigInt(amount), reference: networkId, words: 'Instant payment received' },
    ...(backAt === undefined
      ? []
      : [
          {
            programme,
            day: dayAt(backAt),
            cents: -BigInt(amount),
            reference: returnIdOf(networkId),
            words: 'Instant payment sent back',
          },
        ]),
  ]);
}
