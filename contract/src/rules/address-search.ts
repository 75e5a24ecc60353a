/** From so many characters on an address is searched for. */
export const ADDRESS_SEARCH_FROM = 3;
