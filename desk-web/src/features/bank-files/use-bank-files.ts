import type { RowOf } from '../../calls/commands.ts';
import type { TagTone } from '../../ui/tag.tsx';

export type InSuspense = RowOf<'suspense'>;

export const EVERY_MS = 30_000;

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
