import { AxeBuilder } from '@axe-core/playwright';
import { expect, type Page } from '@playwright/test';

const TAGS = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];

type Finding = { readonly rule: string; readonly why: string; readonly at: readonly string[] };

/** Accessibility findings on the page as it stands, or within a part of it; targets of 24 px and more included. */
export async function axeFindings(page: Page, within = 'html'): Promise<Finding[]> {
  // A page that is still fading in has the contrast of its half-way colours.
  await page.evaluate(() =>
    Promise.all(
      document
        .getAnimations()
        .filter((animation) => animation.effect?.getTiming().iterations !== Number.POSITIVE_INFINITY)
        .map((animation) => animation.finished.catch(() => undefined)),
    ),
  );
  const { violations } = await new AxeBuilder({ page })
    // Within the page itself: by default axe sums up in a second, blank page, which takes longer than the
    // look and now and then never answers in the headless shell. It is for frames of other origins; there are none.
    .setLegacyMode()
    .include(within)
    .withTags(TAGS)
    .options({ rules: { 'target-size': { enabled: true } } })
    .analyze();
  return violations.map((violation) => ({
    rule: violation.id,
    why: violation.help,
    at: violation.nodes.map((node) => `${node.target.join(' ')}: ${node.failureSummary ?? ''}`),
  }));
}

/** No accessibility finding on the page as it stands, or within a part of it. */
export async function expectNoAxeFindings(page: Page, within?: string): Promise<void> {
  expect(await axeFindings(page, within), `accessibility of ${page.url()}`).toEqual([]);
}
