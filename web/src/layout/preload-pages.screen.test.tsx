import { afterEach, expect, test, vi } from 'vitest';
import { preloadPages } from './preload-pages.ts';

const fetched = (file: string) =>
  performance.getEntriesByType('resource').some(({ name }) => new URL(name).pathname.endsWith(file));

let end = () => {};

function givenLink(href: string): HTMLAnchorElement {
  const link = Object.assign(document.createElement('a'), { href, textContent: 'To a page' });
  document.body.append(link);
  return link;
}

const press = (link: HTMLAnchorElement) => link.dispatchEvent(new PointerEvent('pointerdown', { bubbles: true }));

afterEach(() => {
  end();
  vi.useRealTimers();
  Reflect.deleteProperty(navigator, 'connection');
  Reflect.deleteProperty(navigator, 'onLine');
  document.body.replaceChildren();
});

test('fetches nothing for who saves data, nor of other sites, nor of links that open elsewhere', async () => {
  Object.defineProperty(navigator, 'connection', { configurable: true, value: { saveData: true } });
  vi.useFakeTimers();
  end = preloadPages('/cardHome');
  press(givenLink('/statements'));
  await vi.advanceTimersByTimeAsync(60_000);
  vi.useRealTimers();
  end();
  Reflect.deleteProperty(navigator, 'connection');
  end = preloadPages('/cardHome');
  press(givenLink('https://other.example/statements'));
  press(Object.assign(givenLink('/statements'), { target: '_blank' }));
  press(givenLink('/nothing/here'));
  await new Promise((done) => setTimeout(done, 500));
  expect(fetched('statements.screen.tsx')).toBe(false);
  expect(fetched('transactions.screen.tsx')).toBe(false);
});

test('fetches nothing offline, and again once the device is back', async () => {
  Object.defineProperty(navigator, 'onLine', { configurable: true, value: false });
  end = preloadPages('/cardHome');
  press(givenLink('/faqs'));
  await new Promise((done) => setTimeout(done, 500));
  expect(fetched('faqs.screen.tsx')).toBe(false);
  Reflect.deleteProperty(navigator, 'onLine');
  press(givenLink('/faqs'));
  await expect.poll(() => fetched('faqs.screen.tsx'), { timeout: 10_000 }).toBe(true);
});

test('fetches the page of a link that is touched, and of one that has the focus', async () => {
  end = preloadPages('/cardHome');
  press(givenLink('/statements?card=1'));
  await expect.poll(() => fetched('statements.screen.tsx'), { timeout: 10_000 }).toBe(true);
  await expect.poll(() => fetched('texts/enAU/statements.json')).toBe(true);
  givenLink('/contactUs').focus();
  await expect.poll(() => fetched('contact-us.screen.tsx'), { timeout: 10_000 }).toBe(true);
});

test('fetches the transactions once the home is quiet, and not after it has gone', async () => {
  vi.useFakeTimers();
  preloadPages('/cardHome')();
  await vi.advanceTimersByTimeAsync(60_000);
  end = preloadPages('/cardHome');
  await vi.advanceTimersByTimeAsync(4_999);
  vi.useRealTimers();
  expect(fetched('transactions.screen.tsx')).toBe(false);
  end();
  vi.useFakeTimers();
  end = preloadPages('/cardHome');
  await vi.advanceTimersByTimeAsync(5_000);
  vi.useRealTimers();
  await expect.poll(() => fetched('transactions.screen.tsx'), { timeout: 10_000 }).toBe(true);
});
