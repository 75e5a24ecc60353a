import { readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, it } from 'vitest';
import { brandSettings } from '../features/brands/brand-settings.ts';
import { productSettings } from '../features/card-facts/public.ts';

const PAGE = path.join(import.meta.dirname, '../../../docs/brands-and-products.md');

/** Each setting that a table of the page names, with its default there. One default may stand for all of a row. */
function documented(chapter: string): Readonly<Record<string, string>> {
  const [, text = ''] =
    new RegExp(`\\n## ${chapter}\\n([\\s\\S]*?)(?=\\n## |$)`).exec(readFileSync(PAGE, 'utf8')) ?? [];
  const rows = [...text.matchAll(/^\| (`[^|]+) \| ([^|]+) \| [^|]+ \|$/gm)];
  return Object.fromEntries(
    rows.flatMap(([, names = '', defaults = '']) => {
      const values = [...defaults.matchAll(/`([^`]+)`/g)].map(([, value = '']) => value);
      return [...names.matchAll(/`([^`]+)`/g)].map(([, name = ''], at) => [name, values[at] ?? values[0] ?? defaults]);
    }),
  );
}

/** Settings with the groups that they are in: `alerts.email`. */
function flat(values: object, prefix = ''): [string, unknown][] {
  return Object.entries(values).flatMap(([key, value]: [string, unknown]) =>
    typeof value === 'object' && value !== null && !Array.isArray(value)
      ? flat(value, `${prefix}${key}.`)
      : [[`${prefix}${key}`, value] as [string, unknown]],
  );
}

it('names each setting of a product, with its default', () => {
  const given = flat(productSettings.parse({})).map(([key, value]) => [key, JSON.stringify(value)]);
  expect(given.length).toBeGreaterThan(80);
  expect(documented('A product')).toEqual(Object.fromEntries(given));
});

it('names each setting of a brand', () => {
  const { Features, ...own } = brandSettings.shape;
  const features = Object.keys(Features.shape).map((name) => `Features.${name}`);
  expect(Object.keys(documented('A brand')).toSorted()).toEqual([...Object.keys(own), ...features].toSorted());
});
