/**
 * Letters that do not come apart into a plain letter and a mark, with what stands for each in ASCII: those of the
 * Latin-ASCII transform of CLDR that occur in names.
 */
const PLAIN: Readonly<Record<string, string>> = {
  Æ: 'AE',
  æ: 'ae',
  Œ: 'OE',
  œ: 'oe',
  ẞ: 'SS',
  ß: 'ss',
  Þ: 'TH',
  þ: 'th',
  Ð: 'D',
  ð: 'd',
  Đ: 'D',
  đ: 'd',
  Ø: 'O',
  ø: 'o',
  Ł: 'L',
  ł: 'l',
  Ħ: 'H',
  ħ: 'h',
  ı: 'i',
  ȷ: 'j',
  ĸ: 'q',
  Ŋ: 'N',
  ŋ: 'n',
  Ŧ: 'T',
  ŧ: 't',
  Ə: 'E',
  ə: 'e',
  Ɛ: 'E',
  ɛ: 'e',
  Ɔ: 'O',
  ɔ: 'o',
  Ɓ: 'B',
  ɓ: 'b',
  Ɗ: 'D',
  ɗ: 'd',
  Ɖ: 'D',
  ɖ: 'd',
  Ƒ: 'F',
  ƒ: 'f',
  Ɠ: 'G',
  ɠ: 'g',
  Ɨ: 'I',
  ɨ: 'i',
  Ƙ: 'K',
  ƙ: 'k',
  Ɲ: 'N',
  ɲ: 'n',
  Ʋ: 'V',
  ʋ: 'v',
  Ƴ: 'Y',
  ƴ: 'y',
};

/** Signs that people, phones and word processors write for one of ASCII. */
const SIGNS: readonly (readonly [RegExp, string])[] = [
  // Quotes of every script, primes, the okina and modifier apostrophes. Acute and grave stand alone here.
  [/["`´‘’‚‛“”„‟‹›«»′″‵ʹʺʻʼʽˈ＂＇｀]/g, "'"],
  [/[\p{Pd}−]/gu, '-'],
  [/[·•‧・∙]/g, '.'],
  [/[⁄∕]/g, '/'],
  [/×/g, 'x'],
];

/**
 * A text with its Latin letters and signs in ASCII: accents go, `ß` becomes `ss`, curly quotes `'`, dashes `-`, every
 * space a blank. Control and invisible characters go. What has no such form stays as it is.
 */
export function inPlainLatin(text: string): string {
  const typed = inPlainSigns(text.replace(/\s/gu, ' ').replace(/[\p{Cc}\p{Cf}]/gu, ''));
  // Fractions and full-width signs come apart into signs of their own.
  const parts = inPlainSigns(typed.normalize('NFKD'));
  const letters = parts.replace(/[^ -~]/gu, (letter) => PLAIN[letter] ?? letter);
  return letters.replace(/(?<=[ -~]\p{M}*)\p{M}/gu, '').normalize('NFC');
}

function inPlainSigns(text: string): string {
  return SIGNS.reduce((left, [sign, plain]) => left.replace(sign, plain), text);
}
