import type { AnyOperation } from '@wattle/contract/operation.ts';
import type { PaymentMethod as MethodName } from '@wattle/contract/rules/payment-methods.ts';
import type { PaymentFields } from '@wattle/contract/transfers/method-call.ts';
import type { Tx } from '../../platform/database.ts';
import type { Sum } from './sums.domain.ts';

/** How the bank carries out the payments of a method. */
export type ByBank = {
  /** The account of the programme where the money is until the bank has accepted the file. */
  readonly account: 'directEntry' | 'bpay';
  /** Which time of day closes its files. */
  readonly cutOff: 'external' | 'bpay';
  /** The format of its files. */
  readonly file: 'directEntry' | 'bpay';
  /** A part of the names of its files, which no other method has. */
  readonly fileName: string;
  /** Key of texts `transfers`: where the money went, on a receipt. */
  readonly receiptWords: string;
};

/** Differences between payment methods, besides their kinds. */
export type MethodTraits = {
  /** As schedules, files and texts name it. */
  readonly name: MethodName | 'return';
  readonly operation: AnyOperation;
  /** `transferType` of its scheduled payments. */
  readonly payeeType: number;
  /** Names of what a kept body says about who is paid. */
  readonly fields: Pick<PaymentFields, 'payeeName' | 'bsb' | 'number' | 'purpose'> & {
    readonly description: string | null;
    readonly recipientDescription: string | null;
  };
  /** The list of the wire that has its scheduled payments. */
  readonly scheduledAs: 'transferPayments' | 'bpayPayments';
  /** True: a scheduled payment is made on any day. False: on banking days. */
  readonly onAnyDay: boolean;
  /** The sums of an account that a payment counted towards on a day, which get it back when it ends unpaid. */
  countedOn(paid: { readonly bsb: string | null; readonly purpose: number | null }, day: string): readonly Sum[];
  /** Why a saved payee cannot have a number, where the contract does not know. Absent: it may have any. */
  refuseNumber?(
    tx: Tx,
    payee: { readonly bsb: string; readonly number: string },
  ): Promise<'bpay_reference_invalid' | undefined>;
  /** The method as which the bank carries it out, where it is not one of its own. */
  readonly leavesAs?: MethodName;
  /** Absent: the bank has no part in it. */
  readonly bank?: ByBank;
};

/** The method of a name that was kept. */
export function methodNamed<Method extends MethodTraits>(methods: readonly Method[], name: string): Method {
  const found = methods.find((method) => method.name === name);
  if (!found) throw new Error(`there is no payment method ${name}`);
  return found;
}

/** The methods that the bank carries out, each with a file of its own. */
export function bankMethods<Method extends MethodTraits>(
  methods: readonly Method[],
): readonly (Method & { readonly bank: ByBank })[] {
  return methods.flatMap((method) => (method.bank ? [{ ...method, bank: method.bank }] : []));
}
