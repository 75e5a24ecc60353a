import { err, type ErrorName, ok, type Result } from '@wattle/contract/errors.ts';
import type { AnyOperation } from '@wattle/contract/operation.ts';
import type { AppContext } from '../compose/context.ts';
import type { CallInput, Admission } from '../features/payments/public.ts';
import { type Claims, sessionsOf } from './auth.ts';
import { callerOf } from './caller.ts';
import { lacksProof } from './fresh-proof.ts';
import type { Session } from './handle.ts';

/** A call that moves money, with a verified token and a valid body. */
export type PaymentCall = {
  readonly claims: Claims;
  readonly operation: Pick<AnyOperation, 'auth' | 'proof'>;
  readonly body: unknown;
};

/**
 * Authorises calls with a session. Sessions are looked up in the transaction of the payments, so that a
 * session that ended while its call was queued cannot pay.
 */
export const admitSessions: Admission<PaymentCall> = async ({ ctx, tx, tenantId }, calls) => {
  const sessions = await sessionsOf(
    ctx,
    tx,
    tenantId,
    calls.map(({ claims }) => claims),
  );
  return calls.map((call, index) => admit(ctx, call, sessions[index]));
};

function admit(
  ctx: Pick<AppContext, 'clocks' | 'config'>,
  { operation, body }: PaymentCall,
  session: Session | undefined,
): Result<{ actor: string; input: CallInput<unknown> }, ErrorName> {
  if (!session) return err('bad_bearer');
  const { auth } = operation;
  if (auth === 'public' || !auth.includes(session.scope)) return err('scope_refused');
  if (lacksProof(ctx, operation, session)) return err('proof_needed');
  const { brandId, webAccountId, cardId, holderId } = session;
  return ok({ actor: callerOf(session), input: { person: { brandId, webAccountId, cardId, holderId }, body } });
}
