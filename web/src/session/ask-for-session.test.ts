import { afterEach, beforeEach, expect, test, vi } from 'vitest';

/** The modules under test read the page when they are loaded, so each test loads them for a new page. */
const sessionOf = (brand: string) => ({ id: 'one', brand, kind: 'account', accessToken: 'a', refreshToken: 'b' });

// Each test has a different brand, because the pages of earlier tests still answer.
let count = 0;
let brand = '';
let held: readonly string[] = [];
let otherTab: BroadcastChannel;
let asked = 0;
let answerAfterMs: number | null = 0;

beforeEach(() => {
  count += 1;
  brand = `brand${count}`;
  held = [];
  asked = 0;
  answerAfterMs = 0;
  const kept = new Map<string, string>();
  const storage = {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => void kept.set(key, value),
    removeItem: (key: string) => void kept.delete(key),
  };
  const page = Object.assign(new EventTarget(), {
    location: { pathname: '/' },
    sessionStorage: storage,
    localStorage: storage,
  });
  vi.stubGlobal('window', Object.assign(page, { BroadcastChannel, setTimeout, clearTimeout }));
  const query = async () => ({ held: held.map((name) => ({ name })), pending: [] });
  vi.stubGlobal('navigator', { locks: { query, request: async () => undefined } });
  otherTab = new BroadcastChannel('wattle.session');
  otherTab.addEventListener('message', ({ data }: MessageEvent<{ kind: string; brand: string; asker: string }>) => {
    if (data.kind !== 'wanted' || data.brand !== brand) return;
    asked += 1;
    const give = () => otherTab.postMessage({ kind: 'given', asker: data.asker, session: sessionOf(brand) });
    if (answerAfterMs !== null && asked === 1) setTimeout(give, answerAfterMs);
  });
});
afterEach(() => {
  otherTab.close();
  vi.unstubAllGlobals();
});

async function ask() {
  vi.resetModules();
  const { askForSession } = await import('./ask-for-session.ts');
  return askForSession(brand);
}

test('continues the session of another tab, even if its answer is slow', async () => {
  held = [`wattle.session.${brand}.one`, 'wattle.tab.x'];
  answerAfterMs = 700;
  expect(await ask()).toEqual(sessionOf(brand));
});

test.each([
  ['no tab has a session', []],
  ['tabs have one of another brand', ['tui.one']],
  ['tabs have two', ['own.one', 'own.two']],
])('asks no other tab when %s', async (_, names) => {
  held = names.map((name) => `wattle.session.${name.replace('own', brand)}`);
  expect(await ask()).toBeNull();
  expect(asked).toBe(0);
});

test('two tabs with one session count as one session', async () => {
  held = [`wattle.session.${brand}.one`, `wattle.session.${brand}.one`];
  expect(await ask()).toEqual(sessionOf(brand));
});

test('stops waiting for a closed tab', async () => {
  held = [`wattle.session.${brand}.one`];
  answerAfterMs = null;
  const answer = ask();
  await expect.poll(() => asked).toBeGreaterThan(0);
  held = [];
  expect(await answer).toBeNull();
});
