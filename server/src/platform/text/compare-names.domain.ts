/** Result of comparing a typed name with that of an account. */
export type NameMatch = 'match' | 'close' | 'noMatch';

const TITLES = new Set(['mr', 'mrs', 'ms', 'miss', 'dr', 'prof', 'sir']);
const FORMS = new Set(['pty', 'ltd', 'limited', 'inc', 'incorporated', 'co', 'company']);
/** Words of at least this length may contain one wrong letter. */
const LONG_WORD = 4;

/** Words of a name without case, accents, titles and legal forms. */
function wordsOf(name: string): string[] {
  const plain = name.normalize('NFKD').replaceAll(/\p{M}/gu, '').toLowerCase();
  const words = plain
    .replaceAll(/['’]/g, '')
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word !== '');
  return words.filter((word) => !TITLES.has(word) && !FORMS.has(word));
}

/**
 * Compares a typed name with a known one, or with each holder of a joint account (`A Chen & B Chen`). Order, case and
 * accents are ignored. A close match requires the last name, so that letters cannot be guessed one by one.
 */
export function compareNames(typed: string, known: string): NameMatch {
  const ways = [known, ...known.split(/\s(?:&|and)\s/i)].map((each) => compare(wordsOf(typed), wordsOf(each)));
  return ways.includes('match') ? 'match' : ways.includes('close') ? 'close' : 'noMatch';
}

function compare(typed: readonly string[], known: readonly string[]): NameMatch {
  if (typed.length === 0 || known.length === 0) return 'noMatch';
  if (typed.toSorted().join(' ') === known.toSorted().join(' ')) return 'match';
  if (typed.join('') === known.join('')) return 'match';
  if (typed.length < 2 && known.length > 1) return 'noMatch';
  const [fewer, more] = typed.length <= known.length ? [typed, known] : [known, typed];
  const pairs = fewer.map((word) => more.find((other) => isLike(word, other)));
  if (pairs.includes(undefined)) return 'noMatch';
  // Initials prove little, so at least one complete word must match.
  return fewer.some((word) => word.length > 1 && more.some((other) => isNear(word, other))) ? 'close' : 'noMatch';
}

function isLike(word: string, other: string): boolean {
  if (isNear(word, other)) return true;
  return (word.length === 1 || other.length === 1) && word.charAt(0) === other.charAt(0);
}

/** Equal, or with one letter added, missing or different. */
function isNear(word: string, other: string): boolean {
  if (word === other) return true;
  if (Math.min(word.length, other.length) < LONG_WORD || Math.abs(word.length - other.length) > 1) return false;
  const [short, long] = word.length <= other.length ? [word, other] : [other, word];
  let at = 0;
  while (at < short.length && short.charAt(at) === long.charAt(at)) at += 1;
  return short.slice(at + (short.length === long.length ? 1 : 0)) === long.slice(at + 1);
}
