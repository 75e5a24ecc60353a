import { paths } from '../../web/src/paths.ts';
import { expect, test } from '../support/test.ts';
import { A_SCREEN_MS, isFull, lookAt } from './look.ts';
import { BRANDS, LOCALES, LOOKED_AT_ELSEWHERE, pairsOf, SCREENS, spread, visitAll, WIDTHS } from './screens.ts';

const visits = spread(SCREENS, isFull);

for (const visit of visits) {
  const { brand, locale, width } = visit.at;
  test.describe(`${brand} in ${locale} on a ${width}`, () => {
    test.use({ locale });

    test('has no accessibility finding, light or dark, and loses no content at 400% zoom or with text twice as large', {
      tag: [`@${width}`, width === 'phone' ? '@gate' : '@gate-desktop'],
    }, async ({ page }) => {
      test.setTimeout(60_000 + visit.screens.length * A_SCREEN_MS);
      await visitAll(page, visit, ({ name }) => lookAt(page, name));
    });
  });
}

// The lists need no browser: every address is covered, and all pairs of brand, language and width.
test.beforeAll(() => {
  const seen = new Set([...SCREENS.map(({ path }) => path), ...LOOKED_AT_ELSEWHERE]);
  expect(Object.values(paths).map((path) => path())).toEqual(expect.arrayContaining([...seen]));
  expect(
    Object.values(paths)
      .map((path) => path())
      .filter((path) => !seen.has(path)),
  ).toEqual([]);
  const met = new Set(visits.filter(({ screens }) => screens.length > 0).flatMap(({ at }) => pairsOf(at)));
  expect(met.size).toBe(
    BRANDS.length * LOCALES.length + BRANDS.length * WIDTHS.length + LOCALES.length * WIDTHS.length,
  );
});
