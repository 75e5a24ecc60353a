import { randomUUID } from 'node:crypto';
import { makerOf } from '../../http/caller.ts';
import { keepTexts } from '../../platform/secrets/typed-card-numbers.ts';
import { addNotifications } from '../notifications/public.ts';
import { destinationKey, type PlannedPayment, type PaymentTransaction } from '../payments/public.ts';
import { destinationOf, fullNumberOf } from './destination.ts';
import { dueAtOf } from './occurrence.domain.ts';
import { addSchedule } from './schedule.store.ts';

/** Stores a scheduled or held payment in the transaction of its call. */
export function planSchedule({ ctx, tx, tenantId }: PaymentTransaction, planned: PlannedPayment): void {
  const { method, person, calendar } = planned;
  const { replaces } = person;
  const recurring = { ...planned.recurring, monthDay: replaces?.monthDay };
  const { firstTry } = ctx.config.schedules;
  const id = replaces?.by ?? randomUUID();
  const body = keepTexts(
    ctx.secrets,
    planned.body,
    (method.leavesAs ?? method.name) === 'bpay' ? method.fields.number : null,
  );
  const named = { kind: method.name, body };
  const { name, bsb } = destinationOf(ctx, named);
  const madeBy = makerOf(person);
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
    heldAt: planned.heldAt,
    madeBy,
    destination: destinationKey(ctx.secrets, { method, bsb: bsb ?? '', number: fullNumberOf(ctx, named) }),
    replaces: replaces?.id ?? null,
  });
  const webAccountId = webAccountOf(madeBy);
  if (webAccountId === null) return;
  const params = { name, cents: -planned.amount };
  if (replaces) {
    const at = planned.madeAt;
    addNotifications(tx, tenantId, [{ webAccountId, kind: 'scheduleChanged', cause: `changed:${id}`, params, at }]);
  }
  // The payment is held to protect its payer, when it is made or when its schedule falls due.
  if (planned.heldAt === null || planned.dueAt === null) return;
  const held = { ...params, until: planned.dueAt };
  addNotifications(tx, tenantId, [
    { webAccountId, kind: 'heldPayment', cause: `held:${id}`, params: held, at: planned.heldAt },
  ]);
}

/** The web account that a maker names, `web:12`. */
function webAccountOf(madeBy: string | null): bigint | null {
  return madeBy?.startsWith('web:') === true ? BigInt(madeBy.slice('web:'.length)) : null;
}
