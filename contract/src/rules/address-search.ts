/** Minimum number of characters for a search. */
export const ADDRESS_SEARCH_FROM = 3;
