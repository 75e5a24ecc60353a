import { AxeBuilder } from '@axe-core/playwright';
import { expect, type Page } from '@playwright/test';

const TAGS = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];

/** Rules whose outcome rests on colours. */
export const COLOUR_RULES: readonly string[] = ['color-contrast', 'link-in-text-block'];

type Look = {
  /** A part of the page; without it all of it. */
  readonly within?: string;
  /** Without it every rule of the tags. */
  readonly rules?: readonly string[];
};
type Finding = { readonly rule: string; readonly why: string; readonly at: readonly string[] };

/** Accessibility findings on the page as it stands; targets of 24 px and more included. */
export async function axeFindings(page: Page, { within = 'html', rules }: Look = {}): Promise<Finding[]> {
  // A page that is still fading in has the contrast of its half-way colours.
  await page.evaluate(() =>
    Promise.all(
      document
        .getAnimations()
        .filter((animation) => animation.effect?.getTiming().iterations !== Number.POSITIVE_INFINITY)
        .map((animation) => animation.finished.catch(() => undefined)),
    ),
  );
  const builder = new AxeBuilder({ page })
    // Within the page itself: by default axe sums up in a second, blank page, which takes longer than the
    // look and now and then never answers in the headless shell. It is for frames of other origins; there are none.
    .setLegacyMode()
    .include(within)
    .options({ rules: { 'target-size': { enabled: true } } });
  const { violations } = await (rules ? builder.withRules([...rules]) : builder.withTags(TAGS)).analyze();
  return violations.map((violation) => ({
    rule: violation.id,
    why: violation.help,
    at: violation.nodes.map((node) => `${node.target.join(' ')}: ${node.failureSummary ?? ''}`),
  }));
}

/** No accessibility finding on the page as it stands, or within a part of it. */
export async function expectNoAxeFindings(page: Page, within?: string): Promise<void> {
  expect(await axeFindings(page, within === undefined ? {} : { within }), `accessibility of ${page.url()}`).toEqual([]);
}
