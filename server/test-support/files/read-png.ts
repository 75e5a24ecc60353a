import { crc32, inflateSync } from 'node:zlib';

const SIGNATURE = '89504e470d0a1a0a';

/** Reads a PNG of eight bits for red, green, blue and alpha, whose rows are not filtered. Throws for any other. */
export function readPng(file: Buffer): { readonly width: number; readonly height: number; readonly data: Buffer } {
  if (file.toString('hex', 0, 8) !== SIGNATURE) throw new Error('is no PNG');
  const chunks = new Map<string, Buffer>();
  for (let at = 8; at < file.length; ) {
    const length = file.readUInt32BE(at);
    const named = file.subarray(at + 4, at + 8 + length);
    if (file.readUInt32BE(at + 8 + length) !== crc32(named)) throw new Error('a chunk has another sum');
    chunks.set(named.toString('latin1', 0, 4), named.subarray(4));
    at += 12 + length;
  }
  const header = chunks.get('IHDR');
  if (header?.toString('hex', 8) !== '0806000000' || [...chunks.keys()].at(-1) !== 'IEND')
    throw new Error('is of another kind');
  const [width, height] = [header.readUInt32BE(0), header.readUInt32BE(4)];
  const rows = inflateSync(chunks.get('IDAT') ?? Buffer.alloc(0));
  if (rows.length !== height * (width * 4 + 1)) throw new Error('has other rows');
  const data = Array.from({ length: height }, (_, row) => {
    const at = row * (width * 4 + 1);
    if (rows[at] !== 0) throw new Error('a row is filtered');
    return rows.subarray(at + 1, at + 1 + width * 4);
  });
  return { width, height, data: Buffer.concat(data) };
}
