import { toDirectEntry } from '@wattle/contract/rules/direct-entry.ts';
import type { Cents } from '../../../platform/money.ts';
import { bsbAt, type Read, readDirectEntry } from './direct-entry-reader.domain.ts';
import { dayMonthYear, digits, directEntryText, lineOf, placed, type Placed } from './fixed-width.domain.ts';

/** The programme as a customer of the bank. */
export type Sender = {
  /** Three-letter code of the bank that receives the file. */
  readonly institution: string;
  readonly userName: string;
  /** 6 digits. */
  readonly userId: string;
  readonly description: string;
  /** Account of the programme at the bank, to which returns are credited. BSB as `000-001`. */
  readonly bsb: string;
  readonly accountNumber: string;
  /** Whether a contra line balances the file with that account. */
  readonly hasContra: boolean;
  /** Whether returns may be credited to the payer's own account. */
  readonly tracesPayer?: boolean;
};

/** Payment as a line of a file. */
export type CreditLine = {
  /** 6 digits. */
  readonly bsb: string;
  readonly accountNumber: string;
  readonly name: string;
  readonly reference: string;
  readonly remitter: string;
  readonly cents: Cents;
  /** Account for its return; none: the programme's. BSB with 6 digits. */
  readonly trace?: { readonly bsb: string; readonly accountNumber: string } | null;
};

const WIDTH = 120;
/** Maximum total of a file: 10 digits. */
export const LARGEST_TOTAL: Cents = 9_999_999_999n;
/** The line count has 6 digits and includes the contra line. */
export const MOST_LINES = 999_998;

const CREDIT = '50';
const DEBIT = '13';

const at = (from: number, to: number, text: string): Placed => ({ from, to, text });
const right = (from: number, to: number, text: string): Placed => ({ from, to, text, isRight: true });
const hyphenated = (bsb: string) => `${bsb.slice(0, 3)}-${bsb.slice(3)}`;

type Line = Omit<CreditLine, 'bsb'> & { readonly bsb: string; readonly code: string };

function recordOf(line: Line, sender: Sender): string {
  const { bsb, accountNumber, code, cents, name, reference, remitter, trace } = line;
  return lineOf(WIDTH, [
    at(1, 1, '1'),
    at(2, 8, bsb),
    right(9, 17, accountNumber),
    at(19, 20, code),
    at(21, 30, digits(cents, 10)),
    at(31, 62, directEntryText(name, 32)),
    at(63, 80, fileReference(reference)),
    at(81, 87, trace ? hyphenated(trace.bsb) : sender.bsb),
    right(88, 96, trace?.accountNumber ?? sender.accountNumber),
    at(97, 112, directEntryText(remitter, 16) || directEntryText(sender.userName, 16)),
    at(113, 120, digits(0, 8)),
  ]);
}

/** Lodgement reference in the permitted form, which does not start with a blank, zero or hyphen. */
export function fileReference(reference: string): string {
  return directEntryText(toDirectEntry(reference).replace(/^[ 0-]+/, ''), 18) || 'Payment';
}

/**
 * Direct-entry file (ABA, Cemtext) of credits or debits, with CRLF. `day` is the processing date. The contra line has
 * the opposite direction, to or from the programme's own account.
 */
export function writeDirectEntry(
  sender: Sender,
  day: string,
  all: readonly CreditLine[],
  { isDebits = false }: { readonly isDebits?: boolean } = {},
): string {
  const total = all.reduce((sum, { cents }) => sum + cents, 0n);
  const [code, contra] = isDebits ? [DEBIT, CREDIT] : [CREDIT, DEBIT];
  const lines = [
    lineOf(WIDTH, [
      at(1, 1, '0'),
      at(19, 20, '01'),
      at(21, 23, sender.institution),
      at(31, 56, directEntryText(sender.userName, 26)),
      at(57, 62, digits(BigInt(sender.userId), 6)),
      at(63, 74, directEntryText(sender.description, 12)),
      at(75, 80, dayMonthYear(day)),
    ]),
    ...all.map((line) => recordOf({ ...line, bsb: hyphenated(line.bsb), code }, sender)),
  ];
  if (sender.hasContra) {
    const { bsb, accountNumber, userName: name, description: reference } = sender;
    const remitter = directEntryText(name, 16);
    lines.push(recordOf({ bsb, accountNumber, code: contra, cents: total, name, reference, remitter }, sender));
  }
  const balanced = sender.hasContra ? total : 0n;
  const [credits, debits] = isDebits ? [balanced, total] : [total, balanced];
  lines.push(
    lineOf(WIDTH, [
      at(1, 1, '7'),
      at(2, 8, '999-999'),
      at(21, 30, digits(total - balanced, 10)),
      at(31, 40, digits(credits, 10)),
      at(41, 50, digits(debits, 10)),
      at(75, 80, digits(all.length + (sender.hasContra ? 1 : 0), 6)),
    ]),
  );
  return lines.map((line) => `${line}\r\n`).join('');
}

/** Line of a return file: a payment or debit of ours that another bank returns. */
export type ReturnLine = {
  /** Number of the line in the file, from 1. */
  readonly line: number;
  /** Account that was paid and returns the payment. BSB with 6 digits. */
  readonly bsb: string;
  readonly accountNumber: string;
  readonly reference: string;
  readonly cents: Cents;
  readonly code: string;
  /** True: a returned debit, whose money goes back to the other bank. */
  readonly isDebit: boolean;
  /** Day of the month of the original; null: not given. */
  readonly day: number | null;
  /** Payer in the original; empty: not given. */
  readonly remitter: string;
  /** Account to credit, if it is not the programme's own. */
  readonly payerAccount: string | null;
};

const RETURN_CODE = /^[1-9]$/;

function dayIn(text: string): number | null {
  return /^(?:0[1-9]|[12]\d|3[01])$/.test(text) ? Number(text) : null;
}

type Receiver = Pick<Sender, 'bsb' | 'accountNumber' | 'userId' | 'tracesPayer'>;

/** Reads a file of returns. With a `problem` no line may be used. */
export function readReturns(text: string, sender: Receiver): Read<ReturnLine> {
  return readDirectEntry(text, (line, numbered) => {
    const bsb = bsbAt(line, 81, 87);
    const code = line.charAt(17);
    if (!line.startsWith('2')) return 'is no return';
    if (bsb === undefined) return 'has no BSB';
    if (!RETURN_CODE.test(code)) return 'has no return code';
    const backTo = placed(line, 9, 17);
    const isOurs = placed(line, 2, 8) === sender.bsb && backTo === sender.accountNumber;
    if (!isOurs && sender.tracesPayer !== true) return 'is for another account';
    if (placed(line, 115, 120) !== sender.userId) return 'is of another user';
    return {
      ...numbered,
      bsb,
      accountNumber: placed(line, 88, 96),
      reference: placed(line, 63, 80),
      code,
      day: dayIn(placed(line, 113, 114)),
      remitter: placed(line, 97, 112),
      payerAccount: isOurs ? null : backTo,
    };
  });
}
