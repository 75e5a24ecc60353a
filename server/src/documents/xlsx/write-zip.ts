import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { crc32, createDeflateRaw } from 'node:zlib';

/** A file of an archive. Its content is read while the archive is written. */
export type ZipFile = { readonly name: string; readonly content: AsyncIterable<Uint8Array> | Iterable<Uint8Array> };

const LOCAL_HEADER = 0x04_03_4b_50;
const DESCRIPTOR = 0x08_07_4b_50;
const CENTRAL_HEADER = 0x02_01_4b_50;
const END = 0x06_05_4b_50;
const VERSION = 20;
const DEFLATED = 8;
/** Sizes follow the content, which is not known before; names are UTF-8. */
const FLAGS = 0x08_08;
/** 1 January 1980, the first day that the format knows: the same rows make the same bytes. */
const DAY = 0x00_21;
const MOST_BYTES = 0xff_ff_ff_ff;

type Written = { readonly name: Buffer; readonly at: number; crc: number; packed: number; size: number };

/** Writes a ZIP archive file by file, in constant memory. Archives of 4 GB and more are refused. */
export async function* writeZip(files: readonly ZipFile[]): AsyncGenerator<Uint8Array> {
  const all: Written[] = [];
  let offset = 0;
  for (const { name, content } of files) {
    const file: Written = { name: Buffer.from(name), at: offset, crc: 0, packed: 0, size: 0 };
    all.push(file);
    const head = Buffer.concat([
      fields([LOCAL_HEADER, 4], [VERSION, 2], [FLAGS, 2], [DEFLATED, 2], [0, 2], [DAY, 2], [0, 4], [0, 4], [0, 4]),
      fields([file.name.length, 2], [0, 2]),
      file.name,
    ]);
    yield head;
    for await (const piece of deflate(counted(content, file))) {
      file.packed += piece.length;
      yield piece;
    }
    const tail = fields([DESCRIPTOR, 4], [file.crc, 4], [file.packed, 4], [file.size, 4]);
    yield tail;
    offset += head.length + file.packed + tail.length;
    if (offset > MOST_BYTES || file.size > MOST_BYTES) throw new Error('an archive is too large');
  }
  const directory = Buffer.concat(all.map(entryOf));
  yield directory;
  yield fields([END, 4], [0, 2], [0, 2], [all.length, 2], [all.length, 2], [directory.length, 4], [offset, 4], [0, 2]);
}

function entryOf({ name, at, crc, packed, size }: Written): Buffer {
  return Buffer.concat([
    fields([CENTRAL_HEADER, 4], [VERSION, 2], [VERSION, 2], [FLAGS, 2], [DEFLATED, 2], [0, 2], [DAY, 2]),
    fields([crc, 4], [packed, 4], [size, 4], [name.length, 2], [0, 2], [0, 2], [0, 2], [0, 2], [0, 4], [at, 4]),
    name,
  ]);
}

/** Numbers one after another, each with its length in bytes, the lowest byte first. */
function fields(...numbers: readonly (readonly [number, 2 | 4])[]): Buffer {
  const bytes = Buffer.alloc(numbers.reduce((sum, [, length]) => sum + length, 0));
  let at = 0;
  for (const [number, length] of numbers) {
    bytes.writeUIntLE(number, at, length);
    at += length;
  }
  return bytes;
}

async function* counted(content: ZipFile['content'], file: Written): AsyncGenerator<Uint8Array> {
  for await (const piece of content) {
    file.crc = crc32(piece, file.crc);
    file.size += piece.length;
    yield piece;
  }
}

/** Ends the source too where nobody takes the rest. */
async function* deflate(source: AsyncIterable<Uint8Array>): AsyncGenerator<Buffer> {
  const packer = createDeflateRaw();
  const fed = pipeline(Readable.from(source), packer);
  // Whoever reads the packer hears of it first.
  fed.catch(() => {});
  for await (const piece of packer) yield piece as Buffer;
  await fed;
}
