import { comparableText, withoutAccents } from '@wattle/contract/rules/typed-text.ts';
import type { SavedPayee } from '@wattle/contract/transfers/payee.ts';
import type { MethodDescriptor } from '../payment-method.ts';

/** A saved payee with the method by which it is paid. */
export type Listed = SavedPayee & { readonly method: MethodDescriptor };

/** `000-101 · 12345678`; within the brand only the account. */
export function numberOf({ method, DestinationBSB, DestinationAccountNumber }: Listed): string {
  return numbersShown(method, DestinationBSB ?? '', DestinationAccountNumber);
}

/** The same of numbers that may not be complete yet. */
export function numbersShown({ bsb, number }: MethodDescriptor, first: string, second: string): string {
  const parts = [bsb ? bsb.show(first) : '', number.show(second)];
  return parts.filter((part) => part !== '').join(' · ');
}

/** A person sees this many at a glance. */
const MOST_PAID_LAST = 6;

/** Payees with the latest payments first, then those without a payment. */
export function paidLast(payees: readonly Listed[]): readonly Listed[] {
  return payees
    .toSorted((one, other) => (other.LastPaidAt ?? '').localeCompare(one.LastPaidAt ?? ''))
    .slice(0, MOST_PAID_LAST);
}

const plain = (text: string) => withoutAccents(comparableText(text)).replaceAll(/[\s-]/g, '');

/** Whether a text contains a typed one. Case, accents, width, spaces and hyphens do not count. */
export function isFound(text: string, typed: string): boolean {
  return plain(text).includes(plain(typed));
}

/** Payees whose name, BSB, biller code or account contains the typed text. Spaces and hyphens are ignored. */
export function found(payees: readonly Listed[], typed: string): readonly Listed[] {
  if (plain(typed) === '') return payees;
  return payees.filter(({ DestinationAccountName, DestinationBSB, DestinationAccountNumber }) =>
    [DestinationAccountName, DestinationBSB ?? '', DestinationAccountNumber].some((text) => isFound(text, typed)),
  );
}

/** The first letters of a name, or the first character where it has no words. */
export function initialsOf(name: string): string {
  const words = name.split(/\s+/).filter(Boolean);
  const letters = words.length > 1 ? [words[0], words.at(-1)] : [words[0]];
  return letters
    .map((word) => [...(word ?? '')][0] ?? '')
    .join('')
    .toUpperCase();
}
