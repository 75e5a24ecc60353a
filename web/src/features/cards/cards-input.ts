/** The one question that every screen asks for the list, so that they share its answer. */
export const CARDS_INPUT = { query: { includeImages: 'true' } } as const;
