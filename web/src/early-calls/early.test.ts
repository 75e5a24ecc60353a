import { getCards } from '@wattle/contract/cards/home.ts';
import { getStoreCatalogue } from '@wattle/contract/store/store.ts';
import { getOnlineAccount } from '@wattle/contract/profile/online-account.ts';
import type { BrandView } from '@wattle/contract/brands/brand.ts';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';

/** The modules under test read the page when they are loaded, so each test loads them for a new page. */
type Kept = { setItem(key: string, value: string): void };
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
let page: EventTarget & { wattleEarly?: unknown; sessionStorage: Kept; localStorage: Kept };

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
] as const)('sends the first requests of the app in its own form when signed in by %s', async (kind, addresses) => {
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

test('returns each response once', async () => {
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

test('withholds responses from another session and stale ones', async () => {
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

/** Pictures that were asked for. */
let pictures = 0;
class Picture {
  constructor() {
    pictures += 1;
  }
}

type Element_ = { className: string; textContent: string; parts: unknown[]; append(...parts: unknown[]): void };

/** Loads a page with the outline of the home. Returns what replaces the pending amount. */
function givenHome(
  cards: readonly object[],
  drawn = ['#outline .home-hero__amount-waiting', '#outline .card-picture'],
): { amount(): string | undefined; art(): string | undefined } {
  let amount: Element_ | undefined;
  let art: { src: string } | undefined;
  const element = (): Element_ => ({
    className: '',
    textContent: '',
    parts: [],
    append(...parts) {
      this.parts.push(...parts);
    },
  });
  const found: Record<string, unknown> = {
    '#wattle-brand': { textContent: JSON.stringify({ DefaultMaskedCardNumber: 'second' }) },
    '#outline .home-hero__amount-waiting': { replaceWith: (by: Element_) => (amount = by) },
    '#outline .card-picture': { append: (by: { src: string }) => (art = by) },
  };
  vi.stubGlobal('document', {
    documentElement: { dataset },
    querySelector: (selector: string) =>
      selector.startsWith('#outline') && !drawn.includes(selector) ? null : (found[selector] ?? null),
    createElement: element,
  });
  vi.stubGlobal('Image', Picture);
  vi.stubGlobal('localStorage', page.localStorage);
  vi.stubGlobal('fetch', async () => Response.json({ cards: cards.map((value) => ({ value })) }));
  const text = (part: unknown) => (typeof part === 'string' ? part : (part as Element_).textContent);
  return {
    amount: () => amount && `${amount.className}: ${amount.parts.map(text).join('|')}`,
    art: () => art?.src,
  };
}

const cardOf = (MaskedCardNumber: string, AvailableAccountBalance: number) => ({
  AccountNumber: '200100017',
  MaskedCardNumber,
  ExpirationDate: '2029-11',
  CardThumbnail: `/${MaskedCardNumber}.svg`,
  AvailableAccountBalance,
});
const CARDS_HELD = [cardOf('first', 2486.35), cardOf('second', -0.5), cardOf('third', 1_234_567.8)];

test.each([
  ['the brand’s card', undefined, 'balance__amount: −$0|.50', '/second.svg'],
  ['the chosen card', '200100017/first/2029-11', 'balance__amount: $2,486|.35', '/first.svg'],
  ['millions', '200100017/third/2029-11', 'balance__amount balance__amount--long: $1,234,567|.80', '/third.svg'],
])('shows the balance and the art of %s before the app loads', async (_what, chosen, amount, art) => {
  await givenSession('account');
  const home = givenHome(CARDS_HELD);
  if (chosen) page.sessionStorage.setItem('wattle.session.card', JSON.stringify(chosen));
  await import('./early.ts');
  await vi.waitFor(() => expect(home.amount()).toBe(amount));
  expect(home.art()).toBe(art);
});

test('shows the card art without a hidden balance', async () => {
  await givenSession('account');
  page.localStorage.setItem('wattle.balance.hidden', 'true');
  const home = givenHome(CARDS_HELD);
  await import('./early.ts');
  await vi.waitFor(() => expect(home.art()).toBe('/second.svg'));
  expect(home.amount()).toBeUndefined();
});

test.each([
  ['the language of the page', 'enAU', 'enAU'],
  ['another language', 'zhCN', 'other'],
  ['none', undefined, 'enAU'],
])('marks words of the outline in a language that was not chosen: chosen is %s', async (_, chosen, marked) => {
  dataset['language'] = 'enAU';
  if (chosen !== undefined) page.localStorage.setItem('wattle.language', JSON.stringify(chosen));
  await import('./early.ts');
  expect(dataset['language']).toBe(marked);
});

test.each([
  ['without a session', undefined],
  ['with the session of another brand', 'tui'],
])('sends nothing %s and reports that nobody is signed in', async (_, brand) => {
  if (brand) await givenSession('account', brand);
  await import('./early.ts');
  expect(asked).toEqual([]);
  expect(dataset['session']).toBe('none');
});

test('asks for no picture on a page that draws no card', async () => {
  pictures = 0;
  givenHome(CARDS_HELD, []);
  await givenSession('account');
  await import('./early.ts');
  const { takeEarly } = await import('./early-calls.ts');
  await takeEarly(CARDS, TOKEN.access_token);
  await new Promise((done) => setTimeout(done, 20));
  expect(pictures).toBe(0);
});

test('sends the request of the store in the form of the app, and fetches the art of each kind', async () => {
  await givenSession('account');
  dataset['early'] = 'store';
  const art: string[] = [];
  vi.stubGlobal(
    'Image',
    class {
      set src(address: string) {
        art.push(address);
      }
    },
  );
  const products = [
    { Kind: 'virtual', Art: '/gift.svg' },
    { Kind: 'virtual', Art: '/other.svg' },
    { Kind: 'reloadable', Art: null },
    { Kind: 'singleload', Art: '/single.svg' },
  ];
  vi.stubGlobal('fetch', async (path: string, init: RequestInit) => {
    asked.push({ path, headers: new Headers(init.headers) });
    return Response.json({ Products: products });
  });
  await import('./early.ts');
  await vi.waitFor(() => expect(art).toEqual(['/gift.svg', '/single.svg']));
  const early = asked.splice(0);
  await app();
  const { send } = await import('../api/send.ts');
  const answer = await send(getStoreCatalogue, { query: { brand: 'wattle' } });
  expect(answer).toMatchObject({ ok: true, value: { Products: products } });
  expect(asked).toEqual([]);
  await send(getStoreCatalogue, { query: { brand: 'wattle' } });
  expect(asked.map(({ path, headers }) => [path, [...headers]])).toEqual(
    early.map(({ path, headers }) => [path, [...headers]]),
  );
});
