import { useCommand } from '../../calls/use-command.ts';
import type { PlaceCount } from '../../desk-page.ts';

export const EVERY_MS = 30_000;

/** Accounts and estates that wait for an end. */
export function useEndingCount(): PlaceCount | null {
  const { rows, hasMore } = useCommand('ending-cases', {}, { everyMs: 2 * EVERY_MS });
  return rows ? { count: rows.length, isMore: hasMore } : null;
}
