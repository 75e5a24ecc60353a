import '../../ui/tokens.css';
import '../../ui/base.css';
import { getBrand } from '@wattle/contract/brands/brand.ts';
import type { Language } from '@wattle/contract/rules/languages.ts';
import { createRoot } from 'react-dom/client';
import { afterEach, expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { expectAccessibleInBothSchemes } from '../../../test-support/accessible.ts';
import { expectText, seeIn } from '../../../test-support/by-hand.ts';
import { answer, fail } from '../../../test-support/given-server.ts';
import { startBrand } from '../../brand/start-brand.ts';
import { startTexts, switchLanguage } from '../../i18n/i18n.ts';
import { BrandlessPage } from './brandless.screen.tsx';

let close = () => undefined as void;

afterEach(async () => {
  close();
  await seeIn({});
});

async function open(language: Language, isUnknown: boolean): Promise<void> {
  await startTexts();
  await switchLanguage(language, { remember: false });
  const place = document.body.appendChild(document.createElement('div'));
  const root = createRoot(place);
  close = () => {
    root.unmount();
    place.remove();
  };
  root.render(<BrandlessPage isUnknown={isUnknown} />);
}

test('an unknown brand is reported, with a link to the start page', async () => {
  await open('enAU', true);
  await expectText(page.getByRole('heading', { level: 1 }), 'Page not found');
  await expect.element(page.getByRole('link', { name: 'Go to the start page' })).toHaveAttribute('href', '/');
  await expectAccessibleInBothSchemes();
});

for (const [language, title, again] of [
  ['enAU', 'This page didn’t load', 'Try again'],
  ['zhCN', '页面未能加载', '重试'],
] as const) {
  test(`reports a brand that failed to load and offers to try again, in ${language}`, async () => {
    await open(language, false);
    await expectText(page.getByRole('heading', { level: 1 }), title);
    await expect.element(page.getByRole('button', { name: again })).toBeVisible();
    await expectAccessibleInBothSchemes();
  });
}

test.each([0, 500, 503] as const)('a brand failed to load when its call ends with status %i', async (status) => {
  fail(getBrand, status);
  expect(await startBrand()).toBe('failed');
});

test('a brand that the server does not have is unknown', async () => {
  answer(getBrand, () => Response.json({ error: ['404'] }, { status: 404 }));
  expect(await startBrand()).toBe('unknown');
});

test('a brand that failed to load is loaded again with the page', async () => {
  await open('enAU', false);
  const kinds: string[] = [];
  const note = (event: NavigateEvent) => {
    kinds.push(event.navigationType);
    event.preventDefault();
  };
  navigation.addEventListener('navigate', note);
  try {
    await page.getByRole('button', { name: 'Try again' }).click();
    await expect.poll(() => kinds).toEqual(['reload']);
  } finally {
    navigation.removeEventListener('navigate', note);
  }
});
