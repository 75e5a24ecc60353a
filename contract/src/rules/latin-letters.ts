/**
 * Letters that do not come apart into a plain letter and a mark, with what stands for each in ASCII: those of the
 * Latin-ASCII transform of CLDR that occur in names, but `Th` for `Þ`, so that `Þór` is Thor.
 */
const PLAIN: Readonly<Record<string, string>> = {
  Æ: 'AE',
  æ: 'ae',
  Œ: 'OE',
  œ: 'oe',
  ẞ: 'SS',
  ß: 'ss',
  Þ: 'Th',
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

const STROKED = new RegExp(`[${Object.keys(PLAIN).join('')}]`, 'g');

/** Letters with strokes and ligatures as plain ones: `Łukasz` is Lukasz, `Strauß` Strauss. */
export function withoutStrokes(text: string): string {
  return text.replace(STROKED, (letter) => PLAIN[letter] ?? letter);
}
