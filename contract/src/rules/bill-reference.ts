import { passesLuhn } from './luhn.ts';

/** How a biller's references end in a check digit. */
export const CHECK_RULES = ['none', 'MOD10V01', 'MOD10V05'] as const;
export type CheckRule = (typeof CHECK_RULES)[number];

/** Rule of a biller for its references: the check digit, and how many digits they have. */
export type ReferenceRule = { readonly rule: CheckRule; readonly shortest: number; readonly longest: number };

/** The code of a biller. */
export const BILLER_CODE = /^\d{3,10}$/;

/** Whether the digits of a reference fit the biller's rule. */
export function fitsRule({ rule, shortest, longest }: ReferenceRule, reference: string): boolean {
  if (reference.length < shortest || reference.length > longest) return false;
  if (rule === 'MOD10V01') return passesLuhn(reference);
  return rule === 'MOD10V05' ? hasPositionalDigit(reference) : true;
}

/** Whether a biller accepts an amount in cents. Its limits are in dollars; null: none. */
export function takesAmount(limits: { readonly least: number | null; readonly most: number | null }, cents: number) {
  const { least, most } = limits;
  return (least === null || cents >= Math.round(least * 100)) && (most === null || cents <= Math.round(most * 100));
}

/** MOD10V05: the last digit is the sum of each digit times its place from the left, modulo 10. */
function hasPositionalDigit(reference: string): boolean {
  const digits = [...reference].map(Number);
  const check = digits.pop();
  return digits.reduce((sum, digit, index) => sum + digit * (index + 1), 0) % 10 === check;
}
