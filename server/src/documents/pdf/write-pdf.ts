import { LANGUAGE_TAG } from '@wattle/contract/rules/languages.ts';
import { COLUMN, INK, openSheet, TEXT_WIDTH, type Sheet, type Slot } from './sheet.ts';
import type { Fact, PdfBlock, PdfColumn, PdfDocument } from './pdf-document.ts';
import { openPdfObjects, pdfText, type PdfObjects } from './pdf-objects.ts';
import type { Tag } from './tags.ts';
import { writeCode } from './write-code.ts';
import { escapeXml } from '../escape-xml.domain.ts';

/** Metadata that a viewer shows without opening a page. It declares PDF/UA-1 (ISO 14289-1). */
function xmpOf({ title, look, madeAt }: PdfDocument, language: string): string {
  const made = new Date(madeAt).toISOString();
  return `<?xpacket begin="\uFEFF" id="W5M0MpCehiHzreSzNTczkc9d"?>
<x:xmpmeta xmlns:x="adobe:ns:meta/">
<rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#">
<rdf:Description rdf:about="" xmlns:dc="http://purl.org/dc/elements/1.1/" xmlns:xmp="http://ns.adobe.com/xap/1.0/" xmlns:pdfuaid="http://www.aiim.org/pdfua/ns/id/">
<dc:title><rdf:Alt><rdf:li xml:lang="x-default">${escapeXml(title)}</rdf:li></rdf:Alt></dc:title>
<dc:creator><rdf:Seq><rdf:li>${escapeXml(look.name)}</rdf:li></rdf:Seq></dc:creator>
<dc:language><rdf:Bag><rdf:li>${language}</rdf:li></rdf:Bag></dc:language>
<xmp:CreateDate>${made}</xmp:CreateDate>
<pdfuaid:part>1</pdfuaid:part>
</rdf:Description>
</rdf:RDF>
</x:xmpmeta>
<?xpacket end="r"?>`;
}

const HEADING = { size: 13, ink: INK.text, isStrong: true } as const;
const PLAIN = { size: 10, ink: INK.text } as const;
const QUIET = { size: 10, ink: INK.quiet } as const;
const CELL = { size: 8.5, ink: INK.text } as const;
const CELL_HEAD = { size: 8.5, ink: INK.quiet, isStrong: true } as const;
const GAP = 8;

const WHOLE: Slot = { x: COLUMN.left, width: TEXT_WIDTH, align: 'left' };

/**
 * Writes a document as a tagged PDF (PDF/UA-1), page by page: memory is limited to a page plus 7 bytes per object,
 * whatever the length. Writing waits for the consumer. Rows of a table are read when needed; if the consumer stops,
 * their source is closed.
 */
export async function* writePdf(given: PdfDocument): AsyncGenerator<Uint8Array> {
  const document = withMark(given);
  const objects = openPdfObjects();
  const catalogId = objects.reserve();
  const pagesId = objects.reserve();
  const sheet = await openSheet(objects, pagesId, document);
  writeHead(sheet, document);
  for (const block of document.blocks) {
    if (block.kind === 'table') {
      for await (const _ of writeTable(sheet, block)) yield* objects.take();
    } else await writeBlock(sheet, block);
    yield* objects.take();
  }
  sheet.finish();
  writeCatalog(objects, { catalogId, pagesId, sheet, document });
  yield* objects.take();
}

function withMark(document: PdfDocument): PdfDocument {
  const mark = document.look.mark?.[document.language];
  if (mark === undefined) return document;
  const first: PdfBlock = { kind: 'heading', text: mark };
  return { ...document, footer: `${mark} ${document.footer}`, blocks: [first, ...document.blocks] };
}

