import { getServerTime } from '@wattle/contract/brands/config.ts';
import { useState } from 'react';
import { useOperation } from './use-operation.ts';

/** The server writes its time into the page, so that a new page does not request it. */
function timeOfPage() {
  const { now: ServerTime, today: ServerDate } = document.documentElement.dataset;
  return ServerTime && ServerDate ? { value: { ServerTime, ServerDate }, atMs: Date.now() } : undefined;
}

const initial = timeOfPage();

/**
 * Business time, for words such as "today": the server's clock, which can be moved in the sandbox. The browser's clock
 * is used until the server has answered and if it cannot be reached.
 */
export function useNow(): string {
  const [browserNow] = useState(() => new Date().toISOString());
  const time = useOperation(getServerTime, {}, { initial });
  return time.data?.ServerTime ?? browserNow;
}
