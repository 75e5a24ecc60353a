import { digitsText } from '@wattle/contract/rules/typed-text.ts';

/** Numbers are printed and copied in groups, and typed in full width on a Chinese keyboard. */
export function plainNumber(typed: string): string {
  return digitsText(typed);
}