/** Owner, kind and title of the document. */
function writeHead(sheet: Sheet, { look, kindWord, title }: PdfDocument): void {
  const { tags } = sheet;
  const side = look.logo ? 26 : 0;
  sheet.logo(side);
  const nameSlot = { ...WHOLE, x: WHOLE.x + (side === 0 ? 0 : side + 10) };
  const nameTag = tags.open(tags.document, 'P');
  sheet.draw(nameTag, nameSlot, sheet.y - 4, sheet.breakText(look.name, TEXT_WIDTH * 0.6, HEADING));
  tags.close(nameTag);
  const kindTag = tags.open(tags.document, 'P');
  sheet.draw(kindTag, { ...WHOLE, align: 'right' }, sheet.y - 6, sheet.breakText(kindWord, TEXT_WIDTH * 0.3, QUIET));
  tags.close(kindTag);
  sheet.advance(36);
  sheet.rule(sheet.y, look.colour, 1.5);
  sheet.advance(22);
  const heading = sheet.breakText(title, TEXT_WIDTH, { size: 19, ink: look.colour, isStrong: true });
  const titleTag = tags.open(tags.document, 'H1');
  sheet.draw(titleTag, WHOLE, sheet.y, heading);
  tags.close(titleTag);
  sheet.advance(heading.height + GAP);
}

async function writeBlock(sheet: Sheet, block: Exclude<PdfBlock, { kind: 'table' }>): Promise<void> {
  if (block.kind === 'facts') return writeFacts(sheet, block.facts);
  if (block.kind === 'code') return writeCode(sheet, block);
  const { tags } = sheet;
  const isHeading = block.kind === 'heading';
  const lines = sheet.breakText(block.text, TEXT_WIDTH, isHeading ? HEADING : PLAIN);
  if (isHeading) sheet.advance(GAP);
  // Avoids a heading alone at the foot of a page.
  if (!sheet.fits(isHeading ? lines.height * 3 : 0)) await sheet.turn();
  const tag = tags.open(tags.document, isHeading ? 'H2' : 'P');
  const lineHeight = lines.height / lines.lines.length;
  for (let from = 0; from < lines.lines.length; ) {
    const count = Math.floor(sheet.room / lineHeight);
    if (count < 1) {
      await sheet.turn();
      continue;
    }
    const part = lines.lines.slice(from, from + count);
    sheet.draw(tag, WHOLE, sheet.y, { ...lines, lines: part });
    sheet.advance(part.length * lineHeight);
    from += part.length;
  }
  tags.close(tag);
  sheet.advance(GAP);
}

/** Terms on the left, values on the right. */
async function writeFacts(sheet: Sheet, facts: readonly Fact[]): Promise<void> {
  const { tags } = sheet;
  const table = tags.open(tags.document, 'Table');
  const body = tags.open(table, 'TBody');
  for (const { term, value, detail, isMain = false } of facts) {
    const style = isMain ? { size: 15, ink: INK.text, isStrong: true } : PLAIN;
    const termLines = sheet.breakText(term, TEXT_WIDTH * 0.35, QUIET);
    const valueLines = sheet.breakText(value, TEXT_WIDTH * 0.6, style);
    const detailLines =
      detail === undefined ? undefined : sheet.breakText(detail, TEXT_WIDTH * 0.6, { ...QUIET, size: 9 });
    const height = Math.max(termLines.height, valueLines.height + (detailLines?.height ?? 0)) + GAP * 2;
    if (!sheet.fits(height)) await sheet.turn();
    const right: Slot = { ...WHOLE, align: 'right' };
    const top = sheet.y - GAP;
    const row = tags.open(body, 'TR');
    const head = tags.open(row, 'TH', '/A<</O/Table/Scope/Row>>');
    sheet.draw(head, WHOLE, top, termLines);
    tags.close(head);
    const cell = tags.open(row, 'TD');
    sheet.draw(cell, right, top, valueLines);
    if (detailLines) sheet.draw(cell, right, top - valueLines.height, detailLines);
    tags.close(cell);
    tags.close(row);
    sheet.advance(height);
    sheet.rule(sheet.y, INK.line, 0.5);
  }
  tags.close(body);
  tags.close(table);
  sheet.advance(GAP * 2);
}

const CELL_PAD = 4;

