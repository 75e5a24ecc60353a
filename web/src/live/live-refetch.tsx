import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { askedSinceMs, dropEarly } from '../early/early-calls.ts';
import { followCards } from './follow-cards.ts';
import { startLiveUpdates } from './live-updates.ts';
import { refetchChanging } from './refetch-changing.ts';

/** Brings what the screens show up to date whenever the server says that it has changed. */
export function LiveRefetch() {
  const client = useQueryClient();
  useEffect(() => followCards(client), [client]);
  useEffect(
    () =>
      startLiveUpdates(() => {
        dropEarly();
        void refetchChanging(client);
      }, askedSinceMs()),
    [client],
  );
  return null;
}
