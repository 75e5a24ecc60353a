import { getCards } from '@wattle/contract/cards/home/get-cards.ts';
import { getOnlineAccount } from '@wattle/contract/profile/get-online-account.ts';
import type { BrandView } from '@wattle/contract/brands/get-brand.ts';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';

/** The modules under test read the page when they are loaded, so each test loads them on a page of its own. */
type Asked = { readonly path: string; readonly headers: Headers };

const CARDS = '/api/card/cards?includeImages=true';
const BRAND = {
  BrandIdentifier: 'wattle',
  SupportPhoneNumber: '1300 555 010',
  Assets: { Tokens: '/t.css' },
  Texts: { enAU: {}, zhCN: {} },
} as unknown as BrandView;
const TOKEN = {
  access_token: 'first',
  token_type: 'bearer' as const,
  expires_in: 300,
  refresh_token: 'first-refresh',
  IsSessionExpiryWarningEnabled: true,
  SessionExpiryWarningMilliseconds: 120_000,
  SessionExpiryTotalMilliseconds: 900_000,
};

let asked: Asked[] = [];
let dataset: Record<string, string> = {};
let page: EventTarget & { wattleEarly?: unknown };

beforeEach(() => {
  vi.resetModules();
  asked = [];
  dataset = { brand: 'wattle' };
  const kept = new Map<string, string>();
  const storage = {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => void kept.set(key, value),
    removeItem: (key: string) => void kept.delete(key),
  };
  page = Object.assign(new EventTarget(), {
    location: { pathname: '/' },
    sessionStorage: storage,
    localStorage: storage,
  });
  vi.stubGlobal('window', page);
  vi.stubGlobal('sessionStorage', storage);
  vi.stubGlobal('document', { documentElement: { dataset }, querySelector: () => ({ href: '' }) });
  vi.stubGlobal('fetch', async (path: string, init: RequestInit) => {
    asked.push({ path, headers: new Headers(init.headers) });
    return Response.json({ cards: [], path });
  });
});
afterEach(() => {
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

async function givenSession(kind: 'account' | 'card', brand = 'wattle'): Promise<void> {
  const session = await import('../session/session.ts');
  session.startSession(kind, brand, TOKEN);
}

async function app() {
  const { setBrand } = await import('../brand/brand.ts');
  setBrand(BRAND);
  return (await import('../api/call.ts')).call;
}

test.each([
  ['account', [CARDS, '/api/onlineAccount/']],
  ['card', [CARDS]],
] as const)('asks, signed in by %s, for what the app asks for first, as the app would', async (kind, addresses) => {
  await givenSession(kind);
  await import('./early.ts');
  const early = asked.splice(0);
  expect(early.map(({ path }) => path)).toEqual(addresses);
  delete page.wattleEarly;
  const call = await app();
  await call(getCards, { query: { includeImages: 'true' } });
  if (kind === 'account') await call(getOnlineAccount, {});
  expect(asked.map(({ path, headers }) => [path, [...headers]])).toEqual(
    early.map(({ path, headers }) => [path, [...headers]]),
  );
});

test('hands each answer over once', async () => {
  await givenSession('account');
  await import('./early.ts');
  const call = await app();
  expect(await call(getCards, { query: { includeImages: 'true' } })).toMatchObject({
    ok: true,
    value: { path: CARDS },
  });
  expect(asked).toHaveLength(2);
  await call(getCards, { query: { includeImages: 'true' } });
  expect(asked).toHaveLength(3);
});

test('gives nothing to another session, nor what is too old or out of date', async () => {
  await givenSession('account');
  await import('./early.ts');
  const { dropEarly, takeEarly } = await import('./early-calls.ts');
  expect(takeEarly(CARDS, 'second')).toBeUndefined();
  vi.useFakeTimers({ now: 0, toFake: ['performance'] });
  vi.advanceTimersByTime(60 * 60_000);
  expect(takeEarly(CARDS, 'first')).toBeUndefined();
  vi.useRealTimers();
  dropEarly();
  expect(takeEarly(CARDS, 'first')).toBeUndefined();
});

test.each([
  ['without a session', undefined],
  ['with the session of another brand', 'tui'],
])('asks for nothing %s, and says that nobody is signed in', async (_, brand) => {
  if (brand) await givenSession('account', brand);
  await import('./early.ts');
  expect(asked).toEqual([]);
  expect(dataset['session']).toBe('none');
});
