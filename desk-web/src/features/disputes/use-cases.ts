import type { RowOf } from '../../calls/commands.ts';
import { useCommand } from '../../calls/use-command.ts';
import type { PlaceCount } from '../../desk-page.ts';
import type { TagTone } from '../../ui/tag.tsx';

export type Case = RowOf<'cases'>;

export const EVERY_MS = 30_000;
const SOON_DAYS = 3;

/** Number of open cases on the first page of the queue; due and overdue ones make it hot. */
export function useOpenCaseCount(): PlaceCount | null {
  const { rows, hasMore } = useCommand('cases', {}, { everyMs: 2 * EVERY_MS });
  return rows ? { count: rows.length, isMore: hasMore, isHot: rows.some(({ daysLeft }) => daysLeft < 0) } : null;
}

export const toneOfDays = (daysLeft: number): TagTone =>
  daysLeft < 0 ? 'bad' : daysLeft <= SOON_DAYS ? 'warn' : 'plain';

/** The page of a case, or of the person whom it is about. */
export const wayOfCase = ({ kind, case: reference }: Pick<Case, 'kind' | 'case'>) =>
  kind === 'unreached' ? `/people/${reference.replace('holder:', '')}` : `/disputes/${kind}/${reference}`;
