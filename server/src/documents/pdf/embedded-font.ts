import { withoutAccents } from '@wattle/contract/rules/typed-text.ts';
import { createHash } from 'node:crypto';
import { type FontFile, type Glyph, openFontFile } from './font-file.ts';
import { pdfNumber, type PdfObjects } from './pdf-objects.ts';

/** Text in the codes of the embedded font. */
export type Encoded = {
  /** Four hexadecimal digits for each glyph. */
  readonly codes: string;
  /** Thousandths of the size. */
  readonly width: number;
};

export type EmbeddedFont = {
  /** Id of the font's object. */
  readonly id: number;
  encode(text: string): Encoded;
  /** Writes only the used glyphs. */
  finish(objects: PdfObjects): void;
};

/** Glyph for a character without one in the font. Copied text still contains the character. */
const MISSING = 0x3f;
const SPACE = 0x20;

/** Invisible characters: joiners, variation selectors, direction marks. */
const INVISIBLE = /^[\p{Default_Ignorable_Code_Point}\p{Cf}]$/u;
const MARK = /^\p{M}$/u;
const BLANK = /^[\p{Cc}\p{Zs}\p{Zl}\p{Zp}]$/u;

type Used = { readonly codePoint: number; readonly glyph: number; readonly width: number; readonly code: string };

/**
 * Font of one document. Each character has its own code, so that text can be extracted even if characters share a glyph
 * or the font has none.
 */
export async function embedFont(objects: PdfObjects, isLatin: boolean): Promise<EmbeddedFont> {
  const file = await openFontFile();
  const id = objects.reserve();
  const used = new Map<string, Used>();

  function glyphFor(character: string): Used | undefined {
    const known = used.get(character);
    if (known) return known;
    if (INVISIBLE.test(character)) return undefined;
    const codePoint = BLANK.test(character) ? SPACE : (character.codePointAt(0) ?? SPACE);
    if (codePoint === SPACE && character !== ' ') return glyphFor(' ');
    const glyph = drawnAs(file, character, isLatin);
    // A combining mark that the font cannot place is not drawn, and still extracted.
    const isLostMark = glyph === undefined && MARK.test(character);
    const other = file.glyphOf(isLostMark ? SPACE : MISSING, isLatin) ?? { id: 0, width: 1000 };
    const { id: glyphId, width } = glyph ?? (isLostMark ? { ...other, width: 0 } : other);
    const code = (used.size + 1).toString(16).padStart(4, '0').toUpperCase();
    const added = { codePoint, glyph: glyphId, width, code };
    used.set(character, added);
    return added;
  }

  return {
    id,
    encode(text) {
      let codes = '';
      let width = 0;
      for (const character of text.normalize('NFC')) {
        const found = glyphFor(character);
        if (!found) continue;
        codes += found.code;
        width += found.width;
      }
      return { codes, width };
    },
    finish: (target) => writeFont(target, id, file, [...used.values()]),
  };
}

/** Glyph of a character, or of its plain form: the font has no `Ł` and draws `L`. */
function drawnAs(file: FontFile, character: string, isLatin: boolean): Glyph | undefined {
  const own = file.glyphOf(character.codePointAt(0) ?? SPACE, isLatin);
  if (own) return own;
  const [plain = '', ...more] = withoutAccents(character);
  return plain === '' || more.length > 0 ? undefined : file.glyphOf(plain.codePointAt(0) ?? SPACE, isLatin);
}

/** Whether a printed name or address is readable: the font of documents has every letter. */
export async function isPrintable(text: string): Promise<boolean> {
  const file = await openFontFile();
  return [...text.normalize('NFC')].every(
    (character) => INVISIBLE.test(character) || BLANK.test(character) || drawnAs(file, character, true) !== undefined,
  );
}

/** Name as documents print it: unchanged, or else its Latin form from the card. Undefined if neither is readable. */
export async function printedName(name: string, onCard: string): Promise<string | undefined> {
  if (await isPrintable(name)) return name;
  return onCard === '' ? undefined : onCard;
}

