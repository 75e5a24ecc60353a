/** State of the page that lists everyone found. The typed words are outside of the address, which names no one. */
export type Searched = { readonly words: string };

/** Text of the search, kept while the search is loaded. */
export type TypedSearch = {
  readonly text: string;
  /** Enter was pressed before there was an answer. */
  readonly isEager: boolean;
};
