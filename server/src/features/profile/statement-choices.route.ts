import { err, ok } from '@wattle/contract/errors.ts';
import { updateDeliveryMethod } from '@wattle/contract/profile/update-delivery-method.ts';
import { updateStatementFrequency } from '@wattle/contract/profile/update-statement-frequency.ts';
import { callerOf } from '../../http/caller.ts';
import { handle, type RequestInfo, type Session } from '../../http/handle.ts';
import { audit } from '../../platform/audit.ts';
import type { AppContext } from '../../context.ts';
import type { Tx } from '../../platform/database.ts';
import { isPrimary } from '../card-facts/public.ts';
import { saveDelivery, saveFrequency } from './profile-changes.store.ts';

type Chosen = {
  readonly tx: Tx;
  readonly ctx: AppContext;
  readonly session: Session;
  readonly request: RequestInfo;
  readonly action: string;
  readonly value: number;
};

function note({ tx, ctx, session, request, action, value }: Chosen): void {
  audit(tx, ctx.clocks, {
    tenantId: session.tenantId,
    actor: callerOf(session),
    action,
    object: `session:${session.id}`,
    outcome: 'ok',
    requestId: request.id,
    details: { value },
  });
}

export const updateDeliveryMethodRoute = handle(updateDeliveryMethod, async ({ body, ...caller }) => {
  if (!(await isPrimary(caller.tx, caller.session))) return err('card_problem');
  await saveDelivery(caller.tx, caller.session, body.newDeliveryMethod);
  note({ ...caller, action: 'statements.delivery_changed', value: body.newDeliveryMethod });
  return ok({ result: true as const });
});

export const updateStatementFrequencyRoute = handle(updateStatementFrequency, async ({ body, ...caller }) => {
  if (!(await isPrimary(caller.tx, caller.session))) return err('card_problem');
  await saveFrequency(caller.tx, caller.session, body.newFrequency);
  note({ ...caller, action: 'statements.frequency_changed', value: body.newFrequency });
  return ok({ result: true as const });
});
