import { type Font, create } from 'fontkit';
import { readFile } from 'node:fs/promises';
import path from 'node:path';

/** Noto Sans SC Regular: Latin letters and the Chinese of GB 18030. */
const FILE = path.join(import.meta.dirname, '../../../assets/fonts/NotoSansSC-Regular.ttf');

export type Glyph = {
  readonly id: number;
  /** Thousandths of the size. */
  readonly width: number;
};

export type FontFile = {
  readonly font: Font;
  /**
   * Glyph of a character; undefined if the font has none. `isLatin`: quotation marks with Latin width instead of that
   * of a Chinese character.
   */
  glyphOf(codePoint: number, isLatin: boolean): Glyph | undefined;
};

let opened: Promise<FontFile> | undefined;

/** Font of all documents, read and parsed once per process when the first one is made. */
export function openFontFile(): Promise<FontFile> {
  opened ??= open();
  return opened;
}

async function open(): Promise<FontFile> {
  const font = create(await readFile(FILE)) as Font;
  const known = new Map<number, Glyph | undefined>();
  return {
    font,
    glyphOf(codePoint, isLatin) {
      const key = isLatin ? -codePoint : codePoint;
      if (known.has(key)) return known.get(key);
      const glyph = findGlyph(font, codePoint, isLatin);
      known.set(key, glyph);
      return glyph;
    },
  };
}

function findGlyph(font: Font, codePoint: number, isLatin: boolean): Glyph | undefined {
  if (!font.hasGlyphForCodePoint(codePoint)) return undefined;
  const isMark = codePoint >= 0x2010 && codePoint <= 0x203a;
  const [proportional] = isLatin && isMark ? font.layout(String.fromCodePoint(codePoint), ['pwid']).glyphs : [];
  const glyph = proportional ?? font.glyphForCodePoint(codePoint);
  return { id: glyph.id, width: Math.round((glyph.advanceWidth * 1000) / font.unitsPerEm) };
}
