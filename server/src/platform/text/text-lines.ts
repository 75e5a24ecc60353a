import { createReadStream, readFileSync } from 'node:fs';
import { type FileHandle, open, readFile } from 'node:fs/promises';
import { createInterface } from 'node:readline';
import { encodingFault, lineFault, utf16Fault, utf8Text } from './text-encoding.ts';

/** A file that is not UTF-8; the message names its encoding and the line. */
export class TextEncodingError extends Error {}

/** Text of a file of ours. Throws TextEncodingError. */
export function readOwnText(file: string): string {
  const bytes = readFileSync(file);
  const fault = encodingFault(bytes);
  if (fault !== undefined) throw new TextEncodingError(fault);
  return utf8Text(bytes);
}

const FIRST_BYTES = 4;

/** First bytes of a file, by which its kind is known. Empty: it cannot be opened. */
export async function firstBytes(file: string): Promise<Buffer> {
  const opened = await open(file).catch(() => undefined);
  if (!opened) return Buffer.alloc(0);
  const { buffer } = await opened.read({ buffer: Buffer.alloc(FIRST_BYTES) }).finally(() => opened.close());
  return buffer;
}

export function readBytes(file: string): Promise<Buffer> {
  return readFile(file);
}

/**
 * Lines of one of our files, read one by one, without line ends and byte order mark. The whole file is checked first,
 * so that no part of an invalid file is processed. Throws TextEncodingError, and if the file cannot be opened.
 */
export async function* textLines(file: string): AsyncGenerator<string> {
  const fault = await findEncodingFault(file);
  if (fault !== undefined) throw new TextEncodingError(fault);
  let isFirst = true;
  for await (const line of createInterface({ input: createReadStream(file, 'utf8'), crlfDelay: Infinity })) {
    yield isFirst ? line.replace(/^\uFEFF/, '') : line;
    isFirst = false;
  }
}

/** Reads line by line, so that a file of any size takes the same memory. */
async function findEncodingFault(file: string): Promise<string | undefined> {
  let line = 0;
  let rest = Buffer.alloc(0);
  for await (const piece of createReadStream(file) as AsyncIterable<Buffer>) {
    const bytes = Buffer.concat([rest, piece]);
    const wide = line === 0 ? utf16Fault(bytes) : undefined;
    if (wide !== undefined) return wide;
    let from = 0;
    for (let end = bytes.indexOf(0x0a); end !== -1; end = bytes.indexOf(0x0a, from)) {
      line += 1;
      const fault = lineFault(bytes.subarray(from, end), line);
      if (fault !== undefined) return fault;
      from = end + 1;
    }
    rest = bytes.subarray(from);
  }
  return lineFault(rest, line + 1);
}

/** Creates or replaces a file that only its owner can read. */
export function openOwnFile(file: string): Promise<FileHandle> {
  return open(file, 'w', 0o600);
}
