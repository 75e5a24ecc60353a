import type { PaymentKind } from '../../payments/public.ts';

/** Debit that the other bank dishonours, with the line of the file; null: the desk enters it. */
export type DebitReturn = {
  readonly debitId: bigint;
  readonly code: string;
  readonly from: { readonly answerId: string; readonly line: number } | null;
};

/**
 * Kind that reverses the debit. It belongs to the feature that collects by direct debit, and the context provides it.
 */
export type DebitReturnKind = PaymentKind<DebitReturn, unknown, unknown, 'not_found'>;
