import { getInbox, type InboxMessage } from '@wattle/contract/sandbox/inbox.ts';
import { useCallback, useEffect, useState } from 'react';
import { useNavigate } from '../../router/public.ts';
import { call } from '../../api/call.ts';
import { useBrand } from '../../brand/brand.ts';
import { paths } from '../../paths.ts';

export type Inbox = {
  /** Undefined before the first response; kept while a newer one is in flight. */
  readonly messages: readonly InboxMessage[] | undefined;
  readonly isLoading: boolean;
  readonly hasFailed: boolean;
  readonly refresh: () => void;
};

/** Messages of this brand, refetched whenever the page becomes visible. */
export function useInbox(): Inbox {
  const { BrandIdentifier: brand } = useBrand();
  const navigate = useNavigate();
  const [messages, setMessages] = useState<readonly InboxMessage[]>();
  const [isLoading, setIsLoading] = useState(true);
  const [hasFailed, setHasFailed] = useState(false);

  const load = useCallback(
    async (signal?: AbortSignal) => {
      const answer = await call(getInbox, { query: { brand }, ...(signal ? { signal } : {}) });
      if (signal?.aborted) return;
      // In production there is no such call, so there is no such page either.
      if (!answer.ok && answer.status === 404) return navigate(paths.error(), { replace: true });
      if (answer.ok) setMessages(answer.value.Messages);
      setHasFailed(!answer.ok);
      setIsLoading(false);
    },
    [brand, navigate],
  );

  const refresh = useCallback(() => {
    setIsLoading(true);
    void load();
  }, [load]);

  useEffect(() => {
    const leaving = new AbortController();
    void load(leaving.signal);
    window.addEventListener('focus', refresh);
    return () => {
      leaving.abort();
      window.removeEventListener('focus', refresh);
    };
  }, [load, refresh]);

  return { messages, isLoading, hasFailed, refresh };
}
