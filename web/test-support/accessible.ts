import axe from 'axe-core';
import { expect } from 'vitest';
import { seeIn } from './by-hand.ts';

const TAGS = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];

/** Rules whose outcome depends on colours: the dark scheme changes nothing else. */
const COLOUR_RULES = ['color-contrast', 'link-in-text-block'];

const frame = () => new Promise((drawn) => requestAnimationFrame(drawn));
const fading = () => {
  const endless = ({ effect }: Animation) => effect?.getTiming().iterations === Number.POSITIVE_INFINITY;
  return document.getAnimations().filter((one) => one.playState === 'running' && !endless(one));
};

/**
 * A page that is still fading in has the contrast of its half-way colours. What a test has waited for can begin another
 * fade, such as that of the button that may be pressed again, in the frame after it.
 */
async function faded(): Promise<void> {
  do {
    await Promise.all(fading().map((animation) => animation.finished.catch(() => undefined)));
    await frame();
    await frame();
  } while (fading().length > 0);
}

/** The present screen has no finding of axe by these rules, or all, and no part of it is wider than the page. */
export async function expectAccessible(rules?: string[]): Promise<void> {
  await faded();
  // What a sticky bar or a toast covers scrolls out from below it, which axe knows only of fixed elements.
  const lay = (selector: string, position: string) => {
    for (const one of document.querySelectorAll<HTMLElement>(selector)) one.style.position = position;
  };
  lay('.app-frame__bar', 'static');
  lay('.toast-region', 'fixed');
  const { violations } = await axe.run(document, {
    runOnly: rules ? { type: 'rule', values: rules } : { type: 'tag', values: TAGS },
    rules: { 'target-size': { enabled: true } },
    // The rest would be described node by node, for no one.
    resultTypes: ['violations'],
  });
  lay('.app-frame__bar, .toast-region', '');
  const findings = violations.map(({ id, nodes }) => ({
    rule: id,
    at: nodes.map(({ target, failureSummary }) => `${target.join(' ')}: ${failureSummary ?? ''}`),
  }));
  expect(findings, 'findings of axe').toEqual([]);
  expect(document.documentElement.scrollWidth, 'width of the page').toBeLessThanOrEqual(window.innerWidth);
}

/** The same of the screen in its light and in its dark colours. */
export async function expectAccessibleInBothSchemes(): Promise<void> {
  await seeIn({ scheme: 'light' });
  await expectAccessible();
  await seeIn({ scheme: 'dark' });
  await expectAccessible(COLOUR_RULES);
  await seeIn({});
}
