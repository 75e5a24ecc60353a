import { randomUUID } from 'node:crypto';
import { callerOf } from '../../http/caller.ts';
import { keepTexts } from '../../platform/typed-card-numbers.ts';
import type { PlannedPayment, Within } from '../payments/public.ts';
import { dueAtOf } from './occurrence.domain.ts';
import { addSchedule } from './schedule.store.ts';

/** Stores a scheduled or held payment in the transaction of its call. */
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
