import type { Clock } from '../../../platform/time/clock.ts';
import type { OutsideOutcome } from '../../outcome.ts';
import type { Policy } from '../../policy.ts';
import { folderRecords, type SandboxRecords } from '../../sandbox-records.ts';
import { type AgreementBank, type AgreementState, RESPOND_WITHIN_MINUTES, type SettledDebit } from './port.ts';
import { unknownToBank } from '../port.ts';

/** Testbank Instant. No other bank of the sandbox takes agreements. */
const PAY_TO_BSB = '000111';
const DECLINES = '92000002';
const NEVER_ANSWERS = '92000003';
const HAS_NO_MONEY = '92000004';
const PAUSES_AFTER_FIRST = '92000005';
const FIRST_ANSWER_LOST = '92000006';
const NO_AGREEMENTS = '92000007';

const SECOND_MS = 1_000;
const ANSWERS_AFTER_MS = 5 * SECOND_MS;
const SETTLES_AFTER_MS = 2 * SECOND_MS;
const EXPIRES_AFTER_MS = RESPOND_WITHIN_MINUTES * 60_000;
/** The scheme pauses an agreement after so many debits in a row that failed. */
const FAILURES_TO_PAUSE = 7;

const LOST = { kind: 'unknown', code: 'time_limit' } as const;

/** Times are of the business clock, in ms. */
type SandboxAgreement = {
  readonly key: string;
  readonly programme: number;
  readonly bsb: string;
  readonly accountNumber: string;
  /** Cents. */
  readonly maximum: number;
  readonly askedAt: number;
  /** Last change by our side. */
  readonly to: 'paused' | 'active' | 'cancelled' | null;
};

type SandboxDebit = {
  readonly key: string;
  readonly programme: number;
  /** Key of its agreement. */
  readonly agreement: string;
  readonly amount: number;
  readonly askedAt: number;
  /** Undefined: it settles. */
  readonly refusal?: string;
};

export type SandboxAgreementStore = {
  readonly agreements: SandboxRecords<SandboxAgreement>;
  readonly debits: SandboxRecords<SandboxDebit>;
};

/** Stores agreements and their debits in two folders. */
export const folderAgreementStore = (agreements: string, debits: string): SandboxAgreementStore => ({
  agreements: folderRecords<SandboxAgreement>(agreements, ({ key }) => key),
  debits: folderRecords<SandboxDebit>(debits, ({ key }) => key),
});

type Parts = {
  readonly programme: number;
  readonly store: SandboxAgreementStore;
  readonly clock: Clock;
  readonly policy: Policy;
};

/**
 * PayTo of the sandbox's bank, of one programme. What becomes of an agreement and its debits derives from the account,
 * the debits before and the business clock, so it is the same after a restart.
 */
export function openSandboxAgreements({ programme, store, clock, policy }: Parts): AgreementBank {
  const found = (key: string) => {
    const agreement = store.agreements.find(key);
    return agreement && { agreement, state: stateOf(agreement, debitsOf(store, key), clock.now()) };
  };
  return {
    ask: ({ key, bsb, accountNumber, maximum }) =>
      policy.call(async () => {
        if (!store.agreements.find(key)) {
          const asked = { key, programme, bsb, accountNumber, maximum: Number(maximum), askedAt: clock.now() };
          store.agreements.save({ ...asked, to: null });
        }
        return { kind: 'done', value: { bankId: key, state: { is: 'pending' } } };
      }),
    // One that it does not know is an answer, not a fault for the circuit breaker.
    async agreementOf(key, agoMs) {
      const known = await policy.call(async () => ({ kind: 'done', value: found(key) }));
      if (known.kind !== 'done') return known;
      return known.value ? { kind: 'done', value: { bankId: key, state: known.value.state } } : unknownToBank(agoMs);
    },
    change: (key, to) =>
      policy.call(async (): Promise<OutsideOutcome<null>> => {
        const one = found(key);
        if (!one || !mayChange(one.state, to)) return { kind: 'refused', code: 'other_state' };
        store.agreements.save({ ...one.agreement, to });
        return { kind: 'done', value: null };
      }),
    debit: ({ key, agreement: id, amount }) =>
      policy.call(async (): Promise<OutsideOutcome<SettledDebit>> => {
        const one = found(id);
        if (!one) return { kind: 'refused', code: 'invalid' };
        if (store.debits.find(key)) return { kind: 'pending' };
        const refusal = refusalOf(one, Number(amount));
        const isFirst = debitsOf(store, id).length === 0;
        const asked = { key, programme, agreement: id, amount: Number(amount), askedAt: clock.now() };
        store.debits.save({ ...asked, ...(refusal !== undefined && { refusal }) });
        return one.agreement.accountNumber === FIRST_ANSWER_LOST && isFirst ? LOST : { kind: 'pending' };
      }),
    async debitOf(key, agoMs) {
      const known = await policy.call(async () => ({ kind: 'done', value: store.debits.find(key) }));
      if (known.kind !== 'done') return known;
      const debit = known.value;
      if (!debit) return unknownToBank(agoMs);
      if (debit.askedAt + SETTLES_AFTER_MS > clock.now()) return { kind: 'pending' };
      if (debit.refusal !== undefined) return { kind: 'refused', code: debit.refusal };
      return { kind: 'done', value: { bankId: debitNetworkId(debit) } };
    },
  };
}

