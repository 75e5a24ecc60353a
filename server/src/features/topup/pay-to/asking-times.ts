import type { AskingTimes } from '../../../config/outside-settings.ts';

const SECOND_MS = 1_000;
const MINUTE_MS = 60 * SECOND_MS;
const HOUR_MS = 60 * MINUTE_MS;

/** The bank answers within seconds. After 2 hours staff have to find out the outcome. */
export const ASKING: AskingTimes = {
  firstMs: 5 * SECOND_MS,
  secondMs: MINUTE_MS,
  laterMs: [15 * SECOND_MS, MINUTE_MS, 5 * MINUTE_MS, 30 * MINUTE_MS, HOUR_MS, 2 * HOUR_MS],
  thenMs: HOUR_MS,
  giveUpAfterMs: 2 * HOUR_MS,
};
