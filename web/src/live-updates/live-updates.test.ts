import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest';

/** The modules under test read the page when they are loaded, so each test loads them for a new page. */
type Opened = {
  readonly path: string;
  say(text: string): void;
  close(): void;
  readonly signal: AbortSignal;
  readonly bearer: string | null;
};

const READY = 'data: {"Kind":"ready"}\n\n';
const CHANGED = 'data: {"Kind":"changed"}\n\n';
const end = (why: string) => `data: {"Kind":"end","Why":"${why}"}\n\n`;
const POLL_MS = 25_000;

let opened: Opened[] = [];
let published = 0;
let stopUpdates: () => void = () => undefined;
let refuseWith: number | null = null;
let page: EventTarget & { visibilityState: 'visible' | 'hidden' };

function answer(path: string, init: RequestInit): Response {
  if (refuseWith !== null) return new Response('{"error":["503"]}', { status: refuseWith });
  const encoder = new TextEncoder();
  const { signal } = init;
  if (!signal) throw new Error('a stream that cannot be given up');
  const body = new ReadableStream<Uint8Array>({
    start(controller) {
      signal.addEventListener('abort', () => controller.error(new DOMException('left', 'AbortError')));
      opened.push({
        path,
        say: (text) => controller.enqueue(encoder.encode(text)),
        close: () => controller.close(),
        signal,
        bearer: new Headers(init.headers).get('Authorization'),
      });
    },
  });
  return new Response(body, { status: 200 });
}

/** Runs what is due now, then advances the time. */
const pass = (ms = 0) => vi.advanceTimersByTimeAsync(ms);

function givenPage(): void {
  page = Object.assign(new EventTarget(), {
    visibilityState: 'visible' as const,
    documentElement: { dataset: {} },
    querySelector: () => ({ href: '' }),
  });
  const kept = new Map<string, string>();
  const storage = {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => void kept.set(key, value),
    removeItem: (key: string) => void kept.delete(key),
  };
  vi.stubGlobal(
    'window',
    Object.assign(new EventTarget(), {
      location: { pathname: '/' },
      sessionStorage: storage,
      localStorage: storage,
      setTimeout,
      clearTimeout,
      setInterval,
      clearInterval,
    }),
  );
  vi.stubGlobal('document', page);
  vi.stubGlobal('navigator', {});
  vi.stubGlobal('fetch', async (path: string, init: RequestInit) =>
    path === '/api/token/end' ? new Response('{}') : answer(path, init),
  );
}

async function load() {
  vi.resetModules();
  const { setBrand } = await import('../brand/brand.ts');
  const session = await import('../session/session.ts');
  const { startLiveUpdates } = await import('./live-updates.ts');
  return { setBrand, startLiveUpdates, ...session };
}

const tokenOf = (name: string) => ({
  access_token: name,
  token_type: 'bearer' as const,
  expires_in: 300,
  refresh_token: `${name}-refresh`,
  IsSessionExpiryWarningEnabled: true,
  SessionExpiryWarningMilliseconds: 120_000,
  SessionExpiryTotalMilliseconds: 900_000,
});

async function givenUpdates() {
  givenPage();
  const loaded = await load();
  const { setBrand, startSession, startLiveUpdates } = loaded;
  setBrand({
    BrandIdentifier: 'wattle',
    SupportPhoneNumber: '1300 555 010',
    Assets: { Tokens: '/t.css' },
    Texts: { enAU: {}, zhCN: {} },
  } as never);
  startSession('account', 'wattle', tokenOf('first'));
  stopUpdates = startLiveUpdates(() => {
    published += 1;
  }, performance.now() - 250);
  await pass();
  return loaded;
}

// The first load compiles the modules, which may exceed the time limit of a test on a busy machine.
beforeAll(async () => {
  givenPage();
  await load();
}, 60_000);

beforeEach(() => {
  vi.useFakeTimers();
  // Longest random delay.
  vi.spyOn(Math, 'random').mockReturnValue(1);
  opened = [];
  published = 0;
  refuseWith = null;
});

afterEach(async () => {
  stopUpdates();
  await pass();
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
  vi.useRealTimers();
});

