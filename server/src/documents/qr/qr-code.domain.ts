import { correctionOf } from './reed-solomon.domain.ts';

/** Dark modules of a QR code, row by row, without the quiet zone around them. */
export type QrCode = { readonly size: number; isDark(x: number, y: number): boolean };

/** Correction level M: total codewords, codewords of correction a block, blocks, places of alignment patterns. */
const VERSIONS = [
  [26, 10, 1, []],
  [44, 16, 1, [6, 18]],
  [70, 26, 1, [6, 22]],
  [100, 18, 2, [6, 26]],
  [134, 24, 2, [6, 30]],
  [172, 16, 4, [6, 34]],
  [196, 18, 4, [6, 22, 38]],
  [242, 22, 4, [6, 24, 42]],
  [292, 22, 5, [6, 26, 46]],
] as const satisfies readonly (readonly [number, number, number, readonly number[]])[];

const BYTE_MODE = 0b0100;
const PADDING = [0xec, 0x11];

/** The eight masks of ISO/IEC 18004: whether a module of data is turned over. */
const MASKS: readonly ((x: number, y: number) => boolean)[] = [
  (x, y) => (x + y) % 2 === 0,
  (_, y) => y % 2 === 0,
  (x) => x % 3 === 0,
  (x, y) => (x + y) % 3 === 0,
  (x, y) => (Math.floor(y / 2) + Math.floor(x / 3)) % 2 === 0,
  (x, y) => ((x * y) % 2) + ((x * y) % 3) === 0,
  (x, y) => (((x * y) % 2) + ((x * y) % 3)) % 2 === 0,
  (x, y) => (((x + y) % 2) + ((x * y) % 3)) % 2 === 0,
];

/** The smallest QR code of correction level M for a text (ISO/IEC 18004, byte mode). */
export function makeQrCode(text: string): QrCode {
  const bytes = [...new TextEncoder().encode(text)];
  const index = VERSIONS.findIndex(([total, correction, blocks]) => bytes.length + 2 <= total - correction * blocks);
  const version = VERSIONS[index];
  if (!version) throw new RangeError('the text is too long for a QR code');
  const bits = bitsOf(codewordsOf(bytes, version));
  const drawn = MASKS.map((_, mask) => draw(index + 1, version[3], bits, mask));
  return drawn.reduce((best, one) => (penaltyOf(one) < penaltyOf(best) ? one : best));
}

type Version = (typeof VERSIONS)[number];

/** Data in its blocks, each followed by its correction, interleaved. */
function codewordsOf(bytes: readonly number[], [total, correction, count]: Version): number[] {
  const room = total - correction * count;
  const bits = [...toBits(BYTE_MODE, 4), ...toBits(bytes.length, 8), ...bytes.flatMap((byte) => toBits(byte, 8))];
  bits.push(...Array<number>(Math.min(4, room * 8 - bits.length)).fill(0));
  while (bits.length % 8 !== 0) bits.push(0);
  const data: number[] = [];
  for (let at = 0; at < bits.length; at += 8) data.push(Number.parseInt(bits.slice(at, at + 8).join(''), 2));
  for (let at = 0; data.length < room; at += 1) data.push(PADDING[at % 2] ?? 0);
  // The last blocks are one longer where the data do not divide.
  const short = Math.floor(room / count);
  const firstLong = count - (room % count);
  const blocks: number[][] = [];
  for (let block = 0, at = 0; block < count; block += 1) {
    const length = short + (block >= firstLong ? 1 : 0);
    blocks.push(data.slice(at, at + length));
    at += length;
  }
  const corrections = blocks.map((block) => correctionOf(block, correction));
  return [...interleave(blocks, short + 1), ...interleave(corrections, correction)];
}

function interleave(blocks: readonly (readonly number[])[], length: number): number[] {
  return Array.from({ length }, (_, at) => blocks.flatMap((block) => block.slice(at, at + 1))).flat();
}

function toBits(value: number, count: number): number[] {
  return Array.from({ length: count }, (_, at) => (value >> (count - 1 - at)) & 1);
}

const bitsOf = (codewords: readonly number[]) => codewords.flatMap((word) => toBits(word, 8));

type Grid = { readonly size: number; readonly cells: (boolean | undefined)[]; readonly isFixed: boolean[] };

function draw(version: number, alignments: readonly number[], bits: readonly number[], mask: number): QrCode {
  const size = 17 + version * 4;
  const grid: Grid = { size, cells: Array(size * size), isFixed: Array<boolean>(size * size).fill(false) };
  for (const [x, y] of [
    [3, 3],
    [size - 4, 3],
    [3, size - 4],
  ] as const)
    drawFinder(grid, x, y);
  drawAlignments(grid, alignments);
  for (let at = 8; at < size - 8; at += 1) {
    fix(grid, at, 6, at % 2 === 0);
    fix(grid, 6, at, at % 2 === 0);
  }
  drawFormat(grid, mask);
  if (version >= 7) drawVersion(grid, version);
  drawBits(grid, bits, mask);
  return { size, isDark: (x, y) => grid.cells[y * size + x] === true };
}

