import { byName } from '../rules/typed-names.ts';
import * as z from 'zod/mini';
import { instant, money } from '../wire.ts';
import { namedNumbers } from '../named-numbers.ts';
import { METHOD_NAMES, PAYMENT_METHODS, type PaymentMethod } from '../rules/payment-methods.ts';

type PayeeTypes = { readonly [Name in PaymentMethod]: (typeof PAYMENT_METHODS)[Name]['payeeType'] };

/** Payment method of a saved payee: bpay 1, internal 2, external 3, payId 4. */
export const PAYEE_TYPE = byName(
  METHOD_NAMES.toSorted((one, other) => PAYMENT_METHODS[one].payeeType - PAYMENT_METHODS[other].payeeType),
  (name) => PAYMENT_METHODS[name].payeeType,
) as PayeeTypes;
export type PayeeType = (typeof PAYEE_TYPE)[keyof typeof PAYEE_TYPE];
export const payeeType = namedNumbers(PAYEE_TYPE, 'required');

/** Random; names a payee of the caller and reveals nothing. */
export const payeeId = z.string('required').check(z.uuid('required'), z.toLowerCase());

/** Someone whom the caller has saved to pay again. */
export const payee = z.object({
  PayeeId: payeeId,
  DestinationAccountName: z.string(),
  /** For BPAY the biller code; null for an internal payee, who has none. */
  DestinationBSB: z.nullable(z.string()),
  /** For BPAY the reference. */
  DestinationAccountNumber: z.string(),
  /** Added: when and how much the caller has last paid it; null: not yet. */
  LastPaidAt: z.nullable(instant),
  LastPaidAmount: z.nullable(money),
  /** Added: the purpose of that payment; null: it had none. */
  LastPurpose: z.nullable(z.number()),
  /** Added: what the caller has paid it since 1 January in Melbourne. */
  PaidThisYear: money,
});
export type SavedPayee = z.output<typeof payee>;
