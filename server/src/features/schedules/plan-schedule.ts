import { randomUUID } from 'node:crypto';
import { callerOf } from '../../http/caller.ts';
import { keepTexts } from '../../platform/typed-card-numbers.ts';
import type { PlannedPayment, Within } from '../payments/public.ts';
import { dueAtOf } from './occurrence.domain.ts';
import { addSchedule } from './schedule.store.ts';

/** Keeps a payment of a later day, or one that is held, in the transaction of the call that asks for it. */
export function planSchedule({ ctx, tx, tenantId }: Within, planned: PlannedPayment): void {
  const { method, person, recurring, calendar } = planned;
  const { firstTry } = ctx.config.schedules;
  addSchedule(tx, tenantId, {
    id: randomUUID(),
    brandId: person.brandId,
    memberAccountId: planned.memberAccountId,
    holderId: person.holderId,
    cardId: person.cardId,
    kind: method.name,
    body: keepTexts(ctx.secrets, planned.body),
    amount: planned.amount,
    recurring,
    dueAt: planned.dueAt ?? dueAtOf(recurring.firstDay, calendar, firstTry),
    receipt: planned.receipt,
    madeAt: planned.madeAt,
    holdsUntil: planned.holdsUntil,
    holdId: planned.holdId ?? null,
    madeBy: callerOf(person),
  });
}
