import { deflateSync } from 'node:zlib';

/** Small objects are stored in compressed streams of this size, and referenced by their position. */
const OBJECTS_IN_STREAM = 200;

/** Bytes of an entry of the cross-reference table: type, offset or stream, place in the stream. */
const ENTRY_BYTES = 7;
const FIRST_ENTRIES = 1024;

/**
 * Objects of a PDF 1.7 file, written in the order of their completion. Written bytes are returned by `take` and
 * dropped: only positions are kept.
 */
export type PdfObjects = {
  /** Reserves the id of an object that is referenced before it is written. */
  reserve(): number;
  /** Adds an object without a stream. */
  add(id: number, body: string): void;
  /** Adds a stream. `dictionary` are further entries, such as `/Subtype /Form`. */
  addStream(id: number, data: string | Uint8Array, dictionary?: string): void;
  /** Compresses pending objects. Call it regularly, because they stay in memory until then. */
  settle(): void;
  /** Completed bytes of the file, in order. */
  take(): Uint8Array[];
  /** Writes the rest and the cross-reference table. No object may follow. */
  finish(rootId: number, infoId: number): void;
};

export function openPdfObjects(): PdfObjects {
  let ready: Uint8Array[] = [];
  let offset = 0;
  let lastId = 0;
  let table = Buffer.alloc(FIRST_ENTRIES * ENTRY_BYTES);
  let waiting: { readonly id: number; readonly body: string }[] = [];

  function push(bytes: Uint8Array): void {
    ready.push(bytes);
    offset += bytes.length;
  }

  function enter(id: number, type: 1 | 2, place: number, index: number): void {
    while ((id + 1) * ENTRY_BYTES > table.length) {
      const larger = Buffer.alloc(table.length * 2);
      table.copy(larger);
      table = larger;
    }
    table.writeUInt8(type, id * ENTRY_BYTES);
    table.writeUInt32BE(place, id * ENTRY_BYTES + 1);
    table.writeUInt16BE(index, id * ENTRY_BYTES + 5);
  }

  function addStream(id: number, data: string | Uint8Array, dictionary = ''): void {
    const packed = deflateSync(data);
    enter(id, 1, offset, 0);
    push(Buffer.from(`${id} 0 obj\n<<${dictionary}/Filter/FlateDecode/Length ${packed.length}>>\nstream\n`, 'latin1'));
    push(packed);
    push(Buffer.from('\nendstream\nendobj\n', 'latin1'));
  }

  function settle(isAll = false): void {
    while (waiting.length >= OBJECTS_IN_STREAM || (isAll && waiting.length > 0)) {
      const some = waiting.slice(0, OBJECTS_IN_STREAM);
      waiting = waiting.slice(OBJECTS_IN_STREAM);
      const id = (lastId += 1);
      let head = '';
      let bodies = '';
      for (const [index, object] of some.entries()) {
        enter(object.id, 2, id, index);
        head += `${object.id} ${bodies.length} `;
        bodies += `${object.body}\n`;
      }
      addStream(id, head + bodies, `/Type/ObjStm/N ${some.length}/First ${head.length}`);
    }
  }

  push(Buffer.from('%PDF-1.7\n%\xE2\xE3\xCF\xD3\n', 'latin1'));
  return {
    reserve: () => (lastId += 1),
    add(id, body) {
      waiting.push({ id, body });
    },
    addStream,
    settle: () => settle(),
    take() {
      const taken = ready;
      ready = [];
      return taken;
    },
    finish(rootId, infoId) {
      settle(true);
      const id = (lastId += 1);
      const start = offset;
      enter(id, 1, start, 0);
      // The first entry is the head of the free list, which has no other entry.
      table.writeUInt16BE(0xffff, 5);
      const rows = withDifferences(table.subarray(0, (id + 1) * ENTRY_BYTES));
      addStream(
        id,
        rows,
        `/Type/XRef/Size ${id + 1}/W[1 4 2]/Root ${rootId} 0 R/Info ${infoId} 0 R` +
          `/DecodeParms<</Predictor 12/Columns ${ENTRY_BYTES}>>`,
      );
      push(Buffer.from(`startxref\n${start}\n%%EOF\n`, 'latin1'));
    },
  };
}

/** Rows as differences from the row above (PNG's filter "Up"), which compress better. */
function withDifferences(rows: Buffer): Buffer {
  const count = rows.length / ENTRY_BYTES;
  const result = Buffer.alloc(count * (ENTRY_BYTES + 1));
  for (let row = 0; row < count; row += 1) {
    result[row * (ENTRY_BYTES + 1)] = 2;
    for (let column = 0; column < ENTRY_BYTES; column += 1) {
      const at = row * ENTRY_BYTES + column;
      const above = row === 0 ? 0 : (rows[at - ENTRY_BYTES] ?? 0);
      result[row * (ENTRY_BYTES + 1) + 1 + column] = ((rows[at] ?? 0) - above) & 0xff;
    }
  }
  return result;
}

/** Text as a string object of PDF: UTF-16 with its byte order mark, in hexadecimal digits. */
export function pdfText(text: string): string {
  let digits = 'FEFF';
  for (let index = 0; index < text.length; index += 1) {
    digits += text.charCodeAt(index).toString(16).padStart(4, '0').toUpperCase();
  }
  return `<${digits}>`;
}

/** Number in PDF syntax: no exponent, at most two decimals. */
export function pdfNumber(value: number): string {
  return String(Math.round(value * 100) / 100);
}
