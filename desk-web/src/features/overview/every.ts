/** How often the overview looks again while it is seen. */
export const EVERY_MS = 15_000;
