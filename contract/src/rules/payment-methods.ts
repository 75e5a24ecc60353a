import { namesOf } from './typed-names.ts';
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

/** In the order of the list. */
export const METHOD_NAMES = namesOf(PAYMENT_METHODS);
export const BANK_METHODS = METHOD_NAMES.filter((name): name is BankMethod => PAYMENT_METHODS[name].leavesProgramme);

const facts = Object.values(PAYMENT_METHODS);
const distinct = <Name>(names: readonly Name[]): readonly Name[] => [...new Set(names)];

export const METHOD_FEATURES = distinct<MethodFeature>(facts.flatMap(({ features }) => [...features]));
export const METHOD_SETTINGS = distinct<MethodSetting>(facts.map((one) => one.productSetting));
export const METHOD_CARD_FIELDS = distinct<MethodCardField>(facts.map(({ cardField }) => cardField));
/** The kinds of transactions that have a receipt of a payment and can be followed to the payee. */
export const METHOD_TRANSACTION_KINDS = distinct<MethodTransactionKind>(facts.map((one) => one.transactionKind));
