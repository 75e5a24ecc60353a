import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { readVectorPicture } from './vector-picture.domain.ts';

const svg = (inner: string, attributes = 'viewBox="0 0 32 32"') =>
  `<svg xmlns="http://www.w3.org/2000/svg" ${attributes}>${inner}</svg>`;

test('shapes inherit the paint of their group', () => {
  const picture = readVectorPicture(
    svg(
      '<title>Not drawn</title><g fill="none" stroke="#f00" stroke-width="2"><path d="M1 2h3" stroke-linecap="round"/></g>',
    ),
  );
  expect(picture?.box).toEqual({ x: 0, y: 0, width: 32, height: 32 });
  expect(picture?.operators).toBe('q 1 0 0 RG 2 w 1 J 0 j 1 2 m 4 2 l S Q');
});

test.each([
  ['a rectangle', '<rect x="1" y="2" width="3" height="4"/>', 'q 0 0 0 rg 1 2 m 4 2 l 4 6 l 1 6 l h f Q'],
  ['a polygon', '<polygon points="0,0 4,0 4,4" fill="#336699"/>', 'q 0.2 0.4 0.6 rg 0 0 m 4 0 l 4 4 l h f Q'],
  ['a line', '<line x1="1" x2="5" stroke="#000" fill="none"/>', 'q 0 0 0 RG 1 w 0 J 0 j 1 0 m 5 0 l S Q'],
  ['filled and drawn', '<path d="M0 0h1z" stroke="#000"/>', 'q 0 0 0 rg 0 0 0 RG 1 w 0 J 0 j 0 0 m 1 0 l h B Q'],
  ['even-odd', '<path d="M0 0h1z" fill-rule="evenodd"/>', 'q 0 0 0 rg 0 0 m 1 0 l h f* Q'],
])('draws %s', (_, shape, operators) => {
  expect(readVectorPicture(svg(shape))?.operators).toBe(operators);
});

test.each([
  ['a gradient', svg('<path d="M0 0h1" fill="url(#a)"/>')],
  ['words', svg('<text>Wattle</text>')],
  ['a transformation', svg('<g transform="scale(2)"><path d="M0 0h1"/></g>')],
  ['transparency', svg('<path d="M0 0h1" opacity="0.5"/>')],
  ['round corners', svg('<rect width="1" height="1" rx="1"/>')],
  ['a bad path', svg('<path d="M0"/>')],
  ['no view box', svg('<path d="M0 0h1"/>', '')],
  ['no XML', '<svg'],
])('ignores %s', (_, text) => {
  expect(readVectorPicture(text)).toBeUndefined();
});

test("draws the logos of the product's own brands", () => {
  const brands = path.join(import.meta.dirname, '../../../../brands');
  for (const brand of readdirSync(brands)) {
    const logo = readVectorPicture(readFileSync(path.join(brands, brand, 'logo.svg'), 'utf8'));
    expect(logo?.operators).toMatch(/^q .* Q$/);
  }
});
