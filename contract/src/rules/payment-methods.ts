import { type MethodFacts, PAYMENT_METHODS } from './payment-method-list.ts';

export { type MethodFacts, PAYMENT_METHODS };

type Methods = typeof PAYMENT_METHODS;
/** `internal`, `external`, `bpay`: how code, texts and the wire name a payment method. */
export type PaymentMethod = keyof Methods;
/** One of the methods that the bank carries out. */
export type BankMethod = {
  [Name in PaymentMethod]: Methods[Name]['leavesProgramme'] extends true ? Name : never;
}[PaymentMethod];
export type MethodFeature = Methods[PaymentMethod]['features'][number];
export type MethodSetting = Methods[PaymentMethod]['productSetting'];
export type MethodCardField = Methods[PaymentMethod]['cardField'];
/** `Kind` of money that a payer sent by one of the methods. */
export type MethodTransactionKind = Methods[PaymentMethod]['transactionKind'];

type Names<Name> = readonly [Name, ...Name[]];

/** In the order of the list. */
export const METHOD_NAMES = Object.keys(PAYMENT_METHODS) as unknown as Names<PaymentMethod>;
export const BANK_METHODS = METHOD_NAMES.filter(
  (name) => PAYMENT_METHODS[name].leavesProgramme,
) as unknown as Names<BankMethod>;

const facts: readonly MethodFacts[] = Object.values(PAYMENT_METHODS);
const distinct = (names: readonly string[]): readonly string[] => [...new Set(names)];

export const METHOD_FEATURES = distinct(facts.flatMap(({ features }) => features)) as readonly MethodFeature[];
export const METHOD_SETTINGS = distinct(facts.map((one) => one.productSetting)) as readonly MethodSetting[];
export const METHOD_CARD_FIELDS = distinct(facts.map(({ cardField }) => cardField)) as readonly MethodCardField[];
/** The kinds of transactions that have a receipt of a payment and can be followed to the payee. */
export const METHOD_TRANSACTION_KINDS = distinct(
  facts.map((one) => one.transactionKind),
) as readonly MethodTransactionKind[];

/** The same value under each of some names, such as one schema for several fields. */
export function forEachName<Name extends string, Value>(names: readonly Name[], value: Value): Record<Name, Value> {
  return Object.fromEntries(names.map((name) => [name, value])) as Record<Name, Value>;
}
