import { escapeXml } from '../escape-xml.domain.ts';
import { decimal, type ColumnKind, type Table, type TableCell, type TableRow } from '../table.domain.ts';
import { Zip, ZipDeflate } from 'fflate';

/** File of an archive, whose content is read on demand. */
type ZipFile = { readonly name: string; readonly content: AsyncIterable<Uint8Array> | Iterable<Uint8Array> };

/** First date of the format, so that equal rows give equal bytes. */
const FIRST_DAY = new Date(1980, 0, 1);
/** Above this the format needs 64-bit fields, which are not supported. */
const MOST_BYTES = 0xff_ff_ff_ff;
/** Compresses almost as well as the default 6 in two thirds of its time. */
const LEVEL = 4;
const NOTHING = new Uint8Array();

/** Writes a ZIP archive file by file, in constant memory. Archives from 4 GB are refused. */
export async function* writeZip(files: readonly ZipFile[]): AsyncGenerator<Uint8Array> {
  const ready: Uint8Array[] = [];
  let written = 0;
  const zip = new Zip((error, piece) => {
    if (error) throw error;
    written += piece.length;
    ready.push(piece);
  });
  for (const { name, content } of files) {
    const file = new ZipDeflate(name, { level: LEVEL });
    file.mtime = FIRST_DAY;
    zip.add(file);
    for await (const piece of content) {
      file.push(piece);
      if (written > MOST_BYTES || file.size > MOST_BYTES) throw new Error('an archive is too large');
      yield* ready.splice(0);
    }
    file.push(NOTHING, true);
  }
  zip.end();
  yield* ready.splice(0);
}

const XML = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n';
const MAIN = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main';
const PACKAGE = 'http://schemas.openxmlformats.org/package/2006';
const OFFICE = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
const TYPE = 'application/vnd.openxmlformats-officedocument.spreadsheetml';
const DAY_MS = 86_400_000;
/** Excel's day zero, shifted by the two days that it counts too many before 1900. */
const DAY_ZERO = Date.UTC(1899, 11, 30);
/** Maximum length of a cell. */
const MOST_CHARACTERS = 32_767;
const MOST_NAME = 31;

/** Indices of formats in `styles.xml`. 14 is the reader's own short date, 4 is `#,##0.00`. */
const TITLE_STYLE = 3;
const STYLE: Readonly<Record<ColumnKind, number>> = { text: 0, date: 1, money: 2 };
const STYLES = `<styleSheet xmlns="${MAIN}">\
<fonts count="2"><font><sz val="11"/><name val="Calibri"/></font><font><b/><sz val="11"/><name val="Calibri"/></font></fonts>\
<fills count="2"><fill><patternFill patternType="none"/></fill><fill><patternFill patternType="gray125"/></fill></fills>\
<borders count="1"><border><left/><right/><top/><bottom/><diagonal/></border></borders>\
<cellStyleXfs count="1"><xf numFmtId="0" fontId="0" fillId="0" borderId="0"/></cellStyleXfs>\
<cellXfs count="4"><xf numFmtId="0" fontId="0" fillId="0" borderId="0" xfId="0"/>\
<xf numFmtId="14" fontId="0" fillId="0" borderId="0" xfId="0" applyNumberFormat="1"/>\
<xf numFmtId="4" fontId="0" fillId="0" borderId="0" xfId="0" applyNumberFormat="1"/>\
<xf numFmtId="0" fontId="1" fillId="0" borderId="0" xfId="0" applyFont="1"/></cellXfs>\
<cellStyles count="1"><cellStyle name="Normal" xfId="0" builtinId="0"/></cellStyles></styleSheet>`;

