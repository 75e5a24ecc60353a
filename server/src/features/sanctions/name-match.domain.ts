/** A word of a name in Latin letters. `isWithoutVowels`: it was written in a script that leaves short vowels out. */
export type NameWord = { readonly text: string; readonly isWithoutVowels: boolean };

type HeardWord = NameWord & { readonly sound: string };

/** A name in the ways in which its words can be read, with the years of birth that are known. */
export type ComparedName = {
  readonly readings: readonly (readonly HeardWord[])[];
  readonly birthYears: readonly number[];
};

/** Family names of one Chinese sign, as other dialects and romanisations write them. */
const ROMANISED: Readonly<Record<string, string>> = {
  wong: 'wang',
  ong: 'wang',
  chan: 'chen',
  tan: 'chen',
  lee: 'li',
  lei: 'li',
  cheung: 'zhang',
  chang: 'zhang',
  teo: 'zhang',
  lau: 'liu',
  low: 'liu',
  yeung: 'yang',
  yeo: 'yang',
  chow: 'zhou',
  chou: 'zhou',
  ng: 'wu',
  goh: 'wu',
  lam: 'lin',
  lim: 'lin',
  kwok: 'guo',
  kuo: 'guo',
  tsai: 'cai',
  choi: 'cai',
  chua: 'cai',
  hsu: 'xu',
  tsui: 'xu',
  koh: 'xu',
  ho: 'he',
  leung: 'liang',
  neo: 'liang',
  tse: 'xie',
  cheng: 'zheng',
  tay: 'zheng',
  tang: 'deng',
  yip: 'ye',
  yap: 'ye',
  fung: 'feng',
  szeto: 'situ',
  chu: 'zhu',
  tsao: 'cao',
  cho: 'cao',
  hui: 'xu',
  kong: 'jiang',
  chiang: 'jiang',
  mak: 'mai',
  poon: 'pan',
  siu: 'xiao',
  hsiao: 'xiao',
  so: 'su',
  wai: 'wei',
};

/** One way of writing for the ways in which a sound of other scripts is written in Latin letters. */
const SOUNDS: readonly (readonly [RegExp, string])[] = [
  [/kh|gh|q|ck|g|j|ch/g, 'k'],
  [/ph|v/g, 'f'],
  [/sh|z|ts|th(?=.)|x/g, 's'],
  [/dh|th/g, 'd'],
  [/c/g, 'k'],
];

/** The consonants of a word as they sound: `mhmd` of Mohammed, Muhammad and محمد. */
export function soundOf(word: string): string {
  const heard = SOUNDS.reduce((text, [from, to]) => text.replaceAll(from, to), word);
  const first = heard.charAt(0);
  const rest = heard.slice(1).replaceAll(/[aeiouyw]/g, '');
  const begun = /[aeiou]/.test(first) ? '' : first === 'w' || first === 'y' ? 'y' : first;
  return (begun + rest).replaceAll(/(.)\1+/g, '$1').replace(/(?<=..)h$/, '');
}

function hear({ text: written, isWithoutVowels }: NameWord): HeardWord {
  const text = ROMANISED[written] ?? written;
  return { text, isWithoutVowels, sound: soundOf(text) };
}

/** Likeness of two texts between 0 and 1, after Jaro and Winkler. */
export function likenessOf(one: string, other: string): number {
  if (one === other) return 1;
  const reach = Math.max(0, Math.floor(Math.max(one.length, other.length) / 2) - 1);
  const taken = new Set<number>();
  const matched: string[] = [];
  for (let at = 0; at < one.length; at += 1) {
    for (let to = Math.max(0, at - reach); to <= Math.min(other.length - 1, at + reach); to += 1) {
      if (taken.has(to) || one[at] !== other[to]) continue;
      taken.add(to);
      matched.push(one.charAt(at));
      break;
    }
  }
  const count = matched.length;
  if (count === 0) return 0;
  const inOther = [...taken].toSorted((a, b) => a - b);
  const swapped = matched.filter((letter, index) => letter !== other[inOther[index] ?? -1]).length / 2;
  const jaro = (count / one.length + count / other.length + (count - swapped) / count) / 3;
  let same = 0;
  while (same < 4 && same < one.length && one[same] === other[same]) same += 1;
  return jaro + same * 0.1 * (1 - jaro);
}

