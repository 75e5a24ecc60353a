import { useCommand } from '../../calls/use-command.ts';
import type { PlaceCount } from '../../desk-page.ts';

export const EVERY_MS = 30_000;

/** Number of open complaints on the first page of the queue; overdue ones make it hot. */
export function useComplaintCount(): PlaceCount | null {
  const { rows } = useCommand('complaints', {}, { everyMs: 2 * EVERY_MS });
  return rows ? { count: rows.length, isHot: rows.some(({ overdue }) => overdue) } : null;
}
