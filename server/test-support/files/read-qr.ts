import { inflateSync } from 'node:zlib';

/**
 * Decodes QR codes of correction level M and bytes, versions 1 to 6, by the standard and without code of the encoder.
 * Without error correction, so that a wrong module changes the text.
 */
const LENGTHS: Readonly<Record<number, readonly [blocks: number, data: number, correction: number]>> = {
  1: [1, 16, 10],
  2: [1, 28, 16],
  3: [1, 44, 26],
  4: [2, 32, 18],
  5: [2, 43, 24],
  6: [4, 27, 16],
};

type Dark = (x: number, y: number) => boolean;

const MASKS: readonly ((row: number, column: number) => number)[] = [
  (i, j) => (i + j) % 2,
  (i) => i % 2,
  (_, j) => j % 3,
  (i, j) => (i + j) % 3,
  (i, j) => (Math.floor(i / 2) + Math.floor(j / 3)) % 2,
  (i, j) => ((i * j) % 2) + ((i * j) % 3),
  (i, j) => (((i * j) % 2) + ((i * j) % 3)) % 2,
  (i, j) => (((i + j) % 2) + ((i * j) % 3)) % 2,
];

export function readQr(size: number, isDark: Dark): string {
  const version = (size - 17) / 4;
  const [blocks, data] = LENGTHS[version] ?? [0, 0, 0];
  // Format beside the first finder pattern: bits 14 to 10 in row 8, masked with 10101.
  const format = [0, 1, 2, 3, 4].reduce((value, x) => value * 2 + (isDark(x, 8) ? 1 : 0), 0) ^ 0b10101;
  if (format >> 3 !== 0) throw new Error('the correction level is not M');
  const mask = MASKS[format & 7];
  const bits: number[] = [];
  for (const [pair, right] of columnsOf(size).entries()) {
    for (let step = 0; step < size; step += 1) {
      const row = pair % 2 === 0 ? size - 1 - step : step;
      for (const column of [right, right - 1])
        if (!isOfPattern(size, version, column, row))
          bits.push(Number(isDark(column, row) !== (mask?.(row, column) === 0)));
    }
  }
  const words = Array.from({ length: Math.floor(bits.length / 8) }, (_, at) =>
    Number.parseInt(bits.slice(at * 8, at * 8 + 8).join(''), 2),
  );
  const ordered = Array.from({ length: blocks }, (_, block) =>
    Array.from({ length: data }, (__, at) => words[at * blocks + block] ?? 0),
  ).flat();
  const text = ordered.map((word) => word.toString(2).padStart(8, '0')).join('');
  if (text.slice(0, 4) !== '0100') throw new Error('no bytes');
  const length = Number.parseInt(text.slice(4, 12), 2);
  const bytes = Array.from({ length }, (_, at) => Number.parseInt(text.slice(12 + at * 8, 20 + at * 8), 2));
  return Buffer.from(bytes).toString();
}

function columnsOf(size: number): number[] {
  const columns: number[] = [];
  for (let right = size - 1; right > 0; right -= 2) {
    if (right === 6) right -= 1;
    columns.push(right);
  }
  return columns;
}

function isOfPattern(size: number, version: number, x: number, y: number): boolean {
  const isFinder = (x < 9 && y < 9) || (x >= size - 8 && y < 9) || (x < 9 && y >= size - 8);
  const middle = size - 7;
  const isAlignment = version > 1 && Math.abs(x - middle) <= 2 && Math.abs(y - middle) <= 2;
  return isFinder || isAlignment || x === 6 || y === 6;
}

/** Text of a QR code in a PDF of this project, whose shapes are rows of dark modules. */
export function readQrOfPdf(pdf: Buffer): string {
  for (const content of streamsOf(pdf)) {
    const areas = [...content.matchAll(/(\d+) (\d+) (\d+) 1 re/g)].map((found) => found.slice(1).map(Number));
    if (areas.length < 20) continue;
    const dark = new Set(
      areas.flatMap(([x = 0, y = 0, width = 0]) => Array.from({ length: width }, (_, at) => `${x + at},${y}`)),
    );
    const size = Math.max(...areas.map(([x = 0, , width = 0]) => x + width));
    return readQr(size, (x, y) => dark.has(`${x},${y}`));
  }
  throw new Error('the PDF has no QR code');
}

function* streamsOf(pdf: Buffer): Generator<string> {
  for (let from = pdf.indexOf('stream\n'); from >= 0; from = pdf.indexOf('stream\n', from + 1)) {
    try {
      yield inflateSync(pdf.subarray(from + 7, pdf.indexOf('\nendstream', from))).toString('latin1');
    } catch {
      // The end of a stream, or an uncompressed one.
    }
  }
}
