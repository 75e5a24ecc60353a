import type { FileFormatName } from '../../payments/public.ts';
import type { Method } from '../files/bank-file.store.ts';
import { fileReference } from '../formats/direct-entry.domain.ts';
import { linesIn } from '../formats/direct-entry-reader.domain.ts';
import { placed } from '../formats/fixed-width.domain.ts';

/** Payment as a line of our file. */
export type SentLine = {
  /** Number of the line in the file, from 1. */
  readonly line: number;
  /** 6 digits; the biller code for BPAY. */
  readonly bsb: string;
  /** Account number; the customer reference for BPAY. */
  readonly accountNumber: string;
  /** Lodgement reference, as in the file; empty for BPAY. */
  readonly reference: string;
  readonly cents: bigint;
};

export type SentFile = { readonly method: Method; readonly day: string; readonly lines: readonly SentLine[] };

/** Method and format that the name of a file encodes. */
export type SentAs = { readonly method: Method; readonly format: FileFormatName };

/** Transaction codes of the entries of a file. The contra line has the opposite one. */
const CREDITS = '50';
const DEBITS = '13';
const DIRECT_ENTRY = '0';
const BPAY = '1';

/** Parses a file that we made for the bank. Undefined for any other file and for another format. */
export function readSentFile(text: string, { method, format }: SentAs): SentFile | undefined {
  const [header = '', ...rest] = linesIn(text);
  if (!header.startsWith(format === 'bpay' ? BPAY : DIRECT_ENTRY)) return undefined;
  const code = method === 'debit' ? DEBITS : CREDITS;
  // The first entry must have the type of the file.
  if (format === 'directEntry' && placed(rest[0] ?? '', 19, 20) !== code) return undefined;
  const day = format === 'bpay' ? dayOfBpay(header) : dayOfDirectEntry(header);
  const lines = rest.flatMap((record, index) => {
    const read = format === 'bpay' ? billIn(record) : entryIn(record, code);
    return read ? [{ line: index + 2, ...read }] : [];
  });
  const isSound = lines.length > 0 && lines.every(({ cents }) => cents > 0n);
  return day !== undefined && isSound ? { method, day, lines } : undefined;
}

function dayOfDirectEntry(header: string): string | undefined {
  const [, dd, mm, yy] = /^(\d\d)(\d\d)(\d\d)$/.exec(placed(header, 75, 80)) ?? [];
  return yy === undefined ? undefined : `20${yy}-${mm}-${dd}`;
}

function dayOfBpay(header: string): string | undefined {
  const [, year, month, day] = /^(\d{4})(\d\d)(\d\d)$/.exec(placed(header, 38, 45)) ?? [];
  return year === undefined ? undefined : `${year}-${month}-${day}`;
}

function entryIn(record: string, code: string): Omit<SentLine, 'line'> | undefined {
  if (!record.startsWith('1') || placed(record, 19, 20) !== code) return undefined;
  return {
    bsb: placed(record, 2, 8).replace('-', ''),
    accountNumber: placed(record, 9, 17),
    reference: placed(record, 63, 80),
    cents: centsOf(placed(record, 21, 30)),
  };
}

function billIn(record: string): Omit<SentLine, 'line'> | undefined {
  if (!record.startsWith('2')) return undefined;
  return {
    bsb: placed(record, 2, 11).replace(/^0+/, ''),
    accountNumber: placed(record, 27, 46),
    reference: '',
    cents: centsOf(placed(record, 47, 59)),
  };
}

const centsOf = (digits: string): bigint => (/^\d+$/.test(digits) ? BigInt(digits) : 0n);

type Payment = Pick<SentLine, 'bsb' | 'accountNumber' | 'cents'> & { readonly reference?: string | undefined };

/**
 * Key by which payments are matched; two payments with the same key cannot be distinguished in a file. The reference of
 * a debit is its own number.
 */
export function likenessOf(method: Method, { bsb, accountNumber, reference = '', cents }: Payment): string {
  if (method === 'bpay') return [bsb.replace(/^0+/, ''), '', accountNumber, cents].join(' ');
  return [bsb, method === 'debit' ? '' : fileReference(reference), accountNumber, cents].join(' ');
}
