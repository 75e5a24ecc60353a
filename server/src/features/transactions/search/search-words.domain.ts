import { plainText } from '@wattle/contract/rules/typed-text.ts';
import type { SpendingCategory, TransactionKind } from '@wattle/contract/transactions/transaction.ts';

/** A range of words of the index: `low` included, `high` excluded. */
export type WordRange = { readonly low: string; readonly high: string };

/** A part of a query. A row matches it if it has a word in one of the ranges. */
export type Term = readonly WordRange[];

/** Fields of a posted row that are indexed. */
export type IndexedRow = {
  readonly description: string | null;
  readonly counterparty: string | null;
  readonly rawDescription: string | null;
  readonly reference: string | null;
  readonly category: SpendingCategory | null;
  readonly kind: TransactionKind;
  /** The description in every language, if the programme wrote it. */
  readonly wordings: readonly string[];
  /** Signed cents. */
  readonly amount: bigint;
};

const WORD_MAX = 40;
const TERMS_MAX = 8;
/** Sorts behind every character that a word can have. */
const LAST = '\u{10ffff}';

const HAN = /\p{Script=Han}/u;
/** A percent sign is a separate word: `50% Off`. */
const RUNS = /\p{Script=Han}+|[\p{L}\p{N}]+|%/gu;

/** Folds width, case and accents, so that texts that read alike are equal. */
function folded(text: string): string {
  return text.normalize('NFKD').replaceAll(/\p{M}/gu, '').normalize('NFKC').toLowerCase();
}

/** Runs of letters and digits. Chinese characters form separate runs. */
function runsOf(text: string): string[] {
  return [...folded(text).matchAll(RUNS)].flatMap(([run]) => splitScripts(run));
}

/** `星巴克coffee` is two runs. */
function splitScripts(run: string): string[] {
  return run.match(/\p{Script=Han}+|\P{Script=Han}+/gu) ?? [];
}

function bigrams(run: string): string[] {
  const characters = [...run];
  if (characters.length === 1) return characters;
  return characters.slice(1).map((character, index) => `${characters[index] ?? ''}${character}`);
}

export function categoryWord(category: SpendingCategory): string {
  return `#${category}`;
}

export function kindWord(kind: TransactionKind): string {
  return `@${kind}`;
}

function amountWord(cents: bigint): string {
  const positive = cents < 0n ? -cents : cents;
  return `$${positive / 100n}.${String(positive % 100n).padStart(2, '0')}`;
}

/**
 * The distinct words by which a row is found: words of its names and reference, every Chinese character and pair of
 * neighbouring characters, its amount, its category and its kind.
 */
export function wordsOf(row: IndexedRow): string[] {
  const words = new Set<string>([amountWord(row.amount), kindWord(row.kind)]);
  if (row.category !== null) words.add(categoryWord(row.category));
  for (const text of [row.description, ...row.wordings, row.counterparty, row.rawDescription, row.reference])
    addWords(words, text ?? '');
  return [...words].filter((word) => word.length <= WORD_MAX);
}

function addWords(words: Set<string>, text: string): void {
  for (const run of runsOf(text)) {
    if (HAN.test(run)) for (const word of [...bigrams(run), ...run]) words.add(word);
    else words.add(run.slice(0, WORD_MAX));
  }
}

/** Whether a text, such as a person's note on a row, has a word of a term. */
export function matchesTerm(text: string, term: Term): boolean {
  const words = new Set<string>();
  addWords(words, text);
  return [...words].some((word) => term.some(({ low, high }) => word >= low && word < high));
}

function exactly(word: string): WordRange {
  return { low: word, high: `${word}\u0001` };
}

function beginningWith(word: string): WordRange {
  return { low: word, high: `${word}${LAST}` };
}

/** Names, in every language, of categories and kinds, by their word of the index. */
export type NamedWords = ReadonlyMap<string, readonly string[]>;

/** Categories and kinds with a name that has this word, or a word that begins with it. */
function namedBy(word: string, names: NamedWords): WordRange[] {
  const isIn = (name: string) =>
    runsOf(name).some((run) => (HAN.test(run) ? run.includes(word) : run.startsWith(word)));
  return [...names].flatMap(([indexed, named]) => (named.some(isIn) ? [exactly(indexed)] : []));
}

/** `12`, `$12.34`, `-12.34` and `1,250` are amounts as well as text. */
function amountOf(text: string): string | undefined {
  const digits = text.replaceAll(/[\s$,+−-]/g, '');
  return /^\d{1,10}(\.\d{0,2})?$/.test(digits) ? digits : undefined;
}

/**
 * Splits typed text into terms, all of which a row has to match. Words match from their beginning, Chinese characters
 * at any position, amounts from their first digit. Answers no terms for text without a letter, digit or percent sign.
 */
export function termsOf(text: string, names: NamedWords): Term[] {
  const amount = amountOf(plainText(text));
  if (amount !== undefined) {
    return [[beginningWith(`$${amount}`), ...(amount.includes('.') ? [] : [beginningWith(amount)])]];
  }
  const terms = runsOf(text).flatMap((run): Term[] =>
    HAN.test(run)
      ? bigrams(run).map((pair) => [exactly(pair), ...namedBy(pair, names)])
      : [[beginningWith(run.slice(0, WORD_MAX)), ...namedBy(run, names)]],
  );
  return terms.slice(0, TERMS_MAX);
}

/** The terms that every row of a merchant matches: all words of its name, whole. */
export function merchantTerms(name: string): Term[] {
  const words = new Set<string>();
  addWords(words, name);
  return [...words].slice(0, TERMS_MAX).map((word) => [exactly(word)]);
}

/** The term that a chosen category stands for. */
export function categoryTerm(category: SpendingCategory): Term {
  return [exactly(categoryWord(category))];
}

/** Most rows that one search adds to the index. */
export const INDEX_AT_ONCE = 20_000;

/** Rows with after < Sequence <= upTo. */
export type SequenceRange = { readonly after: bigint; readonly upTo: bigint };
export type IndexMark = { readonly low: bigint; readonly high: bigint };

/**
 * Range to index next, the newest first, and the index mark afterwards. New rows come first, then older ones, at most
 * INDEX_AT_ONCE in all. Where there are more new rows than that, the index restarts at the newest, so that the indexed
 * range has no gap.
 */
export function planIndexing(
  mark: IndexMark | undefined,
  newest: bigint,
  most = BigInt(INDEX_AT_ONCE),
): { readonly ranges: readonly SequenceRange[]; readonly mark: IndexMark } {
  const floor = newest > most ? newest - most : 0n;
  if (!mark || newest - mark.high > most) {
    return { ranges: newest > floor ? [{ after: floor, upTo: newest }] : [], mark: { low: floor, high: newest } };
  }
  const ranges: SequenceRange[] = [];
  if (newest > mark.high) ranges.push({ after: mark.high, upTo: newest });
  const left = most - (newest - mark.high);
  const low = mark.low > left ? mark.low - left : 0n;
  if (low < mark.low) ranges.push({ after: low, upTo: mark.low });
  return { ranges, mark: { low, high: newest > mark.high ? newest : mark.high } };
}
