/** A text in pieces, and which of them were searched for. */
export type Piece = { readonly text: string; readonly isMarked: boolean };

const wordsIn = (words: string) => words.toLowerCase().split(/\s+/).filter(Boolean);

/** Whether each word begins a word of the text. */
export function hasAllWords(text: string, words: string): boolean {
  const own = text.toLowerCase().split(/[^\p{L}\p{N}$.]+/u);
  return wordsIn(words).every((word) => own.some((one) => one.startsWith(word)));
}

/** A searched word as it may be written: digits with spaces between them, any other character as it is. */
function patternOf(word: string): string {
  const sign = (character: string) => character.replaceAll(/[$()*+.?[\\\]^{|}]/g, String.raw`\$&`);
  const isNumber = /^\d+$/.test(word);
  return [...word].map(sign).join(isNumber ? String.raw`\s?` : '');
}

/** The pieces of a text, with the searched words marked. Digits match whatever spaces are between them. */
export function markedPieces(text: string, words: string): readonly Piece[] {
  const digits = words.replaceAll(/\s/g, '');
  const sought = /^\d+$/.test(digits) ? [digits] : wordsIn(words);
  if (sought.length === 0 || text === '') return [{ text, isMarked: false }];
  const pattern = new RegExp(`(${sought.map(patternOf).join('|')})`, 'giu');
  return text
    .split(pattern)
    .map((piece, at) => ({ text: piece, isMarked: at % 2 === 1 }))
    .filter((piece) => piece.text !== '');
}
