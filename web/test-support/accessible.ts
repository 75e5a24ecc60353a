import axe from 'axe-core';
import { expect } from 'vitest';
import { seeIn } from './by-hand.ts';

const TAGS = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];

/** The screen as it stands has no finding of axe, and nothing of it is wider than the page. */
export async function expectAccessible(): Promise<void> {
  // A page that is still fading in has the contrast of its half-way colours.
  const endless = ({ effect }: Animation) => effect?.getTiming().iterations === Number.POSITIVE_INFINITY;
  const fading = document.getAnimations().filter((animation) => !endless(animation));
  await Promise.all(fading.map((animation) => animation.finished.catch(() => undefined)));
  const { violations } = await axe.run(document, {
    runOnly: { type: 'tag', values: TAGS },
    rules: { 'target-size': { enabled: true } },
  });
  const findings = violations.map(({ id, nodes }) => ({
    rule: id,
    at: nodes.map(({ target, failureSummary }) => `${target.join(' ')}: ${failureSummary ?? ''}`),
  }));
  expect(findings, 'findings of axe').toEqual([]);
  expect(document.documentElement.scrollWidth, 'width of the page').toBeLessThanOrEqual(window.innerWidth);
}

/** The same of the screen in its light and in its dark colours. */
export async function expectAccessibleInBothSchemes(): Promise<void> {
  for (const scheme of ['light', 'dark'] as const) {
    await seeIn({ scheme });
    await expectAccessible();
  }
  await seeIn({});
}
