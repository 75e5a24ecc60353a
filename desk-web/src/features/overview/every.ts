/** How often the overview refreshes while it is visible. */
export const EVERY_MS = 15_000;
