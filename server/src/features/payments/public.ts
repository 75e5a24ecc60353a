export { closedAccount } from './closed-account.store.ts';
export { dailyPayments } from './daily-limit.ts';
export { destinationKey } from './destination-key.ts';
export { drawNumber } from './draw-number.store.ts';
export { openPayments, type Payments } from './engine.ts';
export { paymentKind } from './kind.ts';
export { datesOf, isRegular, nowBody, planForNow, recurringOf } from './deferral.ts';
export { readMethodContext, type MethodContext } from './method-context.ts';
export type {
  PlannedPayment,
  Posting,
  AnyKind,
  AtBank,
  CallInput,
  Restriction,
  Count,
  Effect,
  Retention,
  MemberSide,
  Payment,
  InternalMovement,
  PaymentKind,
  PaymentListeners,
  Person,
  Plan,
  Receipt,
  PaymentTransaction,
  Writing,
} from './kind.ts';
export { receiptNumber, transferIdOf } from './receipt.domain.ts';
export type { ChangeNotifier } from './record.ts';
export type { Admission } from './request.ts';
export { subtractCounts, readSum } from './counter.store.ts';
export { billerSum, categorySum, dailySum, unprovedSum } from './sums.domain.ts';
export { arrivalDay, bankMethods, carrierOf, dayOfPayment, fileMethods, methodNamed } from './method-traits.ts';
export type { ByFile, CalledPayee, CallingContext, FileFormatName, MethodTraits, Rail } from './method-traits.ts';
export { paymentMethod } from './payment-method.ts';
export type { PaymentMethod, PaymentMethods } from './payment-method.ts';
