import { deadLetters } from './dead-letters.desk.ts';
import { retry } from './retry.desk.ts';

/** Commands of the desk about work that was given up. */
export const givenUpCommands = [deadLetters, retry] as const;
