import { err } from '@wattle/contract/errors.ts';
import { type AnyOperation, type Scope, SIGNED_IN } from '@wattle/contract/operation.ts';
import type { AppContext } from '../context.ts';
import type { Route, Session, Step } from './handle.ts';

type Ctx = Pick<AppContext, 'clocks' | 'config'>;

/** Whether the person of this session has given a password, a passkey or another proof in it within 5 minutes. */
export function hasFreshProof({ clocks, config }: Ctx, { provedAt }: Pick<Session, 'provedAt'>): boolean {
  return provedAt !== null && provedAt > clocks.security.now() - config.proofs.freshMs;
}

/**
 * Whether a call of this session waits for a fresh proof, by what its operation declares. Sessions of a journey, as an
 * activation, have proved what they are for and can prove nothing else.
 */
export function lacksProof(ctx: Ctx, { proof }: Pick<AnyOperation, 'proof'>, session: Session): boolean {
  return proof.kind === 'fresh' && isSignedIn(session.scope) && !hasFreshProof(ctx, session);
}

function isSignedIn(scope: Scope): boolean {
  return SIGNED_IN.includes(scope);
}

/** The step of a route behind the fresh proof that its operation declares: without it nothing of the step runs. */
export function behindProof({ operation, options }: Route, step: Step): Step {
  if (operation.proof.kind !== 'fresh') return step;
  return async (input) => {
    const isAsked =
      lacksProof(input.ctx, operation, input.session) && (await (options.needsProof?.(input as never) ?? true));
    return isAsked ? err('proof_needed') : step(input);
  };
}

/** Throws for a route that would ask for its proof in other cases than its operation declares. */
export function checkProof({ operation, options, kind, payment }: Route): void {
  const { name, proof } = operation;
  const isConditional = proof.kind === 'fresh' && proof.when !== undefined;
  if (isConditional !== (options.needsProof !== undefined)) {
    throw new Error(`${name}: says when it asks for a proof if and only if its route decides it`);
  }
  if (proof.kind === 'fresh' && kind !== 'session') throw new Error(`${name}: nobody here can give a fresh proof`);
  if (isConditional && payment) throw new Error(`${name}: a payment asks for a fresh proof always or never`);
}
