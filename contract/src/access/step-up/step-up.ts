import * as z from 'zod/mini';

/**
 * Purpose of a proof. `account`: settings and ways to sign in, for 5 minutes in this session. The others are
 * good once, for exactly the content that was named.
 */
export const PROOF_PURPOSES = ['account', 'payment', 'payee'] as const;
export type ProofPurpose = (typeof PROOF_PURPOSES)[number];

/** How a person proves to be there: `accessCode` where they have a card alone. */
export const PROOF_METHODS = ['passkey', 'passcode', 'password', 'accessCode'] as const;
export type ProofMethod = (typeof PROOF_METHODS)[number];

/**
 * Content that a person agrees to, as names and texts: amounts with two decimals, days as `yyyy-MM-dd`. The side that
 * asks for the proof and the side that uses it build it by the same function of the contract.
 */
export type ProofContent = Readonly<Record<string, string>>;

const content = z
  .record(z.string().check(z.maxLength(60)), z.string().check(z.maxLength(400)))
  .check(z.refine((fields) => Object.keys(fields).length <= 30));

/** Purpose and content that a proof is bound to. */
export const proofSubject = {
  Purpose: z.enum(PROOF_PURPOSES),
  /** Present for a purpose whose proof is good once. */
  Content: z.optional(content),
};
