import type { AnyOperation } from '@wattle/contract/operation.ts';
import type { PaymentMethod as MethodName } from '@wattle/contract/rules/payment-methods.ts';
import type { PaymentFields } from '@wattle/contract/transfers/method-call.ts';
import { addBankingDays, type BankingCalendar } from '../../platform/banking-days/banking-days.domain.ts';
import type { Tx } from '../../platform/database.ts';
import type { Sum } from './sums.domain.ts';

/** How the bank carries out the payments of a method. */
export type ByBank = {
  /** Account of the programme that holds the money until the bank has accepted the file. */
  readonly account: 'directEntry' | 'bpay';
  /** Cut-off that closes its files. */
  readonly cutOff: 'external' | 'bpay';
  /** Business days from the value date to the day on which the payee has the money. */
  readonly arrivesAfter: number;
  /** The format of its files. */
  readonly file: 'directEntry' | 'bpay';
  /** Part of the file name that no other method has. */
  readonly fileName: string;
  /** Key of texts `transfers` for the destination on a receipt. */
  readonly receiptWords: string;
};

/** Properties that differ between payment methods, besides their kinds. */
export type MethodTraits = {
  /** Name in schedules, files and texts. */
  readonly name: MethodName | 'return';
  readonly operation: AnyOperation;
  /** `transferType` of its scheduled payments. */
  readonly payeeType: number;
  /** Fields of a stored body that name the payee. */
  readonly fields: Pick<PaymentFields, 'payeeName' | 'bsb' | 'number' | 'purpose'> & {
    readonly description: string | null;
    readonly recipientDescription: string | null;
  };
  /** Response field that lists its scheduled payments. */
  readonly scheduledAs: 'transferPayments' | 'bpayPayments';
  /** True: a scheduled payment is made on any day. False: on business days only. */
  readonly onAnyDay: boolean;
  /** Sums that a payment of a day counted towards, which are reduced when it ends unpaid. */
  countedOn(paid: { readonly bsb: string | null; readonly purpose: number | null }, day: string): readonly Sum[];
  /** Refusal of a number for a saved payee that the contract cannot check. Absent: any number is accepted. */
  refuseNumber?(
    tx: Tx,
    payee: { readonly bsb: string; readonly number: string },
  ): Promise<'bpay_reference_invalid' | undefined>;
  /** Method by which the bank carries it out, if not its own. */
  readonly leavesAs?: MethodName;
  /** Absent: the bank is not involved. */
  readonly bank?: ByBank;
};

/** The day on which the payee has the money of a payment that counts on a day. */
export function arrivalDay(calendar: BankingCalendar, bank: ByBank | undefined, counts: string): string {
  return bank?.arrivesAfter ? addBankingDays(calendar, counts, bank.arrivesAfter) : counts;
}

/** Method with a stored name. */
export function methodNamed<Method extends MethodTraits>(methods: readonly Method[], name: string): Method {
  const found = methods.find((method) => method.name === name);
  if (!found) throw new Error(`there is no payment method ${name}`);
  return found;
}

/** Methods that the bank carries out, each in separate files. */
export function bankMethods<Method extends MethodTraits>(
  methods: readonly Method[],
): readonly (Method & { readonly bank: ByBank })[] {
  return methods.flatMap((method) => (method.bank ? [{ ...method, bank: method.bank }] : []));
}
