/** Kinds of files that are kept as evidence, by what is in them; names and headers say nothing. */
export type EvidenceType = 'application/pdf' | 'image/jpeg' | 'image/png';

const PNG = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);

/** The kind of a file by its content; undefined for any other. */
export function evidenceTypeOf(bytes: Buffer): EvidenceType | undefined {
  if (bytes.subarray(0, 5).toString('latin1') === '%PDF-' && bytes.subarray(-1024).includes('%%EOF')) {
    return 'application/pdf';
  }
  if (bytes[0] === 0xff && bytes[1] === 0xd8 && bytes[2] === 0xff) return 'image/jpeg';
  if (bytes.subarray(0, PNG.length).equals(PNG)) return 'image/png';
  return undefined;
}

/**
 * A picture without what cameras write into it, such as where it was taken. Undefined where its structure cannot be
 * read. A PDF stays as it is: what it says may be the evidence.
 */
export function withoutMetadata(bytes: Buffer, type: EvidenceType): Buffer | undefined {
  if (type === 'image/jpeg') return stripJpeg(bytes);
  if (type === 'image/png') return stripPng(bytes);
  return bytes;
}

const START_OF_SCAN = 0xda;
const COMMENT = 0xfe;
const FIRST_APP = 0xe0;
const LAST_APP = 0xef;
/** JFIF, the colour profile and Adobe's colour transform decide how a picture looks. */
const KEPT_APPS: ReadonlySet<number> = new Set([0xe0, 0xe2, 0xee]);

/** Segments up to the scan: application data but what decides about colours, and comments, are left out. */
function stripJpeg(bytes: Buffer): Buffer | undefined {
  const kept: Buffer[] = [bytes.subarray(0, 2)];
  let at = 2;
  while (at + 4 <= bytes.length) {
    const marker = bytes[at + 1] ?? 0;
    if (bytes[at] !== 0xff) return undefined;
    if (marker === START_OF_SCAN) {
      kept.push(bytes.subarray(at));
      return Buffer.concat(kept);
    }
    const end = at + 2 + bytes.readUInt16BE(at + 2);
    if (end > bytes.length) return undefined;
    const isApp = marker >= FIRST_APP && marker <= LAST_APP;
    if (marker !== COMMENT && (!isApp || KEPT_APPS.has(marker))) kept.push(bytes.subarray(at, end));
    at = end;
  }
  return undefined;
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
    if (KEPT_CHUNKS.has(name)) kept.push(bytes.subarray(at, end));
    if (name === 'IEND') return Buffer.concat(kept);
    at = end;
  }
  return undefined;
}
