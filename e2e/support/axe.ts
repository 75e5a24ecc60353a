import { AxeBuilder } from '@axe-core/playwright';
import { expect, type Page } from '@playwright/test';

const TAGS = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];

/** Rules whose outcome depends on colours. */
export const COLOUR_RULES: readonly string[] = ['color-contrast', 'link-in-text-block'];

type Look = {
  /** Part of the page; default: all of it. */
  readonly within?: string;
  /** Default: every rule of the tags. */
  readonly rules?: readonly string[];
};
type Finding = { readonly rule: string; readonly why: string; readonly at: readonly string[] };

/** Accessibility findings of the current page, including targets below 24 px. */
export async function axeFindings(page: Page, { within = 'html', rules }: Look = {}): Promise<Finding[]> {
  // A page that is still fading in has the contrast of intermediate colours.
  await page.evaluate(() =>
    Promise.all(
      document
        .getAnimations()
        .filter((animation) => animation.effect?.getTiming().iterations !== Number.POSITIVE_INFINITY)
        .map((animation) => animation.finished.catch(() => undefined)),
    ),
  );
  const builder = new AxeBuilder({ page })
    // Within the page itself: by default axe sums up in a second, blank page, which takes longer and sometimes never
    // answers in the headless shell. It is for frames of other origins, which do not exist here.
    .setLegacyMode()
    .include(within)
    // The rest would be described node by node, for no one.
    .options({ rules: { 'target-size': { enabled: true } }, resultTypes: ['violations'] });
  // What the sticky bar covers scrolls out from below it, which axe knows only of fixed elements.
  const layBar = (position: string) =>
    page.evaluate((given) => {
      for (const bar of document.querySelectorAll<HTMLElement>('.app-frame__bar')) bar.style.position = given;
    }, position);
  await layBar('static');
  const { violations } = await (rules ? builder.withRules([...rules]) : builder.withTags(TAGS)).analyze();
  await layBar('');
  return violations.map((violation) => ({
    rule: violation.id,
    why: violation.help,
    at: violation.nodes.map((node) => `${node.target.join(' ')}: ${node.failureSummary ?? ''}`),
  }));
}

/** Checks that the current page, or a part of it, has no accessibility finding. */
export async function expectNoAxeFindings(page: Page, within?: string): Promise<void> {
  expect(await axeFindings(page, within === undefined ? {} : { within }), `accessibility of ${page.url()}`).toEqual([]);
}
