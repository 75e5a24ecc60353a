import { createRoot } from 'react-dom/client';
import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { givenBrand } from '../../test-support/brand-view.ts';
import { setBrand } from '../brand/brand.ts';
import { loadTexts, startTexts, switchLanguage, translate } from '../i18n/i18n.ts';
import { ToastRegion } from './toast-region.tsx';
import { dismissToast, showToast, toasts } from './toasts.ts';

test('a toast made by a function follows a switch of the language', async () => {
  setBrand(givenBrand('wattle'));
  await startTexts();
  await switchLanguage('enAU', { remember: false });
  await loadTexts(['ui', 'access']);
  const box = document.body.appendChild(document.createElement('div'));
  const root = createRoot(box);
  root.render(<ToastRegion />);
  showToast({ text: () => translate('access:upgrade.added', { suffix: '0074' }) });
  const english = translate('access:upgrade.added', { suffix: '0074' });
  const region = page.getByRole('region');
  await expect.element(region.getByText(english)).toBeVisible();
  await switchLanguage('zhCN', { remember: false });
  await expect.element(region.getByText(/[\p{Script=Han}].*0074/u)).toBeVisible();
  await expect.element(page.getByText(english)).not.toBeInTheDocument();
  dismissToast(toasts.get()?.id ?? 0);
  await switchLanguage('enAU', { remember: false });
  root.unmount();
  box.remove();
});
