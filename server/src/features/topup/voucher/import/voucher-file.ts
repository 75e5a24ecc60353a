import { digitsText, isBlank, lineText } from '@wattle/contract/rules/typed-text.ts';
import { VOUCHER_CODE_MAXIMUM } from '@wattle/contract/topup/vouchers.ts';
import { createHash } from 'node:crypto';
import { LARGEST_AMOUNT } from '../../../../ledger/ledger.ts';
import { isWorkbook } from '../../../../documents/xlsx/read-workbook.ts';
import { csvValues, separatorFault } from '../../../../platform/text/csv.domain.ts';
import { encodingFault, utf8Text } from '../../../../platform/text/text-encoding.ts';
import { TextEncodingError, textLines } from '../../../../platform/text/text-lines.ts';
import * as z from 'zod';

/** The file cannot be used, and none of it was stored. Its messages name lines, but never their content. */
export class VoucherFileError extends Error {}

export type FileVoucher = {
  readonly number: string;
  readonly code: string;
  /** Cents. */
  readonly amount: bigint;
  readonly expiresOn: string;
};

const HEADER = 'number,code,amount,expires';
const MOST_VOUCHERS = 100_000;
const MOST_FINDINGS = 20;

const CODE = new RegExp(`^[A-Za-z0-9]{6,${VOUCHER_CODE_MAXIMUM}}$`);

const row = z.object({
  number: z.string().regex(/^\d{11}$/, 'must be 11 digits'),
  code: z.string().regex(CODE, `must be 6 to ${VOUCHER_CODE_MAXIMUM} letters or digits`),
  /** Dollars, converted to cents as text. */
  amount: z
    .string()
    .regex(/^\d{1,6}\.\d\d$/, 'must be dollars and cents: 50.00')
    .transform((typed) => BigInt(typed.replace('.', '')))
    .refine((cents) => cents > 0n, 'must be above zero'),
  expires: z.iso.date('must be a day: yyyy-MM-dd'),
});

/** Reads a file of vouchers whole: one wrong line refuses it. Throws VoucherFileError. */
export async function readVoucherFile(
  lines: AsyncIterable<string>,
  today: string,
): Promise<{ readonly vouchers: readonly FileVoucher[]; readonly digest: string }> {
  const findings: string[] = [];
  const vouchers: FileVoucher[] = [];
  const digest = createHash('sha256');
  const seen = new Set<string>();
  let line = 0;
  for await (const text of lines) {
    line += 1;
    if (line === 1) {
      if (lineText(text) !== HEADER)
        throw new VoucherFileError(`line 1: ${separatorFault(text) ?? `must be ${HEADER}`}`);
      continue;
    }
    if (isBlank(text)) continue;
    digest.update(`${lineText(text)}\n`);
    // Amounts and days keep their signs.
    const values = csvValues(text)?.map((value, at) => (at < 2 ? digitsText(value) : lineText(value)));
    if (!values) {
      findings.push(`line ${line}: its quotes are wrong`);
      if (findings.length >= MOST_FINDINGS) break;
      continue;
    }
    const [number = '', code = '', amount = '', expires = '', ...more] = values;
    const parsed = row.safeParse({ number, code, amount, expires });
    const found = parsed.success
      ? []
      : parsed.error.issues.map(({ path, message }) => `${String(path[0])}: ${message}`);
    if (more.length > 0) found.push('has too many values');
    if (seen.has(number)) found.push('number: stands in the file twice');
    if (parsed.success && expires <= today) found.push('expires: is over');
    seen.add(number);
    findings.push(...found.map((fault) => `line ${line}: ${fault}`));
    if (findings.length >= MOST_FINDINGS) break;
    if (parsed.success) vouchers.push({ number, code, amount: parsed.data.amount, expiresOn: expires });
    if (vouchers.length > MOST_VOUCHERS) throw new VoucherFileError(`has more than ${MOST_VOUCHERS} vouchers`);
  }
  if (findings.length > 0) throw new VoucherFileError(findings.join('\n'));
  if (vouchers.length === 0) throw new VoucherFileError('has no vouchers');
  // One posting sets aside the total value of the file, so the total has a limit.
  const sum = vouchers.reduce((cents, { amount }) => cents + amount, 0n);
  if (sum > LARGEST_AMOUNT) throw new VoucherFileError('comes to more than 99,999,999.99: split it into several files');
  return { vouchers, digest: digest.digest('hex') };
}

/** Lines of a file of this machine. Throws VoucherFileError. */
export async function* voucherLines(file: string): AsyncGenerator<string> {
  try {
    yield* textLines(file);
  } catch (error) {
    if (error instanceof TextEncodingError) throw new VoucherFileError(error.message);
    throw (error as NodeJS.ErrnoException).code === 'ENOENT' ? new VoucherFileError('is missing') : error;
  }
}

/** Lines of a file that was sent. Throws VoucherFileError. */
export async function* sentVoucherLines(bytes: Buffer): AsyncGenerator<string> {
  if (isWorkbook(bytes))
    throw new VoucherFileError('is a workbook, which loses the zeros of codes: save it as CSV UTF-8');
  const fault = encodingFault(bytes);
  if (fault !== undefined) throw new VoucherFileError(fault);
  yield* utf8Text(bytes).split(/\r\n|\n|\r/);
}