function writeFont(objects: PdfObjects, id: number, { font }: FontFile, used: readonly Used[]): void {
  const subset = font.createSubset();
  // The subset numbers its glyphs in order, after glyph 0.
  const glyphs = [...new Set(used.map(({ glyph }) => glyph).filter((glyph) => glyph !== 0))];
  for (const glyph of glyphs) subset.includeGlyph(font.getGlyph(glyph));
  const placeOf = new Map(glyphs.map((glyph, index) => [glyph, index + 1]));
  const file = subset.encode();
  const [descendant, descriptor, fontFile, glyphMap, toUnicode] = Array.from({ length: 5 }, () => objects.reserve());
  const scale = 1000 / font.unitsPerEm;
  const { minX, minY, maxX, maxY } = font.bbox;
  const name = `${tagOf(file)}+${font.postscriptName}`;
  const ref = (target: number | undefined) => `${target} 0 R`;

  objects.add(
    id,
    `<</Type/Font/Subtype/Type0/BaseFont/${name}/Encoding/Identity-H` +
      `/DescendantFonts[${ref(descendant)}]/ToUnicode ${ref(toUnicode)}>>`,
  );
  objects.add(
    descendant ?? 0,
    `<</Type/Font/Subtype/CIDFontType2/BaseFont/${name}/CIDSystemInfo<</Registry(Adobe)/Ordering(Identity)/Supplement 0>>` +
      `/FontDescriptor ${ref(descriptor)}/CIDToGIDMap ${ref(glyphMap)}` +
      `/DW 1000/W[1[${used.map(({ width }) => width).join(' ')}]]>>`,
  );
  objects.add(
    descriptor ?? 0,
    `<</Type/FontDescriptor/FontName/${name}/Flags 4/ItalicAngle 0/StemV 80` +
      `/FontBBox[${[minX, minY, maxX, maxY].map((edge) => pdfNumber(edge * scale)).join(' ')}]` +
      `/Ascent ${pdfNumber(font.ascent * scale)}/Descent ${pdfNumber(font.descent * scale)}` +
      `/CapHeight ${pdfNumber(font.capHeight * scale)}/FontFile2 ${ref(fontFile)}>>`,
  );
  objects.addStream(fontFile ?? 0, file, `/Length1 ${file.length}`);
  objects.addStream(glyphMap ?? 0, glyphMapOf(used, placeOf));
  objects.addStream(toUnicode ?? 0, unicodeMapOf(used));
}

/** Six capital letters derived from the glyphs, so that different subsets are not taken for one font. */
function tagOf(file: Uint8Array): string {
  const digest = createHash('sha256').update(file).digest();
  return [...digest.subarray(0, 6)].map((byte) => String.fromCharCode(65 + (byte % 26))).join('');
}

/** Two bytes for each code: its glyph in the subset. */
function glyphMapOf(used: readonly Used[], placeOf: ReadonlyMap<number, number>): Buffer {
  const map = Buffer.alloc((used.length + 1) * 2);
  for (const [index, { glyph }] of used.entries()) map.writeUInt16BE(placeOf.get(glyph) ?? 0, (index + 1) * 2);
  return map;
}

/** Maximum number of lines in one block of the map. */
const LINES_IN_BLOCK = 100;

function unicodeMapOf(used: readonly Used[]): string {
  const lines = used.map(({ code, codePoint }) => {
    const units = String.fromCodePoint(codePoint);
    let digits = '';
    for (let index = 0; index < units.length; index += 1) {
      digits += units.charCodeAt(index).toString(16).padStart(4, '0').toUpperCase();
    }
    return `<${code}><${digits}>`;
  });
  const blocks: string[] = [];
  for (let start = 0; start < lines.length; start += LINES_IN_BLOCK) {
    const block = lines.slice(start, start + LINES_IN_BLOCK);
    blocks.push(`${block.length} beginbfchar\n${block.join('\n')}\nendbfchar`);
  }
  return `/CIDInit/ProcSet findresource begin
12 dict begin
begincmap
/CIDSystemInfo<</Registry(Adobe)/Ordering(UCS)/Supplement 0>>def
/CMapName/Adobe-Identity-UCS def
/CMapType 2 def
1 begincodespacerange
<0000><FFFF>
endcodespacerange
${blocks.join('\n')}
endcmap
CMapName currentdict/CMap defineresource pop
end
end
`;
}
