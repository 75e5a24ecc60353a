import { makerOf } from '../../../http/caller.ts';
import type { Cents } from '../../../platform/money.ts';
import type { Person, PaymentTransaction } from '../../payments/public.ts';
import { readHistories, readOwnerSums } from './paid-destination.store.ts';

/** Sums of a payer to destinations that were first paid within 24 hours. */
export type NewSums = {
  /** Ordered within 24 hours: paid, held, and planned for within 24 hours of being ordered. */
  readonly ordered: Cents;
  /** Paid within 24 hours without a hold. */
  readonly unheld: Cents;
};

/** Data about a destination for its payer. */
export type DestinationHistory = {
  /** Its key: `internal:200100025`, `external:000101:12345678`, `bpay:23796:87348538`. */
  readonly destination: string;
  readonly isPaid: boolean;
  /** Paid to it within 24 hours. */
  readonly recent: Cents;
  /** First paid more than a day ago. */
  readonly isKnown: boolean;
  /** To all new destinations, including this one. */
  readonly recentNew: NewSums;
  /** End of the hold if the payment is held. Business time. */
  readonly holdsUntil: number;
  /** True within a day after a password reset, when no new destination is paid. */
  readonly isHeld: boolean;
  /** True: its payer has reported a payment to it as a scam. */
  readonly isBlocked: boolean;
};

function recentIn({ clocks, config }: PaymentTransaction['ctx']) {
  const { holdMs: ms } = config.schedules;
  return { since: clocks.business.now() - ms, ms };
}

/** Data about the destination for each person, in the order of the input. */
export async function readDestinationHistories(
  { ctx, tx, tenantId }: PaymentTransaction,
  asked: readonly { readonly person: Person; readonly destination: string }[],
): Promise<DestinationHistory[]> {
  const rows = await readHistories(
    tx,
    tenantId,
    recentIn(ctx),
    asked.map(({ person, destination }) => ({
      owner: makerOf(person) ?? '',
      // Scheduled payments were confirmed when they were made.
      holderId: person.isScheduled ? null : person.holderId,
      destination,
      blockOwner: person,
    })),
  );
  const heldSince = ctx.clocks.security.now() - ctx.config.proofs.afterResetMs;
  return asked.map(({ destination }, index) => {
    const row = rows[index];
    if (!row) throw new Error('a destination has no history');
    const resetAt = row.password_reset_at;
    return {
      destination,
      isPaid: row.is_paid,
      recent: row.recent,
      isKnown: row.is_known,
      recentNew: { ordered: row.ordered_new, unheld: row.unheld_new },
      holdsUntil: ctx.clocks.business.now() + ctx.config.schedules.holdMs,
      isHeld: resetAt !== null && Date.parse(resetAt) > heldSince,
      isBlocked: row.is_blocked,
    };
  });
}

/** The same for one person. */
export async function readDestinationHistory(
  within: PaymentTransaction,
  person: Person,
  destination: string,
): Promise<DestinationHistory> {
  const [history] = await readDestinationHistories(within, [{ person, destination }]);
  if (!history) throw new Error('a destination has no history');
  return history;
}

/** Sums of a payer to new destinations as they are under its lock. */
export async function readNewSums({ ctx, tx, tenantId }: PaymentTransaction, owner: string): Promise<NewSums> {
  const { ordered_new: ordered, unheld_new: unheld } = await readOwnerSums(tx, tenantId, recentIn(ctx), owner);
  return { ordered, unheld };
}
