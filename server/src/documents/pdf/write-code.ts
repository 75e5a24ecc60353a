import { makeQrCode, type QrCode } from '../qr/qr-code.domain.ts';
import type { PdfBlock } from './pdf-document.ts';
import { pdfNumber, pdfText } from './pdf-objects.ts';
import { COLUMN, INK, type Sheet, type Slot, TEXT_WIDTH } from './sheet.ts';
import type { VectorPicture } from './vector-picture.domain.ts';

/** Points: about 42 mm, which a phone reads at arm's length. */
const SIDE = 120;
const GAP = 8;
const BESIDE = 20;
const STYLE = { size: 10, ink: INK.text } as const;

/** QR code at the left with paragraphs beside it. */
export async function writeCode(
  sheet: Sheet,
  { content, alternative, texts }: Extract<PdfBlock, { kind: 'code' }>,
): Promise<void> {
  const slot: Slot = { x: COLUMN.left + SIDE + BESIDE, width: TEXT_WIDTH - SIDE - BESIDE, align: 'left' };
  const paragraphs = texts.map((text) => sheet.breakText(text, slot.width, STYLE));
  const beside = paragraphs.reduce((sum, { height }) => sum + height + GAP, -GAP);
  const height = Math.max(SIDE, beside);
  if (!sheet.fits(height + GAP)) await sheet.turn();
  // Quiet zone that a reader needs, above and beside the code.
  sheet.advance(GAP);
  const { tags } = sheet;
  const box = [COLUMN.left, sheet.y - SIDE, COLUMN.left + SIDE, sheet.y].map(pdfNumber).join(' ');
  const figure = tags.open(tags.document, 'Figure', `/Alt${pdfText(alternative)}/A<</O/Layout/BBox[${box}]>>`);
  sheet.figure(figure, SIDE, pictureOf(makeQrCode(content)));
  tags.close(figure);
  let top = sheet.y;
  for (const paragraph of paragraphs) {
    const tag = tags.open(tags.document, 'P');
    sheet.draw(tag, slot, top, paragraph);
    tags.close(tag);
    top -= paragraph.height + GAP;
  }
  sheet.advance(height + GAP);
}

/** Adjacent modules of a row are one area, so that no hairlines appear between them. */
function pictureOf({ size, isDark }: QrCode): VectorPicture {
  const areas: string[] = ['0 g'];
  for (let y = 0; y < size; y += 1) {
    for (let x = 0; x < size; x += 1) {
      if (!isDark(x, y) || (x > 0 && isDark(x - 1, y))) continue;
      let width = 1;
      while (x + width < size && isDark(x + width, y)) width += 1;
      areas.push(`${x} ${y} ${width} 1 re`);
    }
  }
  return { box: { x: 0, y: 0, width: size, height: size }, operators: `${areas.join(' ')} f` };
}
