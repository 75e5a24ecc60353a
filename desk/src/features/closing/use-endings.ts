import type { RowOf } from '../../calls/commands.ts';

export type Ending = RowOf<'ending-cases'>;

export const EVERY_MS = 30_000;
