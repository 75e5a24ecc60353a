import { describe, expect, it } from 'vitest';
import { hasAllWords, markedPieces } from './marked-words.ts';

const marked = (text: string, words: string) =>
  markedPieces(text, words)
    .map(({ text: piece, isMarked }) => (isMarked ? `[${piece}]` : piece))
    .join('');

describe('marked words of a search', () => {
  it.each([
    ['Card ending 0231', '0231', 'Card ending [0231]'],
    ['Account 200 100 231', '0231', 'Account 200 10[0 231]'],
    ['Receipt 263300002313', '26330 000231 3', 'Receipt [263300002313]'],
    ['Report a card lost or stolen', 'lost CARD', 'Report a [card] [lost] or stolen'],
    ['Priya Nair', 'pri', '[Pri]ya Nair'],
    ['100% (a.b)', '% a.b (', '100[%] [(][a.b])'],
    ['王小明', '王', '[王]小明'],
    ['Amelia', '', 'Amelia'],
    ['', 'a', ''],
  ])('%s for %s', (text, words, shown) => {
    expect(marked(text, words)).toBe(shown);
  });

  it('marks hostile words as words', () => {
    for (const words of ['.*', '(?:', '[', '\\', '$', '^', '{1,9}', '|']) {
      expect(markedPieces('Amelia Chen', words)).toEqual([{ text: 'Amelia Chen', isMarked: false }]);
    }
  });

  it.each([
    ['Report a card lost or stolen', 'lost ca', true],
    ['Report a card lost or stolen', 'ost', false],
    ['Load $500.00', '$500', true],
    ['Load', '', true],
  ])('%s has all words of %s: %s', (text, words, has) => {
    expect(hasAllWords(text, words)).toBe(has);
  });
});