function fix({ size, cells, isFixed }: Grid, x: number, y: number, isDark: boolean): void {
  if (x < 0 || y < 0 || x >= size || y >= size) return;
  cells[y * size + x] = isDark;
  isFixed[y * size + x] = true;
}

/** A finder pattern with the light ring around it. */
function drawFinder(grid: Grid, centreX: number, centreY: number): void {
  for (let dy = -4; dy <= 4; dy += 1) {
    for (let dx = -4; dx <= 4; dx += 1) {
      const ring = Math.max(Math.abs(dx), Math.abs(dy));
      fix(grid, centreX + dx, centreY + dy, ring !== 2 && ring !== 4);
    }
  }
}

/** At every crossing but those of the finder patterns. */
function drawAlignments(grid: Grid, places: readonly number[]): void {
  const last = places.length - 1;
  for (const [row, y] of places.entries()) {
    for (const [column, x] of places.entries()) {
      const isCorner = (row === 0 && (column === 0 || column === last)) || (row === last && column === 0);
      if (isCorner) continue;
      for (let dy = -2; dy <= 2; dy += 1)
        for (let dx = -2; dx <= 2; dx += 1) fix(grid, x + dx, y + dy, Math.max(Math.abs(dx), Math.abs(dy)) !== 1);
    }
  }
}

/** What is left of a value divided by a generator: the check bits of format and version. */
function checkBits(value: number, generator: number, count: number): number {
  let rest = value;
  for (let bit = 0; bit < count; bit += 1) rest = (rest << 1) ^ ((rest >> (count - 1)) * generator);
  return rest;
}

/** Correction level M is 00. Written twice, and the module that is always dark. */
function drawFormat(grid: Grid, mask: number): void {
  const { size } = grid;
  const value = ((mask << 10) | checkBits(mask, 0x537, 10)) ^ 0x5412;
  const bit = (at: number) => ((value >> at) & 1) === 1;
  for (let at = 0; at < 15; at += 1) {
    if (at < 8) {
      fix(grid, 8, at < 6 ? at : at + 1, bit(at));
      fix(grid, size - 1 - at, 8, bit(at));
    } else {
      fix(grid, at === 8 ? 7 : 14 - at, 8, bit(at));
      fix(grid, 8, size - 15 + at, bit(at));
    }
  }
  fix(grid, 8, size - 8, true);
}

function drawVersion(grid: Grid, version: number): void {
  const value = (version << 12) | checkBits(version, 0x1f25, 12);
  for (let at = 0; at < 18; at += 1) {
    const isDark = ((value >> at) & 1) === 1;
    const [a, b] = [grid.size - 11 + (at % 3), Math.floor(at / 3)];
    fix(grid, a, b, isDark);
    fix(grid, b, a, isDark);
  }
}

/** In pairs of columns from the right, up and down in turns; the column of the timing pattern is left out. */
function drawBits({ size, cells, isFixed }: Grid, bits: readonly number[], mask: number): void {
  let at = 0;
  let isUpwards = true;
  for (let right = size - 1; right > 0; right -= 2, isUpwards = !isUpwards) {
    if (right === 6) right = 5;
    for (let step = 0; step < size; step += 1) {
      const y = isUpwards ? size - 1 - step : step;
      for (const x of [right, right - 1]) {
        const cell = y * size + x;
        if (isFixed[cell]) continue;
        cells[cell] = (bits[at] === 1) !== MASKS[mask]?.(x, y);
        at += 1;
      }
    }
  }
}

/** How hard it is to read: long runs, blocks, what looks like a finder pattern, too much of one colour. */
function penaltyOf({ size, isDark }: QrCode): number {
  let penalty = 0;
  let dark = 0;
  for (let a = 0; a < size; a += 1) {
    for (const read of [(b: number) => isDark(b, a), (b: number) => isDark(a, b)]) {
      const line = Array.from({ length: size }, (_, b) => (read(b) ? '1' : '0')).join('');
      for (const [run] of line.matchAll(/0{5,}|1{5,}/g)) penalty += run.length - 2;
      penalty += 40 * [...line.matchAll(/(?=10111010000|00001011101)/g)].length;
    }
    for (let b = 0; b < size; b += 1) {
      if (isDark(a, b)) dark += 1;
      const isBlock = [isDark(a, b + 1), isDark(a + 1, b), isDark(a + 1, b + 1)].every((one) => one === isDark(a, b));
      if (isBlock && a + 1 < size && b + 1 < size) penalty += 3;
    }
  }
  return penalty + 10 * Math.floor(Math.abs((dark * 20) / (size * size) - 10));
}
