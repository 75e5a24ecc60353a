import type { Cents } from '../../../platform/money.ts';
import type { Sender } from './direct-entry.domain.ts';
import { linesIn, type Read } from './direct-entry-reader.domain.ts';
import { digits, directEntryText, lineOf, placed, type Placed, says } from './fixed-width.domain.ts';

/** A bill as a line of a batch, in the layout of NAB. */
export type BillLine = {
  readonly billerCode: string;
  readonly reference: string;
  readonly cents: Cents;
  /** Our transfer id, which the results repeat. */
  readonly transferId: bigint;
};

const WIDTH = 144;
export const RESULT_WIDTH = 214;
/** Maximum total of a batch, which one posting settles. The layout has room for more. */
export const LARGEST_BATCH: Cents = 9_999_999_999n;
export const PAID = '0000';

const at = (from: number, to: number, text: string): Placed => ({ from, to, text });

export function writeBpayBatch(sender: Sender, day: string, bills: readonly BillLine[]): string {
  const total = bills.reduce((sum, { cents }) => sum + cents, 0n);
  const lines = [
    lineOf(WIDTH, [
      at(1, 1, '1'),
      at(2, 17, sender.userId),
      at(18, 37, directEntryText(sender.userName, 20)),
      at(38, 45, day.replaceAll('-', '')),
    ]),
    ...bills.map(({ billerCode, reference, cents, transferId }) =>
      lineOf(WIDTH, [
        at(1, 1, '2'),
        at(2, 11, digits(BigInt(billerCode), 10)),
        at(12, 17, sender.bsb.replace('-', '')),
        { ...at(18, 26, sender.accountNumber), isRight: true },
        at(27, 46, reference),
        at(47, 59, digits(cents, 13)),
        at(70, 89, digits(transferId, 20)),
      ]),
    ),
    lineOf(WIDTH, [at(1, 1, '9'), at(2, 11, digits(bills.length, 10)), at(12, 24, digits(total, 13))]),
  ];
  return lines.map((line) => `${line}\r\n`).join('');
}

export type ResultLine = Omit<BillLine, 'transferId'> & {
  readonly line: number;
  /** Null: the line has no transfer id of ours. */
  readonly transferId: bigint | null;
  /** `0000` means paid. */
  readonly code: string;
};

/** Reads the results of batches. With a `problem` no line may be used. */
export function readBpayResults(text: string, sender: Pick<Sender, 'userId'>): Read<ResultLine> {
  const all = linesIn(text, RESULT_WIDTH);
  const lines: ResultLine[] = [];
  const refuse = (problem: string): Read<ResultLine> => ({ lines: [], cents: 0n, problem });
  for (const [index, line] of all.entries()) {
    const number = index + 1;
    const isFirst = index === 0;
    const isLast = index === all.length - 1;
    if (isFirst !== line.startsWith('1') || isLast !== line.startsWith('9'))
      return refuse(`line ${number} is out of place`);
    if (isFirst && placed(line, 2, 17) !== sender.userId) return refuse('the file is of another user');
    if (isFirst || isLast) continue;
    if (!line.startsWith('2') || line.length !== RESULT_WIDTH) return refuse(`line ${number} is no result`);
    const cents = placed(line, 47, 59);
    const code = placed(line, 140, 143);
    if (!/^\d{13}$/.test(cents) || BigInt(cents) === 0n) return refuse(`line ${number} has no amount`);
    if (BigInt(cents) > LARGEST_BATCH) return refuse(`line ${number} is above 99999999.99`);
    if (!/^\d{4}$/.test(code)) return refuse(`line ${number} has no result`);
    const own = placed(line, 70, 89);
    lines.push({
      line: number,
      billerCode: placed(line, 2, 11).replace(/^0+/, ''),
      reference: placed(line, 27, 46),
      cents: BigInt(cents),
      transferId: /^0*\d{1,18}$/.test(own) ? BigInt(own) : null,
      code,
    });
  }
  const sum = lines.reduce((total, { cents }) => total + cents, 0n);
  const trailer = all.at(-1) ?? '';
  if (!says(placed(trailer, 2, 11), lines.length) || !says(placed(trailer, 12, 24), sum)) {
    return refuse('the totals differ from the lines');
  }
  return { lines, cents: sum };
}
