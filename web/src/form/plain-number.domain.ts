import { compact } from '@wattle/contract/wire.ts';

/** Numbers are printed and copied in groups, and typed in full width on a Chinese keyboard. */
export function plainNumber(typed: string): string {
  return compact(typed.normalize('NFKC'));
}
