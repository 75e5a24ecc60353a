/** Longest name of a card. */
export const CARD_NAME_MAXIMUM = 26;

/** Starts with a letter, then letters, digits, space, dot, comma, apostrophe or hyphen. */
export const CARD_NAME = /^\p{L}[\p{L}\p{M}\p{Nd} .,'’-]*$/u;
