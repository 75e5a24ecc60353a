import type { RowOf } from '../../calls/commands.ts';
import { useCommand } from '../../calls/use-command.ts';
import type { PlaceCount } from '../../desk-page.ts';
import type { TagTone } from '../../ui/tag.tsx';

export type Payment = RowOf<'payments'>;

/** Files change at the bank without an action here. */
export const EVERY_MS = 30_000;

/** Payments that have stopped. */
export function useCheckCount(): PlaceCount | null {
  const { rows, hasMore } = useCommand('payments-to-check', {}, { everyMs: 2 * EVERY_MS });
  return rows ? { count: rows.length, isMore: hasMore } : null;
}

export const TONES: Readonly<Record<string, TagTone>> = {
  Made: 'plain',
  Sent: 'info',
  Settled: 'ok',
  Returned: 'bad',
  InDoubt: 'warn',
};
