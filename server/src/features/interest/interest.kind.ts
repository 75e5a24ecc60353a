import { err, ok } from '@wattle/contract/errors.ts';
import { openLedger } from '../../ledger/open-ledger.ts';
import { startOfDay } from '../../platform/time/clock.ts';
import { type Effect, paymentKind } from '../payments/public.ts';
import { monthBefore } from './interest.domain.ts';
import { interestPostings, paidOf } from './interest-postings.ts';
import { type EarningAccount, findEarningAccount, isInterestPosted, type TermsBy } from './interest.store.ts';

export type MonthOfInterest = {
  readonly memberAccountId: string;
  /** The day after the month: `2026-12-01` for November. */
  readonly dueOn: string;
  readonly by: TermsBy;
};

type Facts = {
  readonly account: EarningAccount | undefined;
  /** Closing balance of each day of the month, by posting date. */
  readonly closings: readonly bigint[];
  readonly payer: bigint;
  readonly office: bigint;
};
type Refused = 'not_found' | 'key_reused';

const MINUTE_MS = 60_000;

/** Effective time of interest: the last minute of its month. `dueOn`: first of the next month. */
export const effectiveAtEndOf = (dueOn: string): number => startOfDay(dueOn) - MINUTE_MS;

const ledger = openLedger();

/** Interest of an account for a month, and the tax withheld from it. */
export const interestKind = paymentKind<
  MonthOfInterest,
  Facts,
  { readonly interest: string; readonly tax: string },
  Refused
>({
  name: 'interest',
  isMoneyOut: false,

  async read({ input }, { tx, tenantId }) {
    const { days } = monthBefore(input.dueOn);
    const account = await findEarningAccount(tx, tenantId, BigInt(input.memberAccountId), days, input.by);
    const ends = days.map((day) => startOfDay(day, 1));
    const [closings, payer, office] = await Promise.all([
      account ? ledger.balancesBefore(tx, tenantId, account.ledger_account_id, ends) : [],
      ledger.settlementAccount(tx, tenantId, 'interest'),
      ledger.settlementAccount(tx, tenantId, 'withholdingTax'),
    ]);
    return { account, closings, payer, office };
  },

  decide({ input, facts: { account, closings, payer, office } }) {
    if (!account) return err('not_found');
    const effectiveAt = effectiveAtEndOf(input.dueOn);
    const { interest, tax } = paidOf({ account, closings });
    const [paid, ...withheld] = interestPostings({ account, closings }, { payer, office }, effectiveAt);
    // A refusal, so that no response is stored and a repair may be repeated.
    if (!paid) return err('not_found');
    return ok({
      ...paid,
      linked: withheld,
      effects: [once(account, monthBefore(input.dueOn).firstDay)],
      answer: () => ({ interest: String(interest), tax: String(tax) }),
    });
  },
});

/** Checks under a lock of the account that no interest of that month is posted, with any key. */
function once(account: EarningAccount, month: string): Effect<Refused, boolean> {
  const { ledger_account_id: id } = account;
  return {
    lock: `interest:${id}`,
    read: ({ tx, tenantId }) => isInterestPosted(tx, tenantId, id, month),
    decide: (isPosted) => (isPosted ? err('key_reused') : ok({ state: true })),
  };
}
