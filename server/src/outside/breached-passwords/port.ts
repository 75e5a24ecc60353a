import type { OutsideOutcome } from '../outcome.ts';

/** Look-up of passwords that are known from breaches. Does not throw for faults of the other system. */
export type BreachedPasswords = {
  /** Whether the password was seen in a breach. Neither the password nor its full hash leaves this server. */
  isKnown(password: string): Promise<OutsideOutcome<boolean>>;
};