/** One table with a body for each page. Pauses after each page. */
async function* writeTable(
  sheet: Sheet,
  { columns, rows }: Extract<PdfBlock, { kind: 'table' }>,
): AsyncGenerator<void> {
  const { tags } = sheet;
  const slots = slotsOf(columns);
  const breakRow = (cells: readonly string[], style: typeof CELL | typeof CELL_HEAD) =>
    slots.map((slot, index) => sheet.breakText(cells[index] ?? '', slot.width, style));
  const heads = breakRow(
    columns.map(({ title }) => title),
    CELL_HEAD,
  );
  const headHeight = heightOf(heads);
  const table = tags.open(tags.document, 'Table');

  function writeRow(parent: Tag | undefined, name: 'TH' | 'TD', cells: typeof heads, height: number): void {
    const row = parent && tags.open(parent, 'TR');
    for (const [index, lines] of cells.entries()) {
      const tag = row && tags.open(row, name, name === 'TH' ? '/A<</O/Table/Scope/Column>>' : '');
      const slot = slots[index];
      if (slot) sheet.draw(tag, slot, sheet.y - CELL_PAD, lines);
      if (tag) tags.close(tag);
    }
    if (row) tags.close(row);
    sheet.advance(height);
    sheet.rule(sheet.y, INK.line, 0.5);
  }

  if (!sheet.fits(headHeight * 2)) await sheet.turn();
  const head = tags.open(table, 'THead');
  writeRow(head, 'TH', heads, headHeight);
  tags.close(head);
  let body = tags.open(table, 'TBody');
  for await (const cells of rows) {
    const lines = breakRow(cells, CELL);
    const height = heightOf(lines);
    if (!sheet.fits(height)) {
      tags.close(body);
      await sheet.turn();
      yield;
      // Read aloud once, at the head of the table.
      writeRow(undefined, 'TH', heads, headHeight);
      body = tags.open(table, 'TBody');
    }
    writeRow(body, 'TD', lines, height);
  }
  tags.close(body);
  tags.close(table);
  sheet.advance(GAP * 2);
}

function heightOf(cells: readonly { readonly height: number }[]): number {
  return Math.max(0, ...cells.map(({ height }) => height)) + CELL_PAD * 2;
}

const COLUMN_GAP = 10;

function slotsOf(columns: readonly PdfColumn[]): Slot[] {
  const shares = columns.reduce((sum, { share }) => sum + share, 0);
  const width = TEXT_WIDTH - COLUMN_GAP * (columns.length - 1);
  let x: number = COLUMN.left;
  return columns.map(({ share, align = 'left' }) => {
    const slot = { x, width: (width * share) / shares, align };
    x += slot.width + COLUMN_GAP;
    return slot;
  });
}

type Catalog = {
  readonly catalogId: number;
  readonly pagesId: number;
  readonly sheet: Sheet;
  readonly document: PdfDocument;
};

function writeCatalog(objects: PdfObjects, { catalogId, pagesId, sheet, document }: Catalog): void {
  const structId = sheet.tags.finish();
  const xmpId = objects.reserve();
  objects.addStream(xmpId, xmpOf(document, LANGUAGE_TAG[document.language]), '/Type/Metadata/Subtype/XML');
  objects.add(
    pagesId,
    `<</Type/Pages/Count ${sheet.pageIds.length}/Kids[${sheet.pageIds.map((id) => `${id} 0 R`).join(' ')}]>>`,
  );
  objects.add(
    catalogId,
    `<</Type/Catalog/Pages ${pagesId} 0 R/Lang(${LANGUAGE_TAG[document.language]})/MarkInfo<</Marked true>>` +
      `/StructTreeRoot ${structId} 0 R/Metadata ${xmpId} 0 R/ViewerPreferences<</DisplayDocTitle true>>>>`,
  );
  const infoId = objects.reserve();
  objects.add(infoId, `<</Title${pdfText(document.title)}/Author${pdfText(document.look.name)}>>`);
  objects.finish(catalogId, infoId);
}
