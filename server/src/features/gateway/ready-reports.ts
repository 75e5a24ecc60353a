import type { Queue } from '../../platform/due-work/queue.ts';

/** Files of gateways that are ready, by their names. Reconciliation fetches them. */
export const READY_REPORTS: Queue<{ readonly name: string }> = {
  name: 'reconciliation.fetch-report',
  clock: 'security',
};
