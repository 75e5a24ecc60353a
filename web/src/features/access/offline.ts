import type { CallFailure } from '../../api/send.ts';

/** Stands for the code of a call that never left this device. */
export const OFFLINE = 'offline';

export function isOffline(failure: Pick<CallFailure, 'status'>): boolean {
  return failure.status === 0 && !navigator.onLine;
}
