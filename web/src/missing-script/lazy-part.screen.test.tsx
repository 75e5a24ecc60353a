import { createRoot, type Root } from 'react-dom/client';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import { wordsIn } from '../../test-support/words.ts';
import { startTexts } from '../i18n/i18n.ts';
import type { ElementComponent } from '../jsx/jsx-types.d.ts';
import { textOf, toasts } from '../ui/toasts.ts';
import { lazyPart } from './lazy-part.tsx';

const SAID = wordsIn('enAU', 'common:loadFailed');

let place: HTMLElement;
let root: Root;

beforeEach(async () => {
  await startTexts();
  toasts.set(null);
  // A page that is online is loaded again instead.
  vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
  place = document.body.appendChild(document.createElement('div'));
  root = createRoot(place);
});
afterEach(() => {
  root.unmount();
  place.remove();
  vi.restoreAllMocks();
});

const Hello: ElementComponent = () => <p>Hello</p>;

/** The error of Vite if a file of an import cannot be loaded. */
function missingFile(): Error {
  const error = new Error('Failed to fetch dynamically imported module');
  window.dispatchEvent(Object.assign(new Event('vite:preloadError', { cancelable: true }), { payload: error }));
  return error;
}

function failing(times: number): () => Promise<ElementComponent> {
  let left = times;
  return async () => {
    if (left === 0) return Hello;
    left -= 1;
    throw missingFile();
  };
}

function show(Part: ElementComponent<{ readonly onClose?: () => void }>, onClose?: () => void): void {
  root.render(
    <>
      <h1>The page</h1>
      <Part {...(onClose && { onClose })} />
    </>,
  );
}

test('a part that does not load says so in its place, and is tried again', async () => {
  show(lazyPart(failing(2)));
  const retry = page.getByRole('button', { name: 'Try again' });
  await expect.element(page.getByRole('alert')).toHaveTextContent(`${SAID}Try again`);
  await expect.element(page.getByRole('heading', { name: 'The page' })).toBeVisible();
  await retry.click();
  await expect.element(retry).toBeVisible();
  await retry.click();
  await expect.element(page.getByText('Hello')).toBeVisible();
});

test('a part that did not load comes once the device is back online', async () => {
  show(lazyPart(failing(1)));
  await expect.element(page.getByRole('alert')).toBeVisible();
  window.dispatchEvent(new Event('online'));
  await expect.element(page.getByText('Hello')).toBeVisible();
});

test('a dialog that does not load closes, and a toast says so', async () => {
  const onClose = vi.fn();
  show(lazyPart(failing(1)), onClose);
  await expect.poll(() => onClose.mock.calls.length).toBe(1);
  const toast = toasts.get();
  expect(toast && textOf(toast)).toBe(SAID);
  await expect.element(page.getByRole('heading', { name: 'The page' })).toBeVisible();
});
