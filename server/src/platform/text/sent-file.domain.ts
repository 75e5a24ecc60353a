import type { SentFileType } from '@wattle/contract/sent-file.ts';

const PNG = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);

/** The end of a file's name, by its kind. */
export const EXTENSION_OF: Readonly<Record<SentFileType, string>> = {
  'application/pdf': 'pdf',
  'image/jpeg': 'jpg',
  'image/png': 'png',
};

/** The kind of a file by its content, since names and headers prove nothing; undefined for any other. */
export function sentTypeOf(bytes: Buffer): SentFileType | undefined {
  if (bytes.subarray(0, 5).toString('latin1') === '%PDF-' && bytes.subarray(-1024).includes('%%EOF')) {
    return 'application/pdf';
  }
  if (bytes[0] === 0xff && bytes[1] === 0xd8 && bytes[2] === 0xff) return 'image/jpeg';
  if (bytes.subarray(0, PNG.length).equals(PNG)) return 'image/png';
  return undefined;
}

/** A photo or PDF that a person sent, as it is kept. */
export type KeptFile = { readonly type: SentFileType; readonly body: Buffer };

/** The stored part of a sent file: without metadata. Undefined if it is not a photo or PDF, or cannot be read. */
export function keptFileOf(sent: Uint8Array): KeptFile | undefined {
  const bytes = Buffer.from(sent.buffer, sent.byteOffset, sent.byteLength);
  const type = sentTypeOf(bytes);
  const body = type && withoutMetadata(bytes, type);
  return type && body ? { type, body } : undefined;
}

/**
 * Removes the metadata that cameras add, such as the location. Undefined if the structure cannot be read. A PDF
 * stays as it is, since its metadata may be the evidence.
 */
export function withoutMetadata(bytes: Buffer, type: SentFileType): Buffer | undefined {
  if (type === 'image/jpeg') return stripJpeg(bytes);
  if (type === 'image/png') return stripPng(bytes);
  return bytes;
}

const START_OF_SCAN = 0xda;
const END_OF_IMAGE = 0xd9;
const COMMENT = 0xfe;
const FIRST_APP = 0xe0;
const LAST_APP = 0xef;
/**
 * First bytes of the application segments that decide how a picture looks: JFIF, the colour profile and Adobe's colour
 * transform.
 */
const KEPT_APPS: ReadonlyMap<number, string> = new Map([
  [0xe0, 'JFIF\0'],
  [0xe2, 'ICC_PROFILE\0'],
  [0xee, 'Adobe'],
]);
/** Bytes of a JFIF segment with its marker, before a thumbnail, which may show more than the picture does. */
const JFIF_BYTES = 18;

/**
 * Keeps segments and scans up to the end of the image. Comments, application data that does not affect colours,
 * thumbnails and everything after the end are dropped. A progressive picture has segments between its scans.
 */
function stripJpeg(bytes: Buffer): Buffer | undefined {
  const kept: Buffer[] = [bytes.subarray(0, 2)];
  let hasScan = false;
  let at = 2;
  while (at + 4 <= bytes.length) {
    const marker = bytes[at + 1] ?? 0;
    if (bytes[at] !== 0xff) return undefined;
    if (marker === END_OF_IMAGE) break;
    // A marker may have any number of these fill bytes before it.
    if (marker === 0xff) {
      at += 1;
      continue;
    }
    const end = at + 2 + bytes.readUInt16BE(at + 2);
    if (end > bytes.length) return undefined;
    kept.push(...keptOf(marker, bytes.subarray(at, end)));
    at = end;
    if (marker !== START_OF_SCAN) continue;
    hasScan = true;
    at = endOfScan(bytes, end);
    kept.push(bytes.subarray(end, at));
  }
  // An image that was cut off in its last scan can still be viewed.
  return hasScan ? Buffer.concat([...kept, Buffer.from([0xff, END_OF_IMAGE])]) : undefined;
}

/** Parts of a segment that are kept. */
function keptOf(marker: number, segment: Buffer): readonly Buffer[] {
  if (marker === COMMENT) return [];
  if (marker < FIRST_APP || marker > LAST_APP) return [segment];
  const begin = KEPT_APPS.get(marker);
  if (begin === undefined || segment.subarray(4, 4 + begin.length).toString('latin1') !== begin) return [];
  return [marker === FIRST_APP ? withoutThumbnail(segment) : segment];
}

function withoutThumbnail(segment: Buffer): Buffer {
  if (segment.length <= JFIF_BYTES) return segment;
  const short = Buffer.from(segment.subarray(0, JFIF_BYTES));
  short.writeUInt16BE(JFIF_BYTES - 2, 2);
  short.fill(0, JFIF_BYTES - 2);
  return short;
}

/** Where the data of a scan end: at a marker that is neither a stuffed byte nor a restart. */
function endOfScan(bytes: Buffer, from: number): number {
  for (let at = bytes.indexOf(0xff, from); at !== -1; at = bytes.indexOf(0xff, at + 1)) {
    const next = bytes[at + 1];
    if (next === undefined) return at;
    const isData = next === 0x00 || (next >= 0xd0 && next <= 0xd7);
    if (!isData && next !== 0xff) return at;
  }
  return bytes.length;
}

const KEPT_CHUNKS: ReadonlySet<string> = new Set([
  'IHDR',
  'PLTE',
  'IDAT',
  'IEND',
  'tRNS',
  'gAMA',
  'cHRM',
  'sRGB',
  'iCCP',
  'sBIT',
  'bKGD',
  'pHYs',
]);

/** Chunks that decide how the picture looks. */
function stripPng(bytes: Buffer): Buffer | undefined {
  const kept: Buffer[] = [bytes.subarray(0, PNG.length)];
  let at = PNG.length;
  while (at + 12 <= bytes.length) {
    const end = at + 12 + bytes.readUInt32BE(at);
    const name = bytes.subarray(at + 4, at + 8).toString('latin1');
    if (end > bytes.length) return undefined;
    // The end chunk must be empty.
    if (name === 'IEND' && end > at + 12) return undefined;
    if (KEPT_CHUNKS.has(name)) kept.push(bytes.subarray(at, end));
    if (name === 'IEND') return Buffer.concat(kept);
    at = end;
  }
  return undefined;
}
