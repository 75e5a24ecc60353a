import '../../ui/tokens.css';
import '../../ui/base.css';
import type { Language } from '@wattle/contract/rules/languages.ts';
import { createRoot } from 'react-dom/client';
import { afterEach, expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { expectAccessibleInBothSchemes } from '../../../test-support/accessible.ts';
import { expectText, expectTexts } from '../../../test-support/by-hand.ts';
import { startBrand } from '../../brand/start-brand.ts';
import { startTexts, switchLanguage } from '../../i18n/i18n.ts';
import { ChooseBrandPage } from './choose-brand.screen.tsx';

const BRANDS = [
  ['wattle', 'Wattle'],
  ['stumps', 'The Stumps Cricket Supporters and Members Club of Greater Melbourne'],
  ['kea', 'Kea'],
] as const;

let close = () => undefined as void;
afterEach(() => close());

async function open(language: Language): Promise<void> {
  await startTexts();
  await switchLanguage(language, { remember: false });
  const json = (id: string, value: unknown) =>
    Object.assign(document.createElement('script'), {
      type: 'application/json',
      id,
      textContent: JSON.stringify(value),
    });
  const choices = BRANDS.map(([BrandIdentifier, BrandName]) => ({
    BrandIdentifier,
    BrandName,
    Assets: { Logo: '/logo.svg', LogoOnDark: '/logo.svg' },
  }));
  const place = document.createElement('div');
  const added = [json('wattle-brand', null), json('wattle-brands', choices), place];
  document.body.append(...added);
  const root = createRoot(place);
  close = () => {
    root.unmount();
    for (const each of added) each.remove();
  };
  root.render(<ChooseBrandPage />);
}

for (const [language, title] of [
  ['enAU', 'Which card do you have?'],
  ['zhCN', '您持有哪种卡？'],
] as const) {
  for (const width of [320, 1280]) {
    test(`offers several brands by name, each with a link, in ${language} at ${width} px`, async () => {
      await page.viewport(width, 800);
      await open(language);
      expect(await startBrand()).toBe('choose');
      await expectText(page.getByRole('heading', { level: 1 }), title);
      await expectTexts(page.getByRole('listitem'), [BRANDS[2][1], BRANDS[1][1], BRANDS[0][1]]);
      const { pathname, search } = window.location;
      await expect
        .element(page.getByRole('link', { name: 'Kea' }))
        .toHaveAttribute('href', `/kea${pathname === '/' ? '' : pathname}${search}`);
      await expectAccessibleInBothSchemes();
    });
  }
}
