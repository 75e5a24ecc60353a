/** The one query of all screens for the list, so that they share its answer. */
export const CARDS_INPUT = { query: { includeImages: 'true' } } as const;
