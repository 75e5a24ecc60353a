import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { askedSinceMs, dropEarly } from '../early-calls/early-calls.ts';
import { followCards } from './follow-cards.ts';
import { startLiveUpdates } from './live-updates.ts';
import { refetchChanging, refetchNotifications } from './refetch-changing.ts';

/** Refetches what the screens show when the server reports a change. */
export function LiveRefetch() {
  const client = useQueryClient();
  useEffect(() => followCards(client), [client]);
  useEffect(
    () =>
      startLiveUpdates(
        () => {
          dropEarly();
          void refetchChanging(client);
        },
        askedSinceMs(),
        () => void refetchNotifications(client),
      ),
    [client],
  );
  return null;
}
