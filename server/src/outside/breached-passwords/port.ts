import type { OutsideOutcome } from '../outcome.ts';

/** Lookup of passwords from known breaches. Does not throw for faults of the other system. */
export type BreachedPasswords = {
  /** Whether the password is in a known breach. Neither the password nor its full hash leaves this server. */
  isKnown(password: string): Promise<OutsideOutcome<boolean>>;
};
