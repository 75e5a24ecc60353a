import { afterEach, beforeEach, expect, test, vi } from 'vitest';

/** Fake of the browser's Web Locks: a lock is held until it is released. */
let free: Promise<void>;
let letGo: () => void;
let kept: Map<string, string>;
let before: BroadcastChannel | null;

beforeEach(() => {
  free = new Promise((resolve) => {
    letGo = resolve;
  });
  kept = new Map([['wattle.tab', '"of-the-tab"']]);
  before = null;
  const storage = {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => void kept.set(key, value),
  };
  vi.stubGlobal('window', {
    BroadcastChannel,
    sessionStorage: storage,
    setTimeout,
    clearTimeout,
    setInterval,
    clearInterval,
  });
  const request = async (name: string, { signal }: { signal: AbortSignal }, work: () => Promise<void>) => {
    const refused = new Promise<never>((_, reject) => {
      signal.addEventListener('abort', () => reject(new Error('given up')));
    });
    if (name === 'wattle.tab.of-the-tab') await Promise.race([free, refused]);
    void work();
  };
  vi.stubGlobal('navigator', { locks: { request } });
});
afterEach(() => {
  before?.close();
  vi.unstubAllGlobals();
});

async function load() {
  vi.resetModules();
  return (await import('./tab.ts')).tabIsCopy;
}

test('a reloaded page is not taken for a copy, however long the browser keeps the lock of the former page', async () => {
  setTimeout(letGo, 700);
  expect(await load()).toBe(false);
  expect(kept.get('wattle.tab')).toBe('"of-the-tab"');
});

test('a page with the id of another page is a copy and gets an id of its own', async () => {
  before = new BroadcastChannel('wattle.tab');
  const channel = before;
  channel.addEventListener('message', ({ data }: MessageEvent<{ kind: string; id: string }>) => {
    if (data.kind === 'whose') channel.postMessage({ kind: 'mine', id: data.id });
  });
  expect(await load()).toBe(true);
  expect(kept.get('wattle.tab')).not.toBe('"of-the-tab"');
  letGo();
});