/** Number of the network for a debit, as both banks see it. */
export const debitNetworkId = ({ key, askedAt }: Pick<SandboxDebit, 'key' | 'askedAt'>): string =>
  `TBPT${new Date(askedAt).toISOString().slice(0, 10).replaceAll('-', '')}${key.replaceAll(/[^A-Za-z0-9]/g, '').slice(0, 12)}`;

/** When a debit was settled; undefined: it was not, until now. */
export function debitSettledAt({ askedAt, refusal }: SandboxDebit, now: number): number | undefined {
  const at = askedAt + SETTLES_AFTER_MS;
  return refusal === undefined && at <= now ? at : undefined;
}

/** Debits of an agreement, the oldest first. */
const debitsOf = ({ debits }: SandboxAgreementStore, agreement: string): readonly SandboxDebit[] =>
  debits
    .all()
    .filter((debit) => debit.agreement === agreement)
    .toSorted((one, other) => one.askedAt - other.askedAt);

function stateOf(
  { bsb, accountNumber, askedAt, to }: SandboxAgreement,
  debits: readonly SandboxDebit[],
  now: number,
): AgreementState {
  if (to === 'cancelled') return { is: 'cancelled' };
  if (askedAt + ANSWERS_AFTER_MS > now) return { is: 'pending' };
  if (bsb !== PAY_TO_BSB || accountNumber === NO_AGREEMENTS) return { is: 'unsupported' };
  if (accountNumber === DECLINES) return { is: 'declined' };
  if (accountNumber === NEVER_ANSWERS) return { is: askedAt + EXPIRES_AFTER_MS > now ? 'pending' : 'expired' };
  const isSettled = debits.some((debit) => debitSettledAt(debit, now) !== undefined);
  if (accountNumber === PAUSES_AFTER_FIRST && isSettled) return { is: 'paused', by: 'payer' };
  const failed = debits.length - 1 - debits.findLastIndex(({ refusal }) => refusal === undefined);
  if (failed >= FAILURES_TO_PAUSE) return { is: 'paused', by: 'scheme' };
  return to === 'paused' ? { is: 'paused', by: 'us' } : { is: 'active' };
}

function mayChange(state: AgreementState, to: 'paused' | 'active' | 'cancelled'): boolean {
  if (to === 'cancelled') return state.is === 'pending' || state.is === 'active' || state.is === 'paused';
  if (to === 'paused') return state.is === 'active';
  return state.is === 'active' || (state.is === 'paused' && state.by === 'us');
}

function refusalOf(
  { agreement, state }: { readonly agreement: SandboxAgreement; readonly state: AgreementState },
  amount: number,
): string | undefined {
  if (state.is !== 'active') return 'NACT';
  if (amount > agreement.maximum) return 'AM09';
  return agreement.accountNumber === HAS_NO_MONEY ? 'AM04' : undefined;
}
