import { useCommand } from '../../calls/use-command.ts';
import type { PlaceCount } from '../../desk-page.ts';

const EVERY_MS = 60_000;

/** Events of card processors that need someone. */
export function useTroubleCount(): PlaceCount | null {
  const { rows, hasMore } = useCommand('processor-trouble', {}, { everyMs: EVERY_MS });
  return rows ? { count: rows.length, isMore: hasMore } : null;
}
