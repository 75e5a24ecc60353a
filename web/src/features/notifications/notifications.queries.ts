import { countNotifications } from '@wattle/contract/notifications/count-notifications.ts';
import {
  getNotifications,
  type NotificationItem,
  type NotificationTopic,
} from '@wattle/contract/notifications/notifications.ts';
import type { ResponseOf } from '@wattle/contract/operation.ts';
import type { Language } from '@wattle/contract/rules/languages.ts';
import { useInfiniteQuery } from '@tanstack/react-query';
import type { Aged } from '../../layout/as-of.tsx';
import { call } from '../../api/call.ts';

/** Answers that a change of a notification makes out of date: the count, and the lists, whose keys begin with it. */
export const OF_NOTIFICATIONS = [countNotifications] as const;

type Page = ResponseOf<typeof getNotifications>;

export type NotificationPages = {
  readonly rows: readonly NotificationItem[];
  readonly state: 'pending' | 'failed' | 'ready';
  readonly hasMore: boolean;
  readonly isLoadingMore: boolean;
  readonly moreFailed: boolean;
  /** The answer that the list consists of. */
  readonly answer: Aged;
  readonly loadMore: () => void;
  readonly refetch: () => void;
};

/** Notifications page by page, each asked for by the last one before it. */
export function useNotifications(topic: NotificationTopic | null, language: Language): NotificationPages {
  const query = useInfiniteQuery({
    queryKey: [countNotifications.name, 'list', { topic, language }],
    queryFn: async ({ pageParam, signal }): Promise<Page> => {
      const input = { language, ...(topic && { topic }), ...(pageParam !== null && { beforeId: pageParam }) };
      const answer = await call(getNotifications, { query: input, signal });
      if (!answer.ok) throw new Error(answer.code);
      return answer.value;
    },
    initialPageParam: null as string | null,
    getNextPageParam: (last) => (last.HasMore ? (last.Notifications.at(-1)?.Id ?? null) : null),
  });
  const pages = query.data?.pages;
  return {
    rows: (pages ?? []).flatMap((page) => page.Notifications),
    state: pages ? 'ready' : query.isPending ? 'pending' : 'failed',
    hasMore: pages?.at(-1)?.HasMore ?? false,
    isLoadingMore: query.isFetchingNextPage,
    moreFailed: query.isFetchNextPageError,
    answer: {
      data: pages,
      isOutdated: query.isRefetchError,
      isFetching: query.isRefetching,
      atMs: query.dataUpdatedAt,
    },
    loadMore: () => void query.fetchNextPage(),
    refetch: () => void query.refetch(),
  };
}