test('ends with its session and delivers nothing to the next one', async () => {
  const page = await givenUpdates();
  opened[0]?.say(READY);
  await pass();
  page.endSession('signedOut', page.currentSession()?.id);
  expect(opened[0]?.signal.aborted).toBe(true);
  page.startSession('account', 'wattle', tokenOf('other'));
  await pass(120_000);
  expect(opened.filter(({ path }) => path.startsWith('/api/live'))).toHaveLength(1);
  expect(published).toBe(0);
});

test('opens one stream with the bearer token and passes on its events', async () => {
  await givenUpdates();
  expect(opened.map(({ bearer }) => bearer)).toEqual(['Bearer first']);
  opened[0]?.say(READY);
  await pass();
  expect(published).toBe(0);
  opened[0]?.say(CHANGED);
  await pass();
  expect(published).toBe(1);
});

test('asks only the first stream for changes since the page started loading', async () => {
  await givenUpdates();
  expect(opened[0]?.path).toBe('/api/live?Age=250');
  opened[0]?.say(READY);
  opened[0]?.close();
  await pass(1_000);
  expect(opened[1]?.path).toBe('/api/live');
});

test('refreshes twice for a burst of changes: immediately for the first, once for the rest', async () => {
  await givenUpdates();
  opened[0]?.say(READY + CHANGED.repeat(20));
  await pass();
  expect(published).toBe(1);
  await pass(2_000);
  expect(published).toBe(2);
});

test('reconnects after an interruption and refreshes everything', async () => {
  await givenUpdates();
  opened[0]?.say(READY);
  await pass();
  opened[0]?.close();
  await pass(1_000);
  expect(opened).toHaveLength(2);
  opened[1]?.say(READY);
  await pass();
  expect(published).toBe(1);
});

test('closes a stream that is silent for longer than its heartbeats permit', async () => {
  await givenUpdates();
  opened[0]?.say(READY);
  await pass(30_000);
  opened[0]?.say(':\n\n');
  await pass(37_000);
  expect(opened[0]?.signal.aborted).toBe(false);
  await pass(1_000);
  expect(opened[0]?.signal.aborted).toBe(true);
});

test('polls while a proxy buffers the stream, until an event arrives', async () => {
  await givenUpdates();
  // Each attempt is aborted after 8 s, and repeated after 1, 2, 4, 8, 16 and 32 s.
  await pass(8_000 + 4 * POLL_MS);
  expect(published).toBe(4);
  expect(opened).toHaveLength(6);
  await pass(4_000);
  expect(opened).toHaveLength(7);
  opened[6]?.say(READY);
  await pass();
  expect(published).toBe(4);
  await pass(POLL_MS + 5_000);
  expect(published).toBe(4);
});

test('polls while the server refuses the stream', async () => {
  refuseWith = 503;
  await givenUpdates();
  await pass(2 * POLL_MS);
  expect(published).toBe(2);
});

test('stops immediately when the session ends', async () => {
  await givenUpdates();
  opened[0]?.say(READY);
  await pass();
  stopUpdates();
  expect(opened[0]?.signal.aborted).toBe(true);
  await pass(10 * 60_000);
  expect(opened).toHaveLength(1);
  expect(published).toBe(0);
});

test('closes the stream while the page is hidden, and reopens it afterwards', async () => {
  await givenUpdates();
  opened[0]?.say(READY);
  await pass();
  page.visibilityState = 'hidden';
  page.dispatchEvent(new Event('visibilitychange'));
  await pass(9_000);
  expect(opened[0]?.signal.aborted).toBe(false);
  await pass(1_000);
  expect(opened[0]?.signal.aborted).toBe(true);
  await pass(10 * 60_000);
  expect(opened).toHaveLength(1);
  page.visibilityState = 'visible';
  page.dispatchEvent(new Event('visibilitychange'));
  await pass();
  opened[1]?.say(READY);
  await pass();
  expect(published).toBe(1);
});

test('waits a minute if the session has newer streams', async () => {
  await givenUpdates();
  opened[0]?.say(READY + end('replaced'));
  opened[0]?.close();
  await pass(59_000);
  expect(opened).toHaveLength(1);
  await pass(1_000);
  expect(opened).toHaveLength(2);
});

test('lets the page end an idle session before it checks whether it has ended', async () => {
  await givenUpdates();
  opened[0]?.say(READY + end('session'));
  opened[0]?.close();
  await pass(5_900);
  expect(opened).toHaveLength(1);
  await pass(100);
  expect(opened).toHaveLength(2);
});
