import type { Queue } from '../../platform/due-work/queue.ts';

/** Payments whose outcome is not known, by their ids. */
export const WATCH: Queue<{ readonly id: string }> = { name: 'gateway.watch', clock: 'security' };
