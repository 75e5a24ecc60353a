import type { ErrorName, Result } from '@wattle/contract/errors.ts';
import type { AnyKind, Effect, Payment, PaymentTransaction } from './kind.ts';

/** Response to a payment. */
export type Answer = Result<unknown, ErrorName>;

/** Payment in the queue for the next batch. */
export type Request = {
  readonly kind: AnyKind;
  /** Idempotency key, unique for the actor over all kinds. */
  readonly key: string;
  readonly requestId?: string | undefined;
  readonly admit: Admission<unknown>;
  /** Call that the admission turns into actor and input. */
  readonly call: unknown;
  /** In addition to the effects of its kind. */
  readonly effects?: readonly Effect[] | undefined;
  /** True: a refusal is not stored. */
  readonly isRetryable?: boolean | undefined;
};

/** Authenticates each call and returns its actor and input, or a refusal. These refusals are not stored. */
export type Admission<Call> = (
  within: PaymentTransaction,
  calls: readonly Call[],
) => Promise<readonly Result<AdmittedCall, ErrorName>[]>;
export type AdmittedCall = { readonly actor: string; readonly input: unknown };

/** Admitted payment. */
export type AdmittedPayment = {
  /** Digest of actor and key; id of the stored response. */
  readonly id: string;
  /** Keyed hash of kind and input; a repeated key must have the same one. */
  readonly requestHash: Buffer;
  /** Hash of the same content in the format of earlier releases. */
  readonly formerHash: () => Buffer;
  /** Digest of `id` as the key for the ledger. */
  readonly ledgerKey: string;
  readonly kind: AnyKind;
  readonly payment: Payment<unknown>;
  readonly requestId: string | undefined;
  readonly effects: readonly Effect[];
  readonly isRetryable: boolean;
};
