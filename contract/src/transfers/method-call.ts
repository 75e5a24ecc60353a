import type * as z from 'zod/mini';
import type { AnyOperation, BodyInputOf } from '../operation.ts';
import type { PaymentMethod } from '../rules/payment-methods.ts';
import type { PaymentDates } from '../rules/schedule-dates.ts';

type Schema = z.ZodMiniType;

/** Names that the parts of a payment have in the body of its call. Null: the call has no such field. */
export type PaymentFields<Name extends string = string> = {
  /** The account that pays. */
  readonly account: Name;
  /** Dollars. */
  readonly amount: Name;
  readonly payeeName: Name;
  /** BSB or biller code. */
  readonly bsb: Name | null;
  /** Account number, or reference of a bill. */
  readonly number: Name;
  readonly purpose: Name | null;
  /** Description that the payer reads. */
  readonly description: Name;
  /** Description that the payee reads. */
  readonly recipientDescription: Name | null;
  /** Look-up that names the account. Absent: the number says it all. */
  readonly lookUp?: Name;
  /** Receipt number of a past payment, by which a masked number is known. Absent: numbers are never masked. */
  readonly repeatOf?: Name;
  readonly dates: Readonly<Record<keyof PaymentDates, Name>>;
};

/** How a saved payee is written: checked when it is changed without a payment. */
export type PayeeShape = {
  readonly DestinationAccountName: Schema;
  readonly DestinationBSB: Schema;
  readonly DestinationAccountNumber: Schema;
};

/** The call of a payment method. */
export type MethodCall<
  Method extends PaymentMethod = PaymentMethod,
  Called extends AnyOperation = AnyOperation,
  Payee extends PayeeShape = PayeeShape,
> = {
  readonly method: Method;
  readonly operation: Called;
  readonly fields: PaymentFields<keyof BodyInputOf<Called> & string>;
  /** The field of the answer that carries the receipt number. */
  readonly receiptField: string;
  readonly payee: Payee;
};

/** Declares the call of a payment method, with its types inferred. */
export function methodCall<Method extends PaymentMethod, Called extends AnyOperation, const Payee extends PayeeShape>(
  call: MethodCall<Method, Called, Payee>,
): MethodCall<Method, Called, Payee> {
  return call;
}
