import type { Cents } from '../../../platform/money.ts';
import { linesIn, type Read } from './direct-entry.domain.ts';
import { digits, placed } from './fixed-width.domain.ts';

/** A line of a file of deposits: money for an account of the programme. */
export type DepositLine = {
  /** Number of the line in the file, from 1. */
  readonly line: number;
  /** Who is credited. BSB as 6 digits. */
  readonly bsb: string;
  readonly accountNumber: string;
  readonly reference: string;
  readonly remitter: string;
  readonly cents: Cents;
  /** Code of the transaction: 50 to 57. */
  readonly code: string;
  /** The account that it was sent from; null where the line names none. */
  readonly from: { readonly bsb: string; readonly accountNumber: string } | null;
};

const WIDTH = 120;
const CREDIT_CODE = /^5[0-7]$/;
const BSB = /^\d{3}-\d{3}$/;
/** A card number that somebody has typed into a reference. */
const LONG_NUMBER = /\d(?:[ -]?\d){12,}/g;

/** Reads a direct-entry file of credits to accounts of the programme. With a `problem` nothing of it may be believed. */
export function readDeposits(text: string): Read<DepositLine> {
  const all = linesIn(text);
  const lines: DepositLine[] = [];
  const refuse = (problem: string): Read<DepositLine> => ({ lines: [], cents: 0n, problem });
  for (const [index, line] of all.entries()) {
    const number = index + 1;
    if (line.length !== WIDTH) return refuse(`line ${number} has ${line.length} characters`);
    const isFirst = index === 0;
    const isLast = index === all.length - 1;
    if (isFirst !== line.startsWith('0') || isLast !== line.startsWith('7'))
      return refuse(`line ${number} is out of place`);
    if (isFirst || isLast) continue;
    const cents = placed(line, 21, 30);
    const bsb = placed(line, 2, 8);
    const code = placed(line, 19, 20);
    if (!line.startsWith('1') || !CREDIT_CODE.test(code)) return refuse(`line ${number} is no credit`);
    if (!/^\d{10}$/.test(cents) || BigInt(cents) === 0n) return refuse(`line ${number} has no amount`);
    if (!BSB.test(bsb)) return refuse(`line ${number} has no BSB`);
    lines.push({
      line: number,
      bsb: bsb.replace('-', ''),
      accountNumber: placed(line, 9, 17),
      reference: masked(placed(line, 63, 80)),
      remitter: masked(placed(line, 97, 112)),
      cents: BigInt(cents),
      code,
      from: originOf(line),
    });
  }
  const sum = lines.reduce((total, { cents }) => total + cents, 0n);
  const trailer = all.at(-1) ?? '';
  if (placed(trailer, 31, 40) !== digits(sum, 10) || placed(trailer, 75, 80) !== digits(lines.length, 6)) {
    return refuse('the totals differ from the lines');
  }
  return { lines, cents: sum };
}

function originOf(line: string): DepositLine['from'] {
  const bsb = placed(line, 81, 87);
  const accountNumber = placed(line, 88, 96);
  return BSB.test(bsb) && accountNumber !== '' ? { bsb: bsb.replace('-', ''), accountNumber } : null;
}

function masked(text: string): string {
  return text.replace(LONG_NUMBER, (number) => `•••• ${number.slice(-4)}`);
}
