import type { PaydayFrequency } from '@wattle/contract/rules/paydays.ts';
import { nextPayday } from '@wattle/contract/rules/paydays.ts';
import type { UntilPayday } from '@wattle/contract/payday/payday.ts';
import { toDollars } from '../../platform/money.ts';
import type { CardViewPart } from '../card-facts/public.ts';
import type { MethodTraits } from '../payments/public.ts';
import { scheduledBefore } from '../schedules/public.ts';
import { listPaydays } from './payday.store.ts';

/** Dollars that are left until the payday of an account's primary holder, for that person's own cards. */
export function untilPaydayView(paymentMethods: readonly MethodTraits[]): CardViewPart<UntilPayday> {
  return {
    name: 'untilPayday',
    async read(tx, { tenantId, today, cards }) {
      const own = cards.filter(({ is_nominees: isNominees }) => !isNominees);
      const paydays = await listPaydays(
        tx,
        tenantId,
        own.map(({ member_account_id }) => member_account_id),
      );
      const found = await Promise.all(
        paydays.map(async ({ member_account_id, frequency, first_day, left_to_spend }) => {
          const day = nextPayday(first_day, frequency, today);
          const scheduled = await scheduledBefore(tx, {
            tenantId,
            memberAccountId: member_account_id,
            paymentMethods,
            day,
          });
          return {
            member_account_id,
            view: {
              Frequency: frequency as PaydayFrequency,
              NextDate: day,
              ScheduledPayments: scheduled.count,
              Scheduled: toDollars(scheduled.cents),
              Left: toDollars(left_to_spend - scheduled.cents),
            },
          };
        }),
      );
      const byAccount = new Map(found.map((one) => [one.member_account_id, one.view]));
      return new Map(
        own.flatMap(({ id, member_account_id }) => {
          const view = byAccount.get(member_account_id);
          return view ? [[id, view] as const] : [];
        }),
      );
    },
    details: (Payday) => ({ Payday }),
  };
}
