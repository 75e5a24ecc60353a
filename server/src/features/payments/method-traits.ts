import type { AnyOperation } from '@wattle/contract/operation.ts';
import type { PaymentMethod as MethodName } from '@wattle/contract/rules/payment-methods.ts';
import type { PaymentFields } from '@wattle/contract/transfers/method-call.ts';
import type { AppConfig } from '../../config/config.ts';
import type { AccountKind } from '../../ledger/ledger.ts';
import type { Outside } from '../../outside/outside.ts';
import type { OutsideOutcome } from '../../outside/outcome.ts';
import type { CalledPayment, PaymentCalls } from '../../outside/payment-calls/port.ts';
import {
  addBankingDays,
  type BankingCalendar,
  valueDate,
} from '../../platform/time/banking-days/banking-days.domain.ts';
import { type Clocks, dayAt } from '../../platform/time/clock.ts';
import type { Database, Tx } from '../../platform/database/database.ts';
import type { Secrets } from '../../platform/secrets/secrets.ts';
import type { Sum } from './sums.domain.ts';

type CarriedOut = {
  /** Account of the programme that holds the money until the bank has accepted the file or settled the call. */
  readonly account: Exclude<AccountKind, 'cardholder'>;
  /** Key of texts `transfers` for the destination on a receipt. */
  readonly receiptWords: string;
};

/** Formats of files for the bank, which settlement writes (settlement/files/file-methods.ts). */
export type FileFormatName = 'directEntry' | 'bpay';

/** The bank gets the payments of a method in separate files. */
export type ByFile = CarriedOut & {
  readonly by: 'file';
  readonly format: FileFormatName;
  /** Part of the file name that no other method has. */
  readonly fileName: string;
  /** Cut-off that closes its files. */
  readonly cutOff: keyof AppConfig['cutOffs'];
  /** Business days from the value date to the day on which the payee has the money. */
  readonly arrivesAfter: number;
};

/** The bank is asked to carry out each payment, at any hour of any day, and the payee gets the money straight away. */
export type ByCall = CarriedOut & {
  readonly by: 'call';
  /** Undefined: this server has no such bank, and each payment is refused and credited again. */
  callsOf(outside: Outside, tenantId: number): PaymentCalls | undefined;
  /**
   * Whom the bank is asked to pay, outside of a transaction, where the number of the payment does not say it. Refused
   * and unsent: nothing is sent, and the money is back.
   */
  payeeOf?(ctx: CallingContext, tenantId: number, transferId: bigint): Promise<OutsideOutcome<CalledPayee>>;
};

/** Parts of the server by which the payee of a call is found. */
export type CallingContext = {
  readonly database: Database;
  readonly outside: Outside;
  readonly secrets: Secrets;
  readonly clocks: Clocks;
};

export type CalledPayee = Pick<CalledPayment, 'bsb' | 'accountNumber' | 'payId'>;

/** How the bank carries out the payments of a method. */
export type ByBank = ByFile | ByCall;

/** Properties that differ between payment methods, besides their kinds. */
export type MethodTraits = {
  /** Name in schedules, files and texts. */
  readonly name: MethodName | 'return';
  readonly operation: AnyOperation;
  /** `transferType` of its scheduled payments. */
  readonly payeeType: number;
  /** Fields of a stored body that name the payee. */
  readonly fields: Pick<PaymentFields, 'payeeName' | 'bsb' | 'number' | 'purpose'> &
    /** Absent: a schedule of it is not changed. */
    Partial<Pick<PaymentFields, 'account' | 'amount' | 'dates'>> & {
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
  /** Call by which a payment goes instead where the receiving bank is reached at any hour. */
  readonly instant?: ByCall;
};

/** Way of a payment to the bank: in a file, or by a separate call. */
export type Rail = ByBank['by'];

/** How the bank carries out a payment of a method that goes on this rail. Undefined: the bank is not involved. */
export function carrierOf({ bank, instant }: Pick<MethodTraits, 'bank' | 'instant'>, rail: Rail): ByBank | undefined {
  return instant && rail === 'call' ? instant : bank;
}

/** The day on which the payee has the money of a payment that counts on the day `counts`. */
export function arrivalDay(calendar: BankingCalendar, bank: ByBank | undefined, counts: string): string {
  return bank?.by === 'file' && bank.arrivesAfter > 0 ? addBankingDays(calendar, counts, bank.arrivesAfter) : counts;
}

/** The day on which a payment made now counts. */
export function dayOfPayment(
  calendar: BankingCalendar,
  bank: ByBank | undefined,
  { cutOffs }: Pick<AppConfig, 'cutOffs'>,
  now: number,
): string {
  return bank?.by === 'file' ? valueDate(calendar, cutOffs[bank.cutOff], now) : dayAt(now);
}

/** Method with a stored name. */
export function methodNamed<Method extends MethodTraits>(methods: readonly Method[], name: string): Method {
  const found = methods.find((method) => method.name === name);
  if (!found) throw new Error(`there is no payment method ${name}`);
  return found;
}

type Carried<Method, By extends ByBank> = Method & { readonly bank: By };

/** Methods that the bank carries out. */
export function bankMethods<Method extends MethodTraits>(
  methods: readonly Method[],
): readonly Carried<Method, ByBank>[] {
  return methods.flatMap((method) => (method.bank ? [{ ...method, bank: method.bank }] : []));
}

/** Methods that the bank carries out by files. */
export function fileMethods<Method extends MethodTraits>(
  methods: readonly Method[],
): readonly Carried<Method, ByFile>[] {
  return methods.flatMap((method) => (method.bank?.by === 'file' ? [{ ...method, bank: method.bank }] : []));
}
