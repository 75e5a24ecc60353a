import { err } from '@wattle/contract/errors.ts';
import { type AnyOperation, type Scope, SIGNED_IN } from '@wattle/contract/operation.ts';
import type { AppContext } from '../compose/context.ts';
import type { Route, Session, Step } from './handle.ts';

type Ctx = Pick<AppContext, 'clocks' | 'config'>;

/** Whether the person gave a password, passkey or other proof in this session within 5 minutes. */
export function hasFreshProof({ clocks, config }: Ctx, { provedAt }: Pick<Session, 'provedAt'>): boolean {
  return provedAt !== null && provedAt > clocks.security.now() - config.proofs.freshMs;
}

/**
 * Whether an answer may hold what is shown only after a proof. A proof that was given for one payment suffices, since
 * nothing is done with it.
 */
export function maySeeWhole({ clocks, config }: Ctx, { provedAt, anyProofAt }: Session): boolean {
  return Math.max(provedAt ?? 0, anyProofAt ?? 0) > clocks.security.now() - config.proofs.freshMs;
}

/**
 * Whether a call needs a fresh proof, by the declaration of its operation. Sessions of a journey, such as an
 * activation, have proved their purpose and cannot prove anything else.
 */
export function lacksProof(ctx: Ctx, { proof }: Pick<AnyOperation, 'proof'>, session: Session): boolean {
  return proof.kind === 'fresh' && isSignedIn(session.scope) && !hasFreshProof(ctx, session);
}

function isSignedIn(scope: Scope): boolean {
  return SIGNED_IN.includes(scope);
}

/** Step of a route that runs only with the fresh proof that its operation declares. */
export function behindProof({ operation, options }: Route, step: Step): Step {
  if (operation.proof.kind !== 'fresh') return step;
  return async (input) => {
    const isAsked =
      lacksProof(input.ctx, operation, input.session) && (await (options.needsProof?.(input as never) ?? true));
    return isAsked ? err('proof_needed') : step(input);
  };
}

/** Throws for a route whose proof cases differ from those of its operation. */
export function checkProof({ operation, options, kind, payment }: Route): void {
  const { name, proof } = operation;
  const isConditional = proof.kind === 'fresh' && proof.when !== undefined;
  if (isConditional !== (options.needsProof !== undefined)) {
    throw new Error(`${name}: says when it asks for a proof if and only if its route decides it`);
  }
  if (proof.kind === 'fresh' && kind !== 'session') throw new Error(`${name}: nobody here can give a fresh proof`);
  if (isConditional && payment) throw new Error(`${name}: a payment asks for a fresh proof always or never`);
}

/** Throws for a route that a view reaches and that is more than a look-up. */
export function checkView({ operation, kind, isStream, outside, payment }: Route): void {
  const { name, auth, reads, proof } = operation;
  if (auth === 'public' || !auth.includes('view')) return;
  const isLookUp = reads && proof.kind === 'session' && kind === 'session' && !isStream && !outside && !payment;
  if (!isLookUp) throw new Error(`${name}: a view reaches calls alone that read and ask for no proof`);
}
