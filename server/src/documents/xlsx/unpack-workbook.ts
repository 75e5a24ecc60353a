import { promisify } from 'node:util';
import { inflateRaw } from 'node:zlib';

/** A workbook that cannot be read; the message follows "The file ". */
export class WorkbookFault extends Error {}

const UNREADABLE = 'is a workbook that can’t be read: save it as CSV UTF-8';
export const unreadable = () => new WorkbookFault(UNREADABLE);

/** Bytes of a workbook once it is unpacked. A sheet of 10,000 people has about 10 MB. */
const MOST_BYTES = 100 * 1024 * 1024;
const TOO_LARGE = 'is a workbook of more than 100 MB once it is unpacked: save it as CSV UTF-8';
const MOST_PARTS = 1_000;

const inflate = promisify(inflateRaw);

const DIRECTORY = 0x02014b50;
const DIRECTORY_BYTES = 46;
const LOCAL = 0x04034b50;
const LOCAL_BYTES = 30;
const END_BYTES = 22;
const DEFLATED = 8;

export type Part = { readonly name: string; readonly bytes: Buffer };

/**
 * Parts of a workbook that are XML, by the directory of its archive. What it declares of sizes is not believed: the
 * unpacked bytes are counted.
 */
export async function unpackWorkbook(archive: Buffer): Promise<readonly Part[]> {
  const end = archive.lastIndexOf(Buffer.from('504b0506', 'hex'));
  if (end < 0 || end + END_BYTES > archive.length) throw unreadable();
  const count = archive.readUInt16LE(end + 10);
  if (count > MOST_PARTS) throw new WorkbookFault(TOO_LARGE);
  const parts: Part[] = [];
  let left = MOST_BYTES;
  let at = archive.readUInt32LE(end + 16);
  for (let entry = 0; entry < count; entry += 1) {
    if (at + DIRECTORY_BYTES > archive.length || archive.readUInt32LE(at) !== DIRECTORY) throw unreadable();
    const nameEnd = at + DIRECTORY_BYTES + archive.readUInt16LE(at + 28);
    const name = archive.toString('utf8', at + DIRECTORY_BYTES, nameEnd);
    if (/\.xml(\.rels)?$/.test(name)) {
      const bytes = await unpacked(archive, at, left);
      left -= bytes.length;
      parts.push({ name, bytes });
    }
    at = nameEnd + archive.readUInt16LE(at + 30) + archive.readUInt16LE(at + 32);
  }
  return parts;
}

async function unpacked(archive: Buffer, at: number, most: number): Promise<Buffer> {
  const isEncrypted = (archive.readUInt16LE(at + 8) & 1) === 1;
  const local = archive.readUInt32LE(at + 42);
  if (isEncrypted || local + LOCAL_BYTES > archive.length || archive.readUInt32LE(local) !== LOCAL) throw unreadable();
  const from = local + LOCAL_BYTES + archive.readUInt16LE(local + 26) + archive.readUInt16LE(local + 28);
  const packed = archive.subarray(from, from + archive.readUInt32LE(at + 20));
  const method = archive.readUInt16LE(at + 10);
  if (method !== DEFLATED && method !== 0) throw unreadable();
  if (method === 0 && packed.length <= most) return packed;
  if (method === 0 || most === 0) throw new WorkbookFault(TOO_LARGE);
  return inflate(packed, { maxOutputLength: most }).catch((error: NodeJS.ErrnoException) => {
    throw error.code === 'ERR_BUFFER_TOO_LARGE' ? new WorkbookFault(TOO_LARGE) : unreadable();
  });
}
