/**
 * Proof that a call needs. `none`: anyone may make it. `session`: a token of a scope that reaches it. `fresh`: also a
 * passkey, passcode, password or access code that was given in this session within 5 minutes. `bound`: a proof for
 * exactly this content, which the call carries or which was given before (`stepUp/Give`).
 */
export const PROOF_KINDS = ['none', 'session', 'fresh', 'bound'] as const;
export type ProofKind = (typeof PROOF_KINDS)[number];

export type Proof = {
  readonly kind: ProofKind;
  /** In words: the cases in which it is required. Absent: always. */
  readonly when?: string;
  /** Content of a `bound` proof: the fields of the body, or a description. Absent: it is given before the call. */
  readonly carriedBy?: readonly string[];
  /** In words: the parts of the answer that need a proof in this session within the last five minutes. */
  readonly shows?: string;
};

/** A card number that was typed as a reference is masked in answers to a session without a proof. */
export const WHOLE_REFERENCE = 'a reference that is a card number';

/** A session is enough for the call, but it sees this only after a proof. */
export function sessionShowing(shows: string): Proof {
  return { kind: 'session', shows };
}

/** A fresh proof, required only in some cases. The route says which by `needsProof`. */
export function freshWhen(when: string): Proof {
  return { kind: 'fresh', when };
}

/** A proof for exactly this content, required only in some cases. */
export function boundWhen(when: string): Proof {
  return { kind: 'bound', when };
}

/** A proof that travels with the call: a code, a password, the token of a link, a signature. */
export function carriedBy(...carriers: readonly string[]): Proof {
  return { kind: 'bound', carriedBy: carriers };
}

/** A proof that travels with the call, required only in some cases. */
export function carriedWhen(when: string, ...carriers: readonly string[]): Proof {
  return { kind: 'bound', carriedBy: carriers, when };
}

/**
 * True for a call that returns `proof_needed` if the proof is missing. A proof that travels with the call is refused by
 * a specific error.
 */
export function asksForProof({ kind, carriedBy: carriers }: Proof): boolean {
  return kind === 'fresh' || (kind === 'bound' && carriers === undefined);
}
