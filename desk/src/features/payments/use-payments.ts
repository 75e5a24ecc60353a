import type { RowOf } from '../../calls/commands.ts';
import { useCommand } from '../../calls/use-command.ts';
import type { PlaceCount } from '../../desk-page.ts';
import type { TagTone } from '../../parts/tag.tsx';

export type Payment = RowOf<'payments'>;

/** Files change at the bank by themselves. */
export const EVERY_MS = 30_000;

/** Payments that nobody knows the end of wait for somebody to look. */
export function useDoubtCount(): PlaceCount | null {
  const { rows } = useCommand('payments', { state: 'inDoubt' }, { everyMs: 2 * EVERY_MS });
  return rows ? { count: rows.length } : null;
}

export const TONES: Readonly<Record<string, TagTone>> = {
  Made: 'plain',
  Sent: 'info',
  Settled: 'ok',
  Returned: 'bad',
  InDoubt: 'warn',
};
