import * as z from 'zod/mini';
import { isoDate } from '../wire.ts';

/** A statement of account that was issued. */
export const statement = z.object({
  StatementId: z.string(),
  /** The day after the period. */
  IssueDateString: isoDate,
  /** First and last day of the period. */
  PeriodStart: isoDate,
  PeriodEnd: isoDate,
  /** Whether somebody has opened it. */
  IsOpened: z.boolean(),
});
export type Statement = z.output<typeof statement>;
