import * as z from 'zod/mini';

/** What opens an account beside its password, and the browsers and devices that are remembered. */
export const WAY_IN_KINDS = ['passkey', 'passcode', 'browser', 'device'] as const;
export const wayInKind = z.enum(WAY_IN_KINDS);
export type WayInKind = z.output<typeof wayInKind>;

/** `payment`: one that is held. `schedule`: of a later day, or regular. `topUp`: automatic. */
export const WAITING_KINDS = ['payment', 'schedule', 'topUp'] as const;
export const waitingKind = z.enum(WAITING_KINDS);
export type WaitingKind = z.output<typeof waitingKind>;

/** Names one that waits. */
export const waiting = z.object({
  Kind: waitingKind,
  Id: z.string('required').check(z.uuid('required'), z.toLowerCase()),
});
