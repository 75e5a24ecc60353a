import type { PaymentKind } from '../../payments/public.ts';

/** A debit that the other bank sends back, and the line of the file that says so. */
export type DebitReturn = {
  readonly debitId: bigint;
  readonly code: string;
  readonly from: { readonly answerId: string; readonly line: number };
};

/** The kind that takes it back. The feature that collects by direct debit has it, and the context hands it in. */
export type DebitReturnKind = PaymentKind<DebitReturn, unknown, unknown, 'not_found'>;
