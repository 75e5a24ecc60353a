import { randomUUID } from 'node:crypto';
import { callerOf } from '../../http/caller.ts';
import { keepTexts } from '../../platform/typed-card-numbers.ts';
import { addNotifications } from '../notifications/public.ts';
import type { PlannedPayment, PaymentTransaction } from '../payments/public.ts';
import { destinationOf } from './destination.ts';
import { dueAtOf } from './occurrence.domain.ts';
import { addSchedule } from './schedule.store.ts';

/** Stores a scheduled or held payment in the transaction of its call. */
export function planSchedule({ ctx, tx, tenantId }: PaymentTransaction, planned: PlannedPayment): void {
  const { method, person, recurring, calendar } = planned;
  const { firstTry } = ctx.config.schedules;
  const id = randomUUID();
  const body = keepTexts(ctx.secrets, planned.body);
  addSchedule(tx, tenantId, {
    id,
    brandId: person.brandId,
    memberAccountId: planned.memberAccountId,
    holderId: person.holderId,
    cardId: person.cardId,
    kind: method.name,
    body,
    amount: planned.amount,
    recurring,
    dueAt: planned.dueAt ?? dueAtOf(recurring.firstDay, calendar, firstTry),
    receipt: planned.receipt,
    madeAt: planned.madeAt,
    holdsUntil: planned.holdsUntil,
    holdId: planned.holdId ?? null,
    madeBy: callerOf(person),
  });
  // A payment that is made now and held for its payer's protection.
  if (planned.holdId === undefined || planned.dueAt === null || person.webAccountId === null) return;
  addNotifications(tx, tenantId, [
    {
      webAccountId: person.webAccountId,
      kind: 'heldPayment',
      cause: `held:${id}`,
      params: {
        name: destinationOf(ctx, { kind: method.name, body }).name,
        cents: -planned.amount,
        until: planned.dueAt,
      },
      at: planned.madeAt,
    },
  ]);
}
