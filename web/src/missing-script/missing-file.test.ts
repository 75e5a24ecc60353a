import { afterEach, beforeEach, expect, test, vi } from 'vitest';

const NOW_MS = Date.parse('2026-11-20T02:00:00Z');

let page: EventTarget & { location: { href: string; reload: () => void } };
let reloads: number;
let kept: Map<string, string>;

beforeEach(() => {
  vi.resetModules();
  vi.useFakeTimers({ now: NOW_MS });
  reloads = 0;
  kept = new Map();
  const sessionStorage = {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => void kept.set(key, value),
  };
  page = Object.assign(new EventTarget(), {
    location: {
      href: 'http://localhost/cardHome',
      reload: () => {
        reloads += 1;
      },
    },
    sessionStorage,
  });
  vi.stubGlobal('window', page);
  vi.stubGlobal('navigator', { onLine: true });
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

/** Reports a failed import as Vite does. */
async function givenMissingFile(): Promise<{ error: Error; reload: () => boolean }> {
  const { reloadForMissingFile } = await import('./missing-file.ts');
  const error = new TypeError('Importing a module script failed.');
  page.dispatchEvent(Object.assign(new Event('vite:preloadError'), { payload: error }));
  return { error, reload: () => reloadForMissingFile(error) };
}

test('reloads the page at most once a minute for an address', async () => {
  const { reload } = await givenMissingFile();
  expect(reload()).toBe(true);
  expect(reload()).toBe(false);
  vi.setSystemTime(NOW_MS + 59_999);
  expect(reload()).toBe(false);
  vi.setSystemTime(NOW_MS + 60_000);
  expect(reload()).toBe(true);
  expect(reloads).toBe(2);
});

test('reloads another address as well', async () => {
  const { reload } = await givenMissingFile();
  reload();
  page.location.href = 'http://localhost/transactions';
  expect(reload()).toBe(true);
});

test('ignores any other error', async () => {
  await givenMissingFile();
  const { reloadForMissingFile } = await import('./missing-file.ts');
  expect(reloadForMissingFile(new TypeError('Importing a module script failed.'))).toBe(false);
  expect(reloadForMissingFile(undefined)).toBe(false);
  expect(reloads).toBe(0);
});

test('waits while the device is offline', async () => {
  const { reload } = await givenMissingFile();
  vi.stubGlobal('navigator', { onLine: false });
  expect(reload()).toBe(false);
  expect(reloads).toBe(0);
});

test('does not reload if the reload cannot be recorded', async () => {
  const { reload } = await givenMissingFile();
  Object.assign(page, {
    sessionStorage: {
      getItem: () => null,
      setItem: () => {
        throw new DOMException('switched off', 'SecurityError');
      },
    },
  });
  expect(reload()).toBe(false);
  expect(reloads).toBe(0);
});
