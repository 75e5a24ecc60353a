import { useEffect } from 'react';
import { createTopic } from '../store.ts';
import type { CallFailure } from './send.ts';

/** Published when the server failed (500) at what a page is about. */
const faults = createTopic();

export const onServerFault = faults.subscribe;

/**
 * Leads to the error page once the server has failed at a call without whose answer the page has nothing to show: the
 * cards of the home, or the record that the page is about. The failure of any other call is told by its part.
 */
export function usePageFault(failure: CallFailure | null): void {
  const isFault = failure?.status === 500;
  useEffect(() => {
    if (isFault) faults.publish();
  }, [isFault]);
}
