import { createRoot, type Root } from 'react-dom/client';
import { afterEach, expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { givenBrand } from '../../../test-support/brand-view.ts';
import { setBrand } from '../../brand/brand.ts';
import { startTexts, switchLanguage } from '../../i18n/i18n.ts';
import { BrandLink } from './brand-link.tsx';

let root: Root | undefined;
let place: HTMLElement | undefined;

async function open(language: 'enAU' | 'zhCN', isOn = true): Promise<void> {
  setBrand(givenBrand('stumps', { ShowCustomLinkUrl: isOn }));
  await startTexts();
  await switchLanguage(language, { remember: false });
  place = document.body.appendChild(document.createElement('main'));
  root = createRoot(place);
  root.render(
    <>
      <h1>Home</h1>
      <BrandLink />
    </>,
  );
  await expect.element(page.getByRole('heading', { level: 1 })).toBeVisible();
}

afterEach(() => {
  root?.unmount();
  place?.remove();
});

test.each([
  ['enAU', /^Fixtures and tickets/],
  ['zhCN', /^赛程与门票/],
] as const)("shows the link of a brand in the user's language where its switch is on: %s", async (language, name) => {
  await open(language);
  await expect.element(page.getByRole('link', { name })).toHaveAttribute('href', 'https://stumpsclub.example/fixtures');
});

test("hides a brand's own link where its switch is off", async () => {
  await open('zhCN', false);
  await expect.element(page.getByRole('link')).not.toBeInTheDocument();
});
