/**
 * Units that stay together on a line: a word; a Chinese character with punctuation that may not start or end a line;
 * the blanks between them.
 */
const UNIT = /\s+|[（《「『【“‘]*\p{Script=Han}[，。、；：！？）》」』】”’]*|[^\s\p{Script=Han}（《「『【]+|./gsu;

/**
 * Breaks a text into lines not wider than `most` by `widthOf`. A word wider than a line is broken between characters. A
 * line that ends between words keeps the blank. A line break in the text is kept.
 */
export function breakLines(text: string, most: number, widthOf: (text: string) => number): string[] {
  return text
    .split('\n')
    .flatMap((paragraph) => (widthOf(paragraph) <= most ? [paragraph] : fill(paragraph, most, widthOf)));
}

function fill(text: string, most: number, widthOf: (text: string) => number): string[] {
  const lines: string[] = [];
  let line = '';
  const put = (piece: string) => {
    if (line !== '' && widthOf(line + piece) > most) {
      lines.push(line);
      line = '';
    }
    line += line === '' ? piece.trimStart() : piece;
  };
  for (const [unit] of text.matchAll(UNIT)) {
    if (unit.trim() === '') line += line === '' ? '' : unit;
    else if (widthOf(unit) <= most) put(unit);
    else for (const character of unit) put(character);
  }
  lines.push(line.trimEnd());
  return lines;
}
