import { expect, test } from 'vitest';
import { readPng } from '../../../test-support/files/read-png.ts';
import { drawPicture, emptyBitmap } from './draw-picture.domain.ts';
import { writePng } from './write-png.ts';

const WHOLE = { scale: 1, left: 0, top: 0 };

/** Alpha of every pixel, row by row. */
function drawn(operators: string, side = 4, placing = WHOLE): number[][] {
  const bitmap = emptyBitmap(side, side);
  drawPicture(bitmap, operators, placing);
  return Array.from({ length: side }, (_, y) =>
    Array.from({ length: side }, (__, x) => bitmap.data[(y * side + x) * 4 + 3] ?? -1),
  );
}

test('fills whole pixels whole, and a half-covered one by half', () => {
  expect(drawn('q 1 0 0 rg 1 1 m 2.5 1 l 2.5 2 l 1 2 l h f Q')).toEqual([
    [0, 0, 0, 0],
    [0, 255, 128, 0],
    [0, 0, 0, 0],
    [0, 0, 0, 0],
  ]);
});

test('places and scales a picture', () => {
  const square = 'q 0 0 0 rg 0 0 m 1 0 l 1 1 l 0 1 l h f Q';
  expect(drawn(square, 4, { scale: 2, left: 1, top: 2 })).toEqual([
    [0, 0, 0, 0],
    [0, 0, 0, 0],
    [0, 255, 255, 0],
    [0, 255, 255, 0],
  ]);
});

test('leaves a hole by the even-odd rule, and none by the other', () => {
  const two = '0 0 m 4 0 l 4 4 l 0 4 l h 1 1 m 3 1 l 3 3 l 1 3 l h';
  expect(drawn(`q 0 0 0 rg ${two} f* Q`)[1]).toEqual([255, 0, 0, 255]);
  expect(drawn(`q 0 0 0 rg ${two} f Q`)[1]).toEqual([255, 255, 255, 255]);
});

test('draws a line with and without an end beyond its points', () => {
  const line = (cap: number) => drawn(`q 0 0 0 RG 2 w ${cap} J 1 j 1 2 m 3 2 l S Q`)[1];
  expect(line(0)).toEqual([0, 255, 255, 0]);
  expect(line(2)).toEqual([255, 255, 255, 255]);
  const [left = 0, , , right = 0] = line(1) ?? [];
  // A quarter of a circle of radius 1 covers π/4 of a pixel.
  expect(Math.abs(left - 255 * (Math.PI / 4))).toBeLessThan(8);
  expect(Math.abs(right - 255 * (Math.PI / 4))).toBeLessThan(8);
});

test('a disc covers π r² pixels', () => {
  const disc =
    'q 0 0 0 rg 2 20 m 2 10.06 10.06 2 20 2 c 29.94 2 38 10.06 38 20 c 38 29.94 29.94 38 20 38 c 10.06 38 2 29.94 2 20 c h f Q';
  const covered = drawn(disc, 40)
    .flat()
    .reduce((sum, alpha) => sum + alpha / 255, 0);
  expect(Math.abs(covered - Math.PI * 18 * 18)).toBeLessThan(4);
});

test('a colour over another covers it, and half of it mixes', () => {
  const bitmap = emptyBitmap(2, 1);
  drawPicture(bitmap, 'q 1 1 1 rg 0 0 m 2 0 l 2 1 l 0 1 l h f Q q 1 0 0 rg 0 0 m 1.5 0 l 1.5 1 l 0 1 l h f Q', WHOLE);
  expect([...bitmap.data]).toEqual([255, 0, 0, 255, 255, 128, 128, 255]);
});

test('a bitmap is written as a PNG that another program reads', () => {
  const bitmap = { width: 2, height: 1, data: Uint8Array.of(1, 2, 3, 255, 4, 5, 6, 128) };
  const read = readPng(writePng(bitmap));
  expect([read.width, read.height, [...read.data]]).toEqual([2, 1, [...bitmap.data]]);
});
