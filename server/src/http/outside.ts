import type { ErrorName, Result } from '@wattle/contract/errors.ts';
import type { AppContext } from '../compose/context.ts';
import { actAs, type Acting } from './act.ts';
import { type Claims, sessionOf } from './auth.ts';
import { behindProof } from './fresh-proof.ts';
import type { OutsideHandler, Route, Session, Step } from './handle.ts';

type Outcome = Result<unknown, ErrorName>;
type Steps = OutsideHandler<Route['operation'], unknown, unknown>;

/** Serialises writing calls per session, so that a caller uses at most one connection of a server. */
export function inOwnTurn<T>(ctx: AppContext, { sessionId }: Claims, work: () => Promise<T>): Promise<T> {
  return ctx.turns.take(`session:${sessionId}`, work);
}

type Admitted = { readonly session: Session | undefined; readonly outcome: Outcome; readonly input: Input | undefined };
type Input = Parameters<Step>[0];

/**
 * Runs a call in two transactions. Between them it waits for its turn and its handler's slow part, without an
 * open transaction or connection.
 */
export async function runOutside(acting: Acting, steps: Steps, claims: Claims): Promise<Outcome> {
  const { ctx } = acting;
  const { tenantId, sessionId } = claims;
  const { session, outcome, input } = await inOwnTurn(ctx, claims, () => admit(acting, steps, claims));
  if (!outcome.ok || !input) return outcome;
  const intent = outcome.value;
  const { tx: _tx, keep: _keep, ...rest } = input;
  return ctx.turns.take(steps.subject?.(intent) ?? `session:${sessionId}`, async () => {
    const known = await steps.outside({ ...rest, intent });
    return ctx.database.transact(tenantId, async (tx) => {
      const caller = steps.settlesAlways ? session : await sessionOf(ctx, tx, claims);
      const settle: Step = (again) => steps.settle({ ...again, intent, known });
      // An action of another system cannot be undone, so its record is kept whatever the response is.
      const keepsRefusals = steps.settlesAlways ?? acting.route.options.keepsRefusals;
      return actAs(caller, tx, acting, settle, keepsRefusals);
    });
  });
}

function admit(acting: Acting, steps: Steps, claims: Claims): Promise<Admitted> {
  const { ctx } = acting;
  return ctx.database.transact(claims.tenantId, async (tx) => {
    const session = await sessionOf(ctx, tx, claims);
    const inputs: Input[] = [];
    // Checked once, before any wait, and not again when settling.
    const step = behindProof(acting.route, (input) => {
      inputs.push(input);
      return steps.admit(input);
    });
    const outcome = await actAs(session, tx, acting, step);
    return { session, outcome, input: inputs[0] };
  });
}
