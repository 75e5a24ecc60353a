import type { BankMethod } from '@wattle/contract/rules/payment-methods.ts';
import type { BankSender } from '../../../config/bank-settings.ts';
import type { AppContext } from '../../../compose/context.ts';
import type { Cents } from '../../../platform/money.ts';
import { productSettings } from '../../card-facts/public.ts';
import {
  type ByFile,
  type FileFormatName,
  fileMethods,
  methodNamed,
  type MethodTraits,
} from '../../payments/public.ts';
import { LARGEST_BATCH, writeBpayBatch } from '../formats/bpay-batch.domain.ts';
import { LARGEST_TOTAL, MOST_LINES, writeDirectEntry } from '../formats/direct-entry.domain.ts';
import type { SentAs } from '../restored/sent-file.domain.ts';
import type { DuePayment, Method } from './bank-file.store.ts';

/** A format of files for the bank. */
type FileFormat = {
  /** The bank answers with returned payments, or with a result for each line. */
  readonly answers: 'returns' | 'results';
  readonly ending: string;
  /** Maximum lines and cents of a file. */
  readonly most: number;
  readonly largest: Cents;
  write(sender: BankSender, day: string, payments: readonly DuePayment[]): string;
};

const FORMATS: Readonly<Record<FileFormatName, FileFormat>> = {
  /** ABA. */
  directEntry: {
    answers: 'returns',
    ending: 'aba',
    most: MOST_LINES,
    largest: LARGEST_TOTAL,
    write: (sender, day, payments) =>
      writeDirectEntry(
        sender,
        day,
        payments.map(({ account_number: accountNumber, amount: cents, payer, ...rest }) => ({
          ...rest,
          accountNumber,
          cents,
          trace: sender.tracesPayer ? traceOf(payer) : null,
        })),
      ),
  },
  /** A batch in the layout of NAB. */
  bpay: {
    answers: 'results',
    ending: 'bpb',
    most: MOST_LINES,
    largest: LARGEST_BATCH,
    write: (sender, day, payments) =>
      writeBpayBatch(
        sender,
        day,
        payments.map(({ bsb: billerCode, account_number: reference, amount: cents, transfer_id: transferId }) => ({
          billerCode,
          reference,
          cents,
          transferId,
        })),
      ),
  },
};

function traceOf(payer: DuePayment['payer']) {
  if (!payer) return null;
  return { bsb: productSettings.parse(payer.settings).bsb.replace('-', ''), accountNumber: payer.accountNumber };
}

/** How the bank carries out a method, and the format of its files. */
export function fileOf(
  methods: readonly MethodTraits[],
  method: BankMethod,
): Omit<ByFile, 'format'> & { readonly format: FileFormat } {
  const { bank } = methodNamed(methods, method);
  if (bank?.by !== 'file') throw new Error(`no file carries payments by ${method}`);
  return { ...bank, format: FORMATS[bank.format] };
}

/** Part of the names of direct debit files. */
export const DEBIT_FILES = 'dd';

/** Method and format that the name of a file encodes. */
export function sentAs(methods: readonly MethodTraits[], name: string): SentAs | undefined {
  const [, part] = /^\d+-([a-z]+)-\d{8}-\d+\.[a-z]+/.exec(name) ?? [];
  if (part === DEBIT_FILES) return { method: 'debit', format: 'directEntry' };
  const named = fileMethods(methods).find(({ bank }) => bank.fileName === part);
  return named && { method: named.name as BankMethod, format: named.bank.format };
}

/** File types of a cut-off: one for each method, and one for direct debits. */
export function fileTypes({ paymentMethods }: Pick<AppContext, 'paymentMethods'>): readonly Method[] {
  return [...fileMethods(paymentMethods).map(({ name }) => name as BankMethod), 'debit'];
}

/** Names of the methods whose files the bank answers in this form. */
export function methodsAnswering(methods: readonly MethodTraits[], answers: FileFormat['answers']): readonly string[] {
  return fileMethods(methods).flatMap(({ name, bank }) => (FORMATS[bank.format].answers === answers ? [name] : []));
}
