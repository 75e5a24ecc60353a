import { randomUUID } from 'node:crypto';
import { err, ok, type Result } from '@wattle/contract/errors.ts';
import type { BodyOf, ResponseOf } from '@wattle/contract/operation.ts';
import type { changeScheduledPayment } from '@wattle/contract/schedules/schedules.ts';
import { type CallInput, type Effect, paymentKind, planForNow } from '../payments/public.ts';
import { type ChangeRefusal, changeRefusal, refuseChange } from './change-refusal.domain.ts';
import { type ChangedOrder, readOrder } from './changed-order.ts';
import { findOwnAccount } from './schedule-list.store.ts';
import { findSchedule, readRunOf, saveProgress, type Schedule, scheduleLock } from './schedule.store.ts';

type Change = CallInput<BodyOf<typeof changeScheduledPayment>>;

type Facts = ChangedOrder & {
  /** Undefined: the caller has none with this id. */
  readonly schedule: Schedule | undefined;
  readonly isPaid: boolean;
  readonly by: string;
};

const NONE: Facts = { schedule: undefined, isPaid: false, by: '', fields: {}, order: undefined };

/**
 * Changes a scheduled payment: the kind of its method decides about it as about a new one, which replaces the other in
 * the same transaction. So limits, holds, proofs and blocks are those of an order, and due work that has
 * taken up the former one finds it ended.
 */
export const changeSchedule = paymentKind<Change, Facts, ResponseOf<typeof changeScheduledPayment>, ChangeRefusal>({
  name: 'schedule.change',
  isMoneyOut: true,

  async read(payment, within) {
    const { person, body } = payment.input;
    const { ctx, tx, tenantId } = within;
    const own = await findOwnAccount(tx, { ...person, tenantId }, body.accountNumber, ctx.clocks);
    const schedule = own && (await findSchedule(tx, tenantId, body.scheduledPaymentId));
    if (schedule?.memberAccountId !== own?.member_account_id || schedule?.holderId !== own?.holder_id) return NONE;
    if (!schedule) return NONE;
    const isPaid = (await readRunOf(tx, tenantId, schedule.id, body.plannedDate)) === 'Paid';
    const by = randomUUID();
    return { schedule, isPaid, by, ...(await readOrder(payment, within, schedule, by)) };
  },

  decide({ input, facts: { schedule, isPaid, by, order, fields }, actor, now, today }) {
    const { plannedDate, PaymentFrequency: frequency } = input.body;
    const asked = { plannedDate, frequency, isPaid, today };
    const refused = refuseChange(schedule, asked);
    if (refused) return refused;
    if (!schedule || !order) return err('required_field', 'scheduledPaymentId');
    const { kind, context } = order;
    const decided = kind.decide({
      input: order.input,
      facts: order.facts,
      actor,
      now,
      today,
      get atBank() {
        if (!context?.atBank) throw new Error(`the bank has no part in payments of ${kind.name}`);
        return context.atBank;
      },
    });
    const planned = decided.ok ? planForNow(decided.value, context, order.input) : decided;
    if (!planned.ok) return changeRefusal(planned, fields);
    const { from, to, amount, code, writes, effects = [] } = planned.value;
    return ok({
      from: { ...from, field: 'accountNumber', ifClosed: 'card_problem' },
      to: { ...to, field: 'scheduledPaymentId', ifClosed: 'required_field' },
      amount,
      code,
      ...(writes ? { writes } : {}),
      effects: [...effects.map((effect) => renamed(effect, fields)), replacing(schedule.id, asked)],
      answer: ({ number }) => ({ scheduledPaymentId: by, receiptNumber: number }),
    });
  },
});

/** Ends the former schedule, under the lock that a payment of it takes. */
function replacing(id: string, asked: Parameters<typeof refuseChange>[1]): Effect<ChangeRefusal> {
  const effect: Effect<ChangeRefusal, Schedule | undefined> = {
    lock: scheduleLock(id),
    read: ({ tx, tenantId }) => findSchedule(tx, tenantId, id),
    decide(current) {
      const refused = refuseChange(current, asked);
      if (refused || !current) return refused ?? err('not_found', 'scheduledPaymentId');
      const progress = { ...current.progress, state: 'Deleted' as const };
      return ok({
        state: { ...current, progress },
        write: ({ tx, tenantId }) => saveProgress(tx, tenantId, id, progress),
        details: { schedule: id },
      });
    },
  };
  return effect;
}

function renamed(effect: Effect, fields: Facts['fields']): Effect<ChangeRefusal> {
  return {
    ...effect,
    decide(state): Result<{ readonly state: unknown }, ChangeRefusal> {
      const decided = effect.decide(state);
      return decided.ok ? decided : changeRefusal(decided, fields);
    },
  };
}
