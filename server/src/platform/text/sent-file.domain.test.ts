import { describe, expect, it } from 'vitest';
import { sentTypeOf, withoutMetadata } from './sent-file.domain.ts';

const segment = (marker: number, body: string) => {
  const length = Buffer.alloc(2);
  length.writeUInt16BE(body.length + 2);
  return Buffer.concat([Buffer.from([0xff, marker]), length, Buffer.from(body, 'latin1')]);
};
const SCAN = Buffer.concat([segment(0xda, 'scan'), Buffer.from('pixels'), Buffer.from([0xff, 0xd9])]);
// Version 1.1, 72 dots per inch, no thumbnail.
const JFIF = segment(0xe0, 'JFIF\0\x01\x01\x00\x00\x48\x00\x48\x00\x00');
const jpeg = (...segments: Buffer[]) => Buffer.concat([Buffer.from([0xff, 0xd8]), ...segments, SCAN]);

const chunk = (name: string, body: string) => {
  const length = Buffer.alloc(4);
  length.writeUInt32BE(body.length);
  return Buffer.concat([length, Buffer.from(name + body, 'latin1'), Buffer.alloc(4)]);
};
const png = (...chunks: Buffer[]) =>
  Buffer.concat([Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]), ...chunks, chunk('IEND', '')]);
const PDF = Buffer.from('%PDF-1.7\n1 0 obj\n<<>>\nendobj\n%%EOF\n');

describe('the kind of a file', () => {
  it.each([
    ['a PDF', PDF, 'application/pdf'],
    ['a JPEG', jpeg(segment(0xe0, 'JFIF')), 'image/jpeg'],
    ['a PNG', png(), 'image/png'],
    ['a PDF that is cut off', PDF.subarray(0, 20), undefined],
    ['a page', Buffer.from('<!doctype html><script>alert(1)</script>'), undefined],
    ['a page that ends like a PDF', Buffer.from('<html>%PDF- %%EOF'), undefined],
    ['a program', Buffer.from('MZ\x90\x00'), undefined],
    ['nothing', Buffer.alloc(0), undefined],
  ])('%s', (_, bytes, expected) => {
    expect(sentTypeOf(bytes)).toBe(expected);
  });
});

describe('metadata that a camera writes into a picture', () => {
  it('is removed from a JPEG, which keeps its colour profile', () => {
    const bytes = jpeg(
      JFIF,
      segment(0xe1, 'Exif GPS -37.8 144.9'),
      segment(0xe2, 'ICC_PROFILE\0\x01\x01profile'),
      segment(0xfe, 'by Amelia'),
      segment(0xdb, 'table'),
    );
    expect(withoutMetadata(bytes, 'image/jpeg')).toEqual(
      jpeg(JFIF, segment(0xe2, 'ICC_PROFILE\0\x01\x01profile'), segment(0xdb, 'table')),
    );
  });

  it('is removed between the scans of a progressive JPEG and after its end', () => {
    const scan = (pixels: number[]) => Buffer.concat([segment(0xda, 'scan'), Buffer.from(pixels)]);
    // Stuffed bytes and restart markers are data of a scan, and fill bytes may come before a marker.
    const [first, second] = [scan([1, 0xff, 0x00, 0xe1, 2]), scan([3, 0xff, 0xd3, 4])];
    const table = segment(0xc4, 'table');
    const [begin, end] = [Buffer.from([0xff, 0xd8]), Buffer.from([0xff, 0xd9])];
    const dirty = [begin, JFIF, first, segment(0xfe, 'by Amelia'), Buffer.from([0xff]), table, segment(0xe1, 'Exif')];
    const bytes = Buffer.concat([...dirty, second, end, Buffer.from('GPS -37.8 144.9'), jpeg(JFIF)]);
    expect(withoutMetadata(bytes, 'image/jpeg')).toEqual(Buffer.concat([begin, JFIF, first, table, second, end]));
  });

  it('is removed from application segments by their content, not by their marker alone', () => {
    // Thumbnails of JFIF and its extension, and the index of a multi-picture file.
    const small = segment(0xe0, 'JFIF\0\x01\x01\x00\x00\x48\x00\x48\x01\x01rgb');
    const bytes = jpeg(
      small,
      segment(0xe0, 'JFXX\0\x10thumbnail'),
      segment(0xe2, 'MPF\0index'),
      segment(0xee, 'Other'),
    );
    expect(withoutMetadata(bytes, 'image/jpeg')).toEqual(jpeg(JFIF));
  });

  it('is removed from a PNG', () => {
    const bytes = png(chunk('IHDR', 'size'), chunk('eXIf', 'GPS'), chunk('tEXt', 'Author Amelia'), chunk('IDAT', 'px'));
    expect(withoutMetadata(bytes, 'image/png')).toEqual(png(chunk('IHDR', 'size'), chunk('IDAT', 'px')));
    const behind = Buffer.concat([bytes, chunk('tEXt', 'Author Amelia')]);
    expect(withoutMetadata(behind, 'image/png')).toEqual(png(chunk('IHDR', 'size'), chunk('IDAT', 'px')));
  });

  it('cannot be removed from a broken picture, which is refused', () => {
    expect(withoutMetadata(Buffer.from([0xff, 0xd8, 0xff, 0xe0, 0xff, 0xff]), 'image/jpeg')).toBeUndefined();
    expect(withoutMetadata(png().subarray(0, 12), 'image/png')).toBeUndefined();
    expect(withoutMetadata(png(chunk('IEND', 'Author Amelia')), 'image/png')).toBeUndefined();
    expect(withoutMetadata(Buffer.concat([Buffer.from([0xff, 0xd8]), JFIF]), 'image/jpeg')).toBeUndefined();
  });
});