const CONTENT_TYPES = `<Types xmlns="${PACKAGE}/content-types">\
<Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/>\
<Default Extension="xml" ContentType="application/xml"/>\
<Override PartName="/xl/workbook.xml" ContentType="${TYPE}.sheet.main+xml"/>\
<Override PartName="/xl/worksheets/sheet1.xml" ContentType="${TYPE}.worksheet+xml"/>\
<Override PartName="/xl/styles.xml" ContentType="${TYPE}.styles+xml"/></Types>`;
const ROOT_LINKS = `<Relationships xmlns="${PACKAGE}/relationships">\
<Relationship Id="rId1" Type="${OFFICE}/officeDocument" Target="xl/workbook.xml"/></Relationships>`;
const BOOK_LINKS = `<Relationships xmlns="${PACKAGE}/relationships">\
<Relationship Id="rId1" Type="${OFFICE}/worksheet" Target="worksheets/sheet1.xml"/>\
<Relationship Id="rId2" Type="${OFFICE}/styles" Target="styles.xml"/></Relationships>`;

/**
 * Workbook with one sheet: a bold, frozen header, and typed dates and amounts. Text cells have the type text, so none
 * is a formula.
 */
export function writeXlsx(table: Table): AsyncGenerator<Uint8Array> {
  const part = (name: string, xml: string) => ({ name, content: [Buffer.from(XML + xml)] });
  return writeZip([
    part('[Content_Types].xml', CONTENT_TYPES),
    part('_rels/.rels', ROOT_LINKS),
    part('xl/workbook.xml', workbook(table.name)),
    part('xl/_rels/workbook.xml.rels', BOOK_LINKS),
    part('xl/styles.xml', STYLES),
    { name: 'xl/worksheets/sheet1.xml', content: sheet(table) },
  ]);
}

function workbook(name: string): string {
  const allowed = name.replaceAll(/[[\]:*?/\\']/g, ' ').slice(0, MOST_NAME);
  return `<workbook xmlns="${MAIN}" xmlns:r="${OFFICE}"><sheets>\
<sheet name="${escapeXml(allowed)}" sheetId="1" r:id="rId1"/></sheets></workbook>`;
}

async function* sheet({ columns, rows }: Table): AsyncGenerator<Uint8Array> {
  const widths = columns.map(
    ({ width }, index) => `<col min="${index + 1}" max="${index + 1}" width="${width}" customWidth="1"/>`,
  );
  const letters = columns.map((_, index) => lettersOf(index));
  const titles = columns.map(({ title }, index) => textCell(`${letters[index]}1`, title, TITLE_STYLE)).join('');
  yield Buffer.from(
    `${XML}<worksheet xmlns="${MAIN}"><sheetViews><sheetView workbookViewId="0">\
<pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/></sheetView></sheetViews>\
<cols>${widths.join('')}</cols><sheetData><row r="1">${titles}</row>`,
  );
  const kinds = columns.map(({ kind }) => kind);
  let number = 1;
  const rowOf = (row: TableRow) => {
    number += 1;
    const cells = kinds.map((kind, index) => cellOf(`${letters[index]}${number}`, row[index] ?? null, kind));
    return `<row r="${number}">${cells.join('')}</row>`;
  };
  for await (const some of rows) yield Buffer.from(some.map(rowOf).join(''));
  yield Buffer.from('</sheetData></worksheet>');
}

/** `A` for the first column, `AA` for the 27th. */
function lettersOf(index: number): string {
  const last = String.fromCharCode(65 + (index % 26));
  return index < 26 ? last : lettersOf(Math.floor(index / 26) - 1) + last;
}

/** Cell with its reference, which readers other than Excel require. An empty cell is omitted. */
function cellOf(at: string, cell: TableCell, kind: ColumnKind): string {
  if (cell === null) return '';
  if (typeof cell === 'bigint') return `<c r="${at}" s="${STYLE.money}"><v>${decimal(cell)}</v></c>`;
  if (kind === 'date') return `<c r="${at}" s="${STYLE.date}"><v>${(Date.parse(cell) - DAY_ZERO) / DAY_MS}</v></c>`;
  return textCell(at, cell, STYLE.text);
}

function textCell(at: string, text: string, style: number): string {
  const shown = escapeXml(text.slice(0, MOST_CHARACTERS));
  return `<c r="${at}" s="${style}" t="inlineStr"><is><t xml:space="preserve">${shown}</t></is></c>`;
}
