import { err, type Refusal } from '@wattle/contract/errors.ts';
import { BILLER_CODE, type CheckRule, fitsRule } from '@wattle/contract/rules/bill-reference.ts';
import { isDay } from '../../../platform/time/day.domain.ts';
import type { Cents } from '../../../platform/money.ts';

/** First and last place in a reference, from 1. */
export type Places = readonly [first: number, last: number];

/** A biller of the directory, with its rules. Days are `yyyy-MM-dd`. */
export type Biller = {
  readonly code: string;
  readonly name: string;
  readonly rule: CheckRule;
  /** Digits of a reference. */
  readonly shortest: number;
  readonly longest: number;
  readonly least: Cents | null;
  readonly most: Cents | null;
  readonly dayLimit: Cents | null;
  /** True: each bill has another reference, so it cannot be paid regularly. */
  readonly isVariable: boolean;
  readonly isRestricted: boolean;
  readonly lastDay: string | null;
  /** Places of the minimum amount in cents and of the last day (YYMMDD) in an intelligent reference. */
  readonly amountPlaces: Places | null;
  readonly dayPlaces: Places | null;
};

/** Refuses a code that no biller can have, and a biller that cannot be paid on the given day. */
export function judgeBiller(
  code: string,
  biller: Biller | undefined,
  day: string,
  field: string,
): Refusal<'biller_code_invalid' | 'biller_unknown' | 'biller_restricted' | 'biller_deactivated'> | undefined {
  if (!BILLER_CODE.test(code)) return err('biller_code_invalid', field);
  if (!biller) return err('biller_unknown', field);
  if (biller.isRestricted) return err('biller_restricted', field);
  if (biller.lastDay !== null && day > biller.lastDay) return err('biller_deactivated', field);
  return undefined;
}

/** Whether a reference satisfies the length and check digit rules of the biller. */
export function isReferenceValid(biller: Biller, reference: string): boolean {
  if (!fitsRule(biller, reference)) return false;
  const said = readIntelligent(biller, reference);
  return said.lastDay === null || isDay(said.lastDay);
}

/** Amount and last day that an intelligent reference contains. */
export function readIntelligent(
  { amountPlaces, dayPlaces }: Pick<Biller, 'amountPlaces' | 'dayPlaces'>,
  reference: string,
): { readonly least: Cents | null; readonly lastDay: string | null } {
  const day = dayPlaces && reference.slice(dayPlaces[0] - 1, dayPlaces[1]);
  return {
    least: amountPlaces && BigInt(reference.slice(amountPlaces[0] - 1, amountPlaces[1]) || '0'),
    lastDay: day === null ? null : `20${day.slice(0, 2)}-${day.slice(2, 4)}-${day.slice(4, 6)}`,
  };
}
