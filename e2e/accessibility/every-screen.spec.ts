import { paths } from '../../web/src/paths.ts';
import { expectNoAxeFindings } from '../support/axe.ts';
import { settled } from '../support/settled.ts';
import { expect, test } from '../support/test.ts';
import { BRANDS, LOCALES, LOOKED_AT_ELSEWHERE, open, pairsOf, SCREENS, spread, WIDTHS } from './screens.ts';

/** `npm run soak` looks at everything everywhere. */
const isFull = process.env['WATTLE_SOAK'] === '1';

const cases = spread(SCREENS, isFull);

for (const { screen, at } of cases) {
  const { brand, locale, width } = at;
  test.describe(`${brand} in ${locale} on a ${width}`, () => {
    test.use({ locale });

    test(`has no accessibility finding, light or dark: ${screen.name}`, { tag: `@${width}` }, async ({ page }) => {
      await open(page, screen, brand);
      await settled(page);
      await screen.prepare?.(page);
      for (const colorScheme of ['light', 'dark'] as const) {
        await page.emulateMedia({ colorScheme });
        await expectNoAxeFindings(page);
      }
    });
  });
}

test('an address that names no brand has no accessibility finding', async ({ page }) => {
  await page.goto('/nosuchbrand');
  await settled(page);
  await expectNoAxeFindings(page);
});

test('every address of the app is looked at, and all pairs of brand, language and width are', {
  tag: '@desktop',
}, () => {
  const seen = new Set([...SCREENS.map(({ path }) => path), ...LOOKED_AT_ELSEWHERE]);
  expect(Object.values(paths).map((path) => path())).toEqual(expect.arrayContaining([...seen]));
  expect(
    Object.values(paths)
      .map((path) => path())
      .filter((path) => !seen.has(path)),
  ).toEqual([]);
  const met = new Set(cases.flatMap(({ at }) => pairsOf(at)));
  expect(met.size).toBe(
    BRANDS.length * LOCALES.length + BRANDS.length * WIDTHS.length + LOCALES.length * WIDTHS.length,
  );
});
