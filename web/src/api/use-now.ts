import { getServerTime } from '@wattle/contract/brands/config.ts';
import { useState } from 'react';
import { useOperation } from './use-operation.ts';

/**
 * Business time, for words such as "today": the server's clock, which can be moved in the sandbox.
 * Until it has answered, and where it cannot be asked, the browser's own.
 */
export function useNow(): string {
  const [browserNow] = useState(() => new Date().toISOString());
  const time = useOperation(getServerTime, {});
  return time.data?.ServerTime ?? browserNow;
}
