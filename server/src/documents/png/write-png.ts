import { crc32, deflateSync } from 'node:zlib';
import type { Bitmap } from './draw-picture.domain.ts';

const SIGNATURE = Buffer.from('89504e470d0a1a0a', 'hex');
/** Eight bits of red, green, blue and alpha (PNG, third edition, 11.2.1). */
const DEPTH_AND_KIND = [8, 6, 0, 0, 0];
const NO_FILTER = 0;

/** A bitmap as a PNG file. */
export function writePng({ width, height, data }: Bitmap): Buffer {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header.set(DEPTH_AND_KIND, 8);
  const rows = Buffer.alloc(height * (width * 4 + 1));
  for (let row = 0; row < height; row += 1) {
    const at = row * (width * 4 + 1);
    rows[at] = NO_FILTER;
    rows.set(data.subarray(row * width * 4, (row + 1) * width * 4), at + 1);
  }
  return Buffer.concat([
    SIGNATURE,
    chunk('IHDR', header),
    chunk('IDAT', deflateSync(rows, { level: 9 })),
    chunk('IEND', Buffer.alloc(0)),
  ]);
}

function chunk(name: string, content: Buffer): Buffer {
  const named = Buffer.concat([Buffer.from(name, 'latin1'), content]);
  const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)];
  length.writeUInt32BE(content.length);
  sum.writeUInt32BE(crc32(named));
  return Buffer.concat([length, named, sum]);
}
