import type { Cents } from '../../../platform/money.ts';
import { bsbAt, type Read, readDirectEntry } from './direct-entry-reader.domain.ts';
import { placed } from './fixed-width.domain.ts';

/** Line of a deposits file: money for an account of the programme. */
export type DepositLine = {
  /** Number of the line in the file, from 1. */
  readonly line: number;
  /** Credited account. BSB as 6 digits. */
  readonly bsb: string;
  readonly accountNumber: string;
  readonly reference: string;
  readonly remitter: string;
  readonly cents: Cents;
  /** Transaction code, 50 to 57. */
  readonly code: string;
  /** Account of the sender; null: the line has none. */
  readonly from: { readonly bsb: string; readonly accountNumber: string } | null;
};

const CREDIT_CODE = /^5[0-7]$/;
/** A card number that a sender typed into a reference. */
const LONG_NUMBER = /\d(?:[ -]?\d){12,}/g;

/** Reads a direct-entry file of credits to accounts of the programme. With a `problem` no line may be used. */
export function readDeposits(text: string): Read<DepositLine> {
  return readDirectEntry(text, (line, { isDebit, ...numbered }) => {
    const bsb = bsbAt(line, 2, 8);
    const code = placed(line, 19, 20);
    if (!line.startsWith('1') || !CREDIT_CODE.test(code)) return 'is no credit';
    if (bsb === undefined) return 'has no BSB';
    return {
      ...numbered,
      bsb,
      accountNumber: placed(line, 9, 17),
      reference: masked(placed(line, 63, 80)),
      remitter: masked(placed(line, 97, 112)),
      code,
      from: originOf(line),
    };
  });
}

function originOf(line: string): DepositLine['from'] {
  const bsb = bsbAt(line, 81, 87);
  const accountNumber = placed(line, 88, 96);
  return bsb !== undefined && accountNumber !== '' ? { bsb, accountNumber } : null;
}

/** Text of a stranger without the card number that may be in it. */
export function masked(text: string): string {
  return text.replace(LONG_NUMBER, (number) => `•••• ${number.slice(-4)}`);
}
