import { toDollars } from '../../platform/money.ts';
import type { CardViewPart } from '../card-facts/public.ts';
import { readAccountLimits } from './account-limit.store.ts';

type Limits = {
  /** Cents per day that the account chose; null: none. */
  readonly chosen: bigint | null;
  /** Limit when none is chosen, and the highest that can be chosen. */
  readonly byDefault: number | null;
  readonly most: number | null;
  readonly paidToday: bigint;
};

const dollarsOf = (cents: bigint | null) => (cents === null ? null : toDollars(cents));

/** Daily limit of BPAY and transfers together: chosen by the account, or else that of the product. */
export const dailyLimitView: CardViewPart<Limits> = {
  name: 'dailyLimit',
  async read(tx, { tenantId, today, cards }) {
    const accounts = cards.map(({ member_account_id }) => member_account_id);
    const rows = await readAccountLimits(tx, tenantId, accounts, today);
    return new Map(
      cards.map(({ id, member_account_id, settings }) => {
        const row = rows.get(member_account_id);
        const { paymentLimit: byDefault, paymentLimitMax: most } = settings;
        return [id, { chosen: row?.payment_limit ?? null, byDefault, most, paidToday: row?.paid_today ?? 0n }];
      }),
    );
  },
  list: ({ chosen }) => ({ value: { IsAccountPaymentLimitSet: chosen !== null } }),
  details: ({ chosen, byDefault, most, paidToday }) => ({
    IsAccountPaymentLimitSet: chosen !== null,
    AccountPaymentLimit: dollarsOf(chosen ?? (byDefault === null ? null : BigInt(byDefault))),
    IsProductPaymentLimitSet: most !== null,
    ProductPaymentLimit: dollarsOf(most === null ? null : BigInt(most)),
    PaidToday: toDollars(paidToday),
  }),
};
