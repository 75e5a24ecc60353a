import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { expectAccessible } from '../../../test-support/accessible.ts';
import { givenSandbox } from '../../../test-support/given-sandbox.ts';
import { openScreen } from '../../../test-support/open-screen.tsx';

const all = (selector: string) => [...document.querySelectorAll<HTMLElement>(selector)];
const hasFetchedFields = () => all('.specimen:not(:has(> .specimen__title + *))').length === 0;

async function openComponents(language: 'enAU' | 'zhCN', query = ''): Promise<void> {
  givenSandbox();
  await openScreen(`/sandbox/components${query}`, { language });
  await expect.element(page.getByRole('heading', { level: 1 })).toBeVisible();
  await expect.poll(hasFetchedFields).toBe(true);
}

/** Texts clipped by an ancestor's overflow. */
function cutWords(): string[] {
  return all('.specimen :is(button, a, p, dt, dd, h4, label, .badge)')
    .filter((element) => !element.closest('.visually-hidden') && getComputedStyle(element).overflowX === 'visible')
    .filter(({ clientWidth, scrollWidth }) => clientWidth > 0 && scrollWidth > clientWidth + 1)
    .map(({ className, tagName, textContent }) => `${className || tagName}: ${textContent.slice(0, 40)}`);
}

for (const language of ['enAU', 'zhCN'] as const) {
  for (const width of [320, 390, 1280]) {
    test(`shows every component of the contents without truncation, at ${width} px in ${language}`, async () => {
      await page.viewport(width, 900);
      await openComponents(language);
      const names = all('.components__contents a').map((link) => link.getAttribute('href')?.slice(1));
      expect(names.length).toBeGreaterThanOrEqual(20);
      expect(new Set(names).size).toBe(names.length);
      expect(all('.specimen').map(({ id }) => id)).toEqual(names);
      const shown = all('.specimen').filter((element) => element.checkVisibility() && element.offsetHeight > 40);
      expect(shown.map(({ id }) => id)).toEqual(names);
      await expect.poll(cutWords).toEqual([]);
      await expectAccessible();
    });
  }

  for (const name of ['journey', 'review', 'receipt']) {
    test(`shows the page of a ${name} in ${language}`, async () => {
      await page.viewport(390, 844);
      await openComponents(language, `?page=${name}`);
      await expectAccessible();
    });
  }
}

test('does not exist on a server that is not a sandbox', async () => {
  givenSandbox(false);
  await openScreen('/sandbox/components');
  await expect.poll(() => location.pathname).toBe('/error');
  expect(all('.specimen')).toEqual([]);
});
