import type * as z from 'zod/mini';
import type { ErrorName } from './errors.ts';
import { asksForProof, type Proof, type ProofKind } from './proof.ts';

/**
 * Scopes of tokens. A call lists the scopes that reach it. `card`: a card-only user, who
 * sees one card. `password` and `passcode`: a web-account user. The others are restricted: they say
 * which number was named, known or not, and reach the few calls of their journey. `cardaccess`: for 5
 * minutes the look-up of card access details. `accountnumber`: the calls of a reset, for 10 minutes after each use, up to 60.
 * `verifyactivation`: while it is used, up to 60 minutes, the calls that lead to an activated card; its card is known.
 * `view`: staff who look at a person's account, for 15 minutes at most. It reaches the few reads that say so (`viewed.ts`).
 */
export const SCOPES = [
  'card',
  'password',
  'passcode',
  'cardaccess',
  'accountnumber',
  'verifyactivation',
  'view',
] as const;
export type Scope = (typeof SCOPES)[number];

export const SIGNED_IN: readonly Scope[] = ['card', 'password', 'passcode'];
export const WEB_ACCOUNT: readonly Scope[] = ['password', 'passcode'];
export const CARD_ACCESS: readonly Scope[] = ['cardaccess'];
/** The steps of an activation before someone has signed in. */
export const ACTIVATION: readonly Scope[] = ['verifyactivation'];
/** The calls of a reset by account number. */
export const ACCOUNT_RESET: readonly Scope[] = ['accountnumber'];
/** Identity questions: of a card that is activated, or of an account whose password is reset. */
export const ACTIVATION_OR_RESET: readonly Scope[] = ['verifyactivation', 'accountnumber'];
/** The steps for a person with an existing login. */
export const ACTIVATION_OR_LOGIN: readonly Scope[] = ['verifyactivation', 'password', 'passcode'];

type Schema = z.ZodMiniType;

/**
 * Kind of thing that each id of a request names, by its field. Fields below a declared one are part of it. The server
 * answers a caller who names another person's thing as if it did not exist, and `server/src/tests/ownership.test.ts` proves
 * it for each declared id with things that the features make by these words (`*.ownership.ts`). `anyone`: names nothing
 * that belongs to a cardholder, or does not decide the answer. `proof`: a secret or a number that proves itself.
 */
export type Ids<Field extends string = string> = Readonly<Partial<Record<Field, string>>>;

/** One call of the wire, as the specification writes it. Everything else is derived from these. */
export type Operation<
  Params extends Schema = Schema,
  Query extends Schema = Schema,
  Body extends Schema = Schema,
  Response extends Schema = Schema,
  Errors extends ErrorName = ErrorName,
> = {
  /** Unique, camel case; the key in OpenAPI, audit lines and metrics. */
  readonly name: string;
  readonly method: 'GET' | 'POST';
  /** As written in the specification, without the leading `/api/`; `{name}` marks a parameter. */
  readonly path: string;
  /** How the body travels. Forms are for the token endpoint and browser form posts; `bytes` is `rules/bytes-call.ts`. */
  readonly encoding: 'json' | 'form' | 'bytes';
  /** `public`, or the scopes of the tokens that reach this call; any other token gets 403. */
  readonly auth: 'public' | readonly Scope[];
  /** Proof that the caller gives besides their token. The server asks for a `fresh` one before the handler runs. */
  readonly proof: Proof;
  /** Empty: the call answers about its caller. */
  readonly ids: Ids;
  readonly params: Params;
  readonly query: Query;
  readonly body: Body;
  readonly response: Response;
  /** The refusals of this call. Faults that every call shares (401, 429, 503, …) are not listed. */
  readonly errors: readonly Errors[];
  /**
   * The field of the body that a refusal is about, by its error, for errors that are always about the same one. The
   * `field` of an answer overrides it.
   */
  readonly errorFields: Readonly<Partial<Record<Errors, string>>>;
  /** Rules of the input whose violation has a specific error, by their message. Any other is `required_field`. */
  readonly ruleErrors: Readonly<Partial<Record<string, Errors>>>;
  readonly summary: string;
  /** True for a call that moves money: it takes `Idempotency-Key`. */
  readonly money: boolean;
  /** True for a look-up, which changes nothing that its caller could see: each GET, and each POST that says so. */
  readonly reads: boolean;
};

type Input<P extends Schema, Q extends Schema, B extends Schema, R extends Schema, E extends ErrorName> = Pick<
  Operation<P, Q, B, R, E>,
  'name' | 'method' | 'path' | 'summary' | 'response'
> & {
  readonly encoding?: 'json' | 'form' | 'bytes';
  readonly proof: ProofKind | Proof;
  readonly params?: P;
  readonly query?: Q;
  readonly body?: B;
  readonly errors?: readonly E[];
  readonly errorFields?: Readonly<Partial<Record<NoInfer<E>, keyof z.input<B> & string>>>;
  readonly ruleErrors?: Readonly<Partial<Record<string, NoInfer<E>>>>;
  readonly money?: boolean;
  readonly reads?: true;
} & Access<FieldOf<P> | FieldOf<Q> | FieldOf<B>>;

type Access<Field extends string> =
  | { readonly auth: 'public'; readonly ids?: never }
  | { readonly auth: readonly Scope[]; readonly ids: Ids<Field | `${Field}.${string}`> };

/** The fields of a request, of each of its forms where it has several. */
type FieldOf<S extends Schema> = z.input<S> extends infer T ? (T extends object ? keyof T & string : never) : never;

/**
 * Declares a call. A part that a call does not have is `undefined` at run time and typed as an
 * absent value, so that a handler cannot read a body that is never sent.
 */
export function operation<
  R extends Schema,
  P extends Schema = z.ZodMiniUndefined,
  Q extends Schema = z.ZodMiniUndefined,
  B extends Schema = z.ZodMiniUndefined,
  E extends ErrorName = never,
>(input: Input<P, Q, B, R, E>): Operation<P, Q, B, R, E> {
  const proof: Proof = typeof input.proof === 'string' ? { kind: input.proof } : input.proof;
  const errors: readonly ErrorName[] = input.errors ?? [];
  return {
    encoding: 'json',
    errorFields: {},
    ids: {},
    ruleErrors: {},
    money: false,
    reads: input.method === 'GET',
    ...input,
    proof,
    errors: asksForProof(proof) && !errors.includes('proof_needed') ? [...errors, 'proof_needed'] : errors,
  } as unknown as Operation<P, Q, B, R, E>;
}

export type AnyOperation = Operation<Schema, Schema, Schema, Schema, ErrorName>;
export type ParamsOf<O> = O extends { readonly params: infer P extends Schema } ? z.output<P> : never;
export type QueryOf<O> = O extends { readonly query: infer Q extends Schema } ? z.output<Q> : never;
export type BodyOf<O> = O extends { readonly body: infer B extends Schema } ? z.output<B> : never;
export type BodyInputOf<O> = O extends { readonly body: infer B extends Schema } ? z.input<B> : never;
export type QueryInputOf<O> = O extends { readonly query: infer Q extends Schema } ? z.input<Q> : never;
export type ResponseOf<O> = O extends { readonly response: infer R extends Schema } ? z.output<R> : never;
export type ErrorOf<O> = O extends { readonly errors: readonly (infer E)[] } ? E : never;
