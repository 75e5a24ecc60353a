import type { Queue } from '../../platform/due-work/queue.ts';

/** Ids of payments with an unknown outcome. */
export const WATCH: Queue<{ readonly id: string }> = { name: 'gateway.watch', clock: 'security' };
