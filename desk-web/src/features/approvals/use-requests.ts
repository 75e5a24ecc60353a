import type { PlaceCount } from '../../desk-page.ts';
import type { RowOf } from '../../calls/commands.ts';
import { type Looked, useCommand } from '../../calls/use-command.ts';

export type Request = RowOf<'requests'>;
export type SubjectRow = RowOf<'subjects'>;

/** Another member may decide about a request at any moment. */
export const EVERY_MS = 5_000;

/** The requests that wait, the latest first. */
export const useOpenRequests = (page = 1): Looked<Request> =>
  useCommand('requests', page > 1 ? { page: String(page) } : {}, { everyMs: EVERY_MS });

/** Outcomes and parts by which ended requests are picked out. */
export const ENDINGS = ['Done', 'Refused', 'Failed', 'Expired'] as const;
export const MINE = ['asked', 'decided'] as const;
export type Picked = {
  readonly state?: (typeof ENDINGS)[number] | undefined;
  readonly mine?: (typeof MINE)[number] | undefined;
};

/** Requests that ended today, the latest end first; or all that there were, or some of them, a page. */
export const useEndedRequests = (isAll: boolean, page: number, picked: Picked): Looked<Request> =>
  useCommand('requests', isAll ? { all: true, ...picked, ...(page > 1 && { page: String(page) }) } : { today: true }, {
    everyMs: EVERY_MS,
  });

/** How many requests wait for someone else than their asker: shown next to the place. */
export function useWaitingCount(): PlaceCount | null {
  const { rows } = useOpenRequests();
  return rows ? { count: rows.filter(isForOthers).length, isHot: true } : null;
}

export const isForOthers = ({ isOwn, state }: Request): boolean => !isOwn && state === 'Requested';

/** It can no longer be decided. */
export const hasEnded = ({ state }: Request): boolean => state !== 'Requested' && state !== 'Approved';

/** People of the requests, by the object that each of them names. */
export function useSubjects(requests: readonly Request[] | undefined): ReadonlyMap<string, SubjectRow> {
  const objects = [...new Set((requests ?? []).map(({ object }) => object))]
    .filter((object) => object !== '')
    .toSorted();
  const { rows = [] } = useCommand(
    'subjects',
    { objects: objects.slice(0, 50).join(',') },
    { isOff: objects.length === 0 },
  );
  return new Map(rows.map((row) => [row.object, row]));
}