/** Shortest sound that proves anything by itself: two consonants are those of too many names. */
const LEAST_SOUND = 3;
/** Least likeness of words that sound alike and are written with vowels. */
const LEAST_LIKE = 0.7;
/** Least likeness of words with a slip. */
const SLIP = 0.9;
/** Letters of a word in which a slip may be. */
const LONG = 5;

function wordLikeness(one: HeardWord, other: HeardWord): number {
  if (one.text === other.text) return 1;
  const isHeard = one.isWithoutVowels || other.isWithoutVowels;
  if (one.sound === other.sound && isHeard) return one.sound.length >= LEAST_SOUND ? 0.95 : 0.9;
  if (one.sound !== other.sound && one.text.charAt(0) !== other.text.charAt(0)) return 0;
  const like = likenessOf(one.text, other.text);
  if (one.sound === other.sound && like >= LEAST_LIKE) return one.sound.length >= LEAST_SOUND ? 0.95 : 0.9;
  return like >= SLIP && Math.min(one.text.length, other.text.length) >= LONG ? like * 0.95 : 0;
}

/** Ways to read a name of several words: as it is, and with two that are next to each other as one. */
function readingsOf(words: readonly NameWord[]): (readonly HeardWord[])[] {
  const joined = words.slice(1).map((word, index) => {
    const text = (words[index]?.text ?? '') + word.text;
    return [...words.slice(0, index), { ...word, text }, ...words.slice(index + 2)];
  });
  return [words, ...joined.filter((reading) => reading.length > 1)].map((reading) => reading.map(hear));
}

/** A name that is ready to be compared with many. */
export function comparedName(readings: readonly (readonly NameWord[])[], birthYears: readonly number[]): ComparedName {
  return { readings: readings.flatMap(readingsOf), birthYears };
}

/** Taken off for each word without a partner: a middle name is often left out. */
const UNPAIRED = 0.06;

function scoreOf(one: readonly HeardWord[], other: readonly HeardWord[]): number {
  const pairs = one.flatMap((a, i) =>
    other.flatMap((b, j) => {
      const like = wordLikeness(a, b);
      return like === 0 ? [] : [{ i, j, like }];
    }),
  );
  const [usedOne, usedOther] = [new Set<number>(), new Set<number>()];
  let sum = 0;
  for (const { i, j, like } of pairs.sort((a, b) => b.like - a.like)) {
    if (usedOne.has(i) || usedOther.has(j)) continue;
    usedOne.add(i);
    usedOther.add(j);
    sum += like;
  }
  const paired = usedOne.size;
  // One word alone is a name only where both have no more.
  if (paired === 0 || (paired === 1 && one.length + other.length > 2)) return 0;
  return sum / paired - (one.length + other.length - 2 * paired) * UNPAIRED;
}

/** Years by which a year of birth on a list is often wrong. */
const ABOUT_YEARS = 2;
/** Taken off where years of birth differ: lists have wrong ones, so an equal name still counts for something. */
const OTHER_YEAR = 0.2;

/** Likeness of two names between 0 and 1, by their words, in any order, and by years of birth where both have one. */
export function nameLikeness(one: ComparedName, other: ComparedName): number {
  const best = Math.max(0, ...one.readings.flatMap((a) => other.readings.map((b) => scoreOf(a, b))));
  if (best === 0 || one.birthYears.length === 0 || other.birthYears.length === 0) return best;
  const isNear = one.birthYears.some((year) => other.birthYears.some((its) => Math.abs(year - its) <= ABOUT_YEARS));
  return Math.max(0, best - (isNear ? 0 : OTHER_YEAR));
}

/** Keys by which names that may be alike find each other: each word, and its sound, in every reading. */
export function keysOf({ readings }: ComparedName): readonly string[] {
  const words = readings.flat();
  const keys = words.flatMap(({ text, sound }) => [`w:${text}`, `s:${sound}`]);
  return [...new Set(keys)].filter((key) => key.length > 3);
}
