import * as z from 'zod/mini';
import { money } from '../wire.ts';

/** Withholding tax on interest while neither a tax file number nor an exemption is known. */
export const withholding = z.object({
  /** 47 for 47%. */
  Percent: z.number(),
  /** Nothing is withheld of a month's interest below it. */
  FreeBelow: money,
});
export type Withholding = z.output<typeof withholding>;
