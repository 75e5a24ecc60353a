import { readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, it } from 'vitest';
import { defaultOf, SETTING_GROUPS } from '../config/about-settings.ts';
import { SETTINGS } from '../config/config.ts';
import { brandSettings } from '../features/brands/brand-settings.ts';
import { productSettings } from '../features/card-facts/public.ts';

const DOCS = path.join(import.meta.dirname, '../../../docs');

/** Each setting that a table of the page names, with its default there. One default may stand for all of a row. */
function documented(chapter: string, page = 'brands-and-products.md'): Readonly<Record<string, string>> {
  const read = readFileSync(path.join(DOCS, page), 'utf8');
  const [, text = ''] = new RegExp(`\\n## ${chapter}\\n([\\s\\S]*?)(?=\\n## |$)`).exec(read) ?? [];
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

/** Named by a pattern, since each programme has its own. */
const OF_PROGRAMMES = 'WATTLE_SECRET_<number>_<name>';

it('names each setting of the environment in the part that explain names, with its default', () => {
  for (const [title, group] of Object.entries(SETTING_GROUPS)) {
    const { [OF_PROGRAMMES]: _, ...page } = documented(title, 'settings.md');
    expect([title, ...Object.keys(page).toSorted()]).toEqual([title, ...Object.keys(group).toSorted()]);
    for (const name of Object.keys(group)) {
      const reader = Object.entries(SETTINGS).find(([each]) => each === name)?.[1];
      const ofCode = reader === undefined ? 'none' : defaultOf(reader);
      // A default that depends on other settings is on the page alone.
      if (ofCode !== 'none') expect([name, page[name]]).toEqual([name, ofCode]);
    }
  }
});

it('has the twelve that a start in production needs before all others', () => {
  const [title = '', ...later] = [...readFileSync(path.join(DOCS, 'settings.md'), 'utf8').matchAll(/^## (.+)$/gm)].map(
    ([, heading = '']) => heading,
  );
  expect(title).toBe('What a start needs');
  expect(later).toContain('Keys');
  expect(Object.keys(documented(title, 'settings.md'))).toHaveLength(12);
});
