import type { RowOf } from '../../calls/commands.ts';
import { useCommand } from '../../calls/use-command.ts';
import type { PlaceCount } from '../../desk-page.ts';
import type { TagTone } from '../../ui/tag.tsx';

export type InSuspense = RowOf<'suspense'>;

export const EVERY_MS = 30_000;

/** Files in trouble, and money that belongs to no account yet. */
export function useBankCount(): PlaceCount | null {
  const trouble = useCommand('bank-trouble', {}, { everyMs: 2 * EVERY_MS });
  const suspense = useCommand('suspense', {}, { everyMs: 2 * EVERY_MS });
  if (!trouble.rows || !suspense.rows) return null;
  return {
    count: trouble.rows.length + suspense.rows.length,
    isMore: trouble.hasMore || suspense.hasMore,
    isHot: trouble.rows.length > 0,
  };
}

export const FILE_TONES: Readonly<Record<string, TagTone>> = {
  Open: 'info',
  Made: 'plain',
  Sent: 'info',
  Accepted: 'ok',
  Rejected: 'bad',
  Unsure: 'warn',
  Withdrawn: 'plain',
};

export const ANSWER_TONES: Readonly<Record<string, TagTone>> = { Taken: 'ok', Waiting: 'warn', Refused: 'bad' };
