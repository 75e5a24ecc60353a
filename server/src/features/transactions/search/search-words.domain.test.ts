import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  categoryTerm,
  type IndexedRow,
  type NamedWords,
  planIndexing,
  type Term,
  termsOf,
  wordsOf,
} from './search-words.domain.ts';

const NAMES: NamedWords = new Map([
  ['#groceries', ['Groceries', '食品杂货']],
  ['#eatingOut', ['Eating out', '餐饮']],
  ['@transferIn', ['Received · Transfer', '已收款 · 转账']],
]);

const row = (given: Partial<IndexedRow> = {}): IndexedRow => ({
  description: 'Corner Cafe',
  counterparty: null,
  rawDescription: null,
  reference: '26324000017',
  category: 'other',
  kind: 'purchase',
  wordings: [],
  amount: -1234n,
  ...given,
});

/** Whether a search for the text finds the row, by the order of bytes that the database uses. */
function finds(text: string, indexed: IndexedRow, terms: readonly Term[] = termsOf(text, NAMES)): boolean {
  const bytes = (word: string) => Buffer.from(word);
  const words = wordsOf(indexed).map(bytes);
  return (
    terms.length > 0 &&
    terms.every((term) =>
      term.some(({ low, high }) =>
        words.some((word) => Buffer.compare(word, bytes(low)) >= 0 && Buffer.compare(word, bytes(high)) < 0),
      ),
    )
  );
}

/** Letters of several scripts, with accents, ligatures, full width, one that grows in lower case, and signs. */
const LETTERS = ['a', 'B', 'é', 'ß', 'İ', 'ﬁ', 'Ｃ', 'ā', '7', '超', '市', '𠮷', 'が', ' ', '-', "'", '%', '\u0301'];

describe('a search', () => {
  it.each([
    ['a word', 'cafe', {}],
    ['the beginning of a word', 'cor', {}],
    ['words in another order', 'cafe corner', {}],
    ['another case and accents', 'CAFÉ', { description: 'Café Nero' }],
    ['full-width letters', 'ＣＡＦＥ', {}],
    ['who paid', 'amelia', { counterparty: 'Amelia Chen' }],
    ['a macron', 'maori', { description: 'Māori Arts' }],
    ['the raw text of the merchant', 'surry', { rawDescription: 'NOODLES 0417 SURRY HILLS' }],
    ['a reference', '26324000017', {}],
    ['an amount', '12.34', {}],
    ['an amount with its sign', '-$12.34', {}],
    ['an amount with a separator', '1,250', { amount: 125_000n }],
    ['the first digits of an amount', '12', {}],
    ['a Chinese name', '超市', { description: '家乐福超市' }],
    ['one Chinese character', '市', { description: '家乐福超市' }],
    ['a Chinese name of three characters', '家乐福', { description: '家乐福超市' }],
    ['a name in two scripts', '星巴克 coffee', { description: '星巴克Coffee' }],
    ['the name of a category', 'groceries', { category: 'groceries' }],
    ['the beginning of the name of a category', 'groc', { category: 'groceries' }],
    ['the Chinese name of a category', '食品', { category: 'groceries' }],
    ['a category of two words', 'eating out', { category: 'eatingOut' }],
    ['the name of a kind', 'received', { kind: 'transferIn' }],
    ['the Chinese name of a kind', '转账', { kind: 'transferIn' }],
    ['its text in another language', '补卡费', { wordings: ['Card replacement fee', '补卡费'] }],
  ] as const)('finds a row by %s', (_, text, given) => {
    expect(finds(text, row(given))).toBe(true);
  });

  it.each([
    ['a word that stands in the middle of another', 'afe', {}],
    ['one word that fits beside one that does not', 'cafe nowhere', {}],
    ['an amount that another begins with', '12.34', { amount: -2_312_34n, reference: null }],
    ['Chinese characters that are not neighbours', '家市', { description: '家乐福超市' }],
    ['a category that the row has not', 'groceries', { category: 'fuel' }],
    ['a kind that the row has not', '转账', {}],
  ] as const)('does not find a row by %s', (_, text, given) => {
    expect(finds(text, row(given))).toBe(false);
  });

  it('has no term for punctuation only', () => {
    expect(termsOf('  –… &_ ', NAMES)).toEqual([]);
  });

  it('finds each row by each of its words', () => {
    fc.assert(
      fc.property(fc.array(fc.constantFrom(...LETTERS), { maxLength: 30 }), (letters) => {
        const description = letters.join('');
        const indexed = row({ description });
        for (const word of description.split(/[^\p{L}\p{N}\p{M}]+/u)) {
          const terms = termsOf(word, new Map());
          if (terms.length > 0 && word.length < 8) expect(finds(word, indexed, terms)).toBe(true);
        }
      }),
    );
  });

  it('matches a chosen category exactly', () => {
    expect(finds('', row({ category: 'fuel' }), [categoryTerm('fuel')])).toBe(true);
    expect(finds('', row({ category: 'other' }), [categoryTerm('fuel')])).toBe(false);
  });
});

describe('the plan of the index', () => {
  it('starts with the newest rows and goes further back with each search', () => {
    const first = planIndexing(undefined, 250n, 100n);
    expect(first).toEqual({ ranges: [{ after: 150n, upTo: 250n }], mark: { low: 150n, high: 250n } });
    const second = planIndexing(first.mark, 260n, 100n);
    expect(second).toEqual({
      ranges: [
        { after: 250n, upTo: 260n },
        { after: 60n, upTo: 150n },
      ],
      mark: { low: 60n, high: 260n },
    });
    const third = planIndexing(second.mark, 260n, 100n);
    expect(third).toEqual({ ranges: [{ after: 0n, upTo: 60n }], mark: { low: 0n, high: 260n } });
    expect(planIndexing(third.mark, 260n, 100n)).toEqual({ ranges: [], mark: { low: 0n, high: 260n } });
  });

  it('restarts where there are more new rows than one search indexes', () => {
    expect(planIndexing({ low: 0n, high: 10n }, 500n, 100n)).toEqual({
      ranges: [{ after: 400n, upTo: 500n }],
      mark: { low: 400n, high: 500n },
    });
  });

  it('is empty for an empty account', () => {
    expect(planIndexing(undefined, 0n)).toEqual({ ranges: [], mark: { low: 0n, high: 0n } });
  });
});
