import type { ErrorName, Result } from '@wattle/contract/errors.ts';
import type { AnyKind, Effect, Payment, Within } from './kind.ts';

/** Answer to a payment. */
export type Answer = Result<unknown, ErrorName>;

/** A payment on its way to the next batch. */
export type Request = {
  readonly kind: AnyKind;
  /** Idempotency key, unique for the actor over all kinds. */
  readonly key: string;
  readonly requestId?: string | undefined;
  readonly admit: Admission<unknown>;
  /** Call from which the admission makes an actor and an input of. */
  readonly call: unknown;
  /** Besides the effects of its kind. */
  readonly effects?: readonly Effect[] | undefined;
  /** True: a refusal is not kept. */
  readonly mayTryAgain?: boolean | undefined;
};

/** Lets payments in: tells for each call who asks and for what, or refuses it. Its refusals are not kept. */
export type Admission<Call> = (
  within: Within,
  calls: readonly Call[],
) => Promise<readonly Result<Entrant, ErrorName>[]>;
export type Entrant = { readonly actor: string; readonly input: unknown };

/** A payment that was let in. */
export type Entered = {
  /** Digest of actor and key: its answer is kept under this. */
  readonly id: string;
  /** Keyed hash of kind and input: what the key stands for. */
  readonly requestHash: Buffer;
  /** The hash of the same that earlier releases kept. */
  readonly formerHash: () => Buffer;
  /** The same digest as `id`, for the ledger. */
  readonly ledgerKey: string;
  readonly kind: AnyKind;
  readonly payment: Payment<unknown>;
  readonly requestId: string | undefined;
  readonly effects: readonly Effect[];
  readonly mayTryAgain: boolean;
};
