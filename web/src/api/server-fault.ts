import { useEffect } from 'react';
import { createTopic } from '../observable.ts';
import type { CallFailure } from './send.ts';

/** Published when the server failed (500) in a call that a page depends on. */
const faults = createTopic();

export const onServerFault = faults.subscribe;

/**
 * Redirects to the error page when the server fails in a call that the page cannot do without: the cards of the home,
 * or the record shown on the page. Other parts show the failure of their calls themselves.
 */
export function usePageFault(failure: CallFailure | null): void {
  const isFault = failure?.status === 500;
  useEffect(() => {
    if (isFault) faults.publish();
  }, [isFault]);
}
