import type { BrandView } from '@wattle/contract/brands/brand.ts';
import { startPasskey } from '@wattle/contract/access/passkeys.ts';
import { signOut } from '@wattle/contract/access/session.ts';
import { getServerTime } from '@wattle/contract/brands/config.ts';
import { getCards } from '@wattle/contract/cards/home.ts';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';

/** The modules under test read the page when they are loaded, so each test loads them for a new page. */
type Answer = { readonly status: number; readonly body?: unknown } | 'no network';
type Sent = { readonly path: string; readonly bearer: string | null; readonly body: string };

const BRAND = {
  BrandIdentifier: 'wattle',
  BrandName: 'Harbour Mutual',
  BrandId: 1,
  TenantId: 1,
  SupportPhoneNumber: '1300 555 010',
  Assets: { Tokens: '/t.css', Logo: '/l.svg', LogoOnDark: '/d.svg', Hero: '/h.svg' },
  Texts: { enAU: {}, zhCN: {} },
} as unknown as BrandView;

const tokenAnswer = (name: string) => ({
  access_token: name,
  token_type: 'bearer' as const,
  expires_in: 300,
  refresh_token: `${name}-refresh`,
  IsSessionExpiryWarningEnabled: true,
  SessionExpiryWarningMilliseconds: 120_000,
  SessionExpiryTotalMilliseconds: 900_000,
});

function storage() {
  const kept = new Map<string, string>();
  return {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => void kept.set(key, value),
    removeItem: (key: string) => void kept.delete(key),
  };
}

let sent: Sent[] = [];

/** The end of a session is answered, because a page repeats it until it is, in the middle of a later test. */
function givenServer(answer: (call: Sent) => Answer): void {
  vi.stubGlobal('fetch', async (path: string, init: RequestInit) => {
    const call = {
      path,
      bearer: new Headers(init.headers).get('Authorization'),
      body: typeof init.body === 'string' ? init.body : '',
    };
    sent.push(call);
    const given: Answer = path === '/api/token/end' ? { status: 200, body: {} } : answer(call);
    if (given === 'no network') throw new TypeError('Failed to fetch');
    return new Response(given.body === undefined ? 'not JSON' : JSON.stringify(given.body), { status: given.status });
  });
}

async function givenPage() {
  vi.resetModules();
  vi.stubGlobal('window', {
    location: { pathname: '/' },
    sessionStorage: storage(),
    localStorage: storage(),
    addEventListener: () => undefined,
  });
  vi.stubGlobal('document', {
    documentElement: { dataset: {} },
    querySelector: () => ({ href: '' }),
  });
  const { setBrand } = await import('../brand/brand.ts');
  const session = await import('../session/session.ts');
  const { call } = await import('./call.ts');
  const { onServerFault } = await import('./server-fault.ts');
  const { askedProof } = await import('./proof.ts');
  const { refreshSession } = await import('../session/refresh.ts');
  setBrand(BRAND);
  session.startSession('account', 'wattle', tokenAnswer('first'));
  return { askedProof, call, onServerFault, refreshSession, ...session };
}

type Page = Awaited<ReturnType<typeof givenPage>>;

/** Accepts only the second access token, as after the five minutes of the first. */
const afterTheFirstToken = (call: Sent): Answer =>
  call.path === '/api/token'
    ? { status: 200, body: tokenAnswer('second') }
    : call.bearer === 'Bearer second'
      ? { status: 200, body: { IsSuccessful: true } }
      : { status: 401, body: { error: ['401'] } };

const renewals = () => sent.filter((call) => call.path === '/api/token');

beforeEach(() => {
  sent = [];
});

afterEach(() => {
  vi.unstubAllGlobals();
});

test('renews the session after a 401 and retries once', async () => {
  const page = await givenPage();
  givenServer(afterTheFirstToken);
  expect(await page.call(signOut, {})).toEqual({ ok: true, value: { IsSuccessful: true } });
  expect(sent.map((call) => call.path)).toEqual(['/api/token/revoke', '/api/token', '/api/token/revoke']);
  expect(page.currentSession()?.accessToken).toBe('second');
});

test('renews once for calls that fail at the same time', async () => {
  const page = await givenPage();
  givenServer(afterTheFirstToken);
  const answers = await Promise.all([page.call(signOut, {}), page.call(signOut, {}), page.call(signOut, {})]);
  expect(answers.every((answer) => answer.ok)).toBe(true);
  expect(renewals()).toHaveLength(1);
});

test('reports in a renewal whether the user was active', async () => {
  const page = await givenPage();
  givenServer(afterTheFirstToken);
  await page.call(signOut, {});
  expect(new URLSearchParams(renewals()[0]?.body).get('active')).toBe('false');
});

test('renews again for an active user while a renewal without activity is in flight', async () => {
  const page = await givenPage();
  givenServer(() => ({ status: 200, body: tokenAnswer('second') }));
  const renewed = await Promise.all([
    page.refreshSession(false),
    page.refreshSession(true),
    page.refreshSession(true),
    page.refreshSession(false),
  ]);
  expect(renewed).toEqual([true, true, true, true]);
  expect(renewals().map(({ body }) => new URLSearchParams(body).get('active'))).toEqual(['false', 'true']);
});

test('ends the session when its renewal is refused', async () => {
  const page = await givenPage();
  const ended: string[] = [];
  page.onSessionEnd(({ why }) => ended.push(why));
  givenServer((call) => ({ status: call.path === '/api/token' ? 400 : 401, body: { error: ['20245'] } }));
  expect((await page.call(signOut, {})).ok).toBe(false);
  expect(page.currentSession()).toBeNull();
  expect(ended).toEqual(['expired']);
});

test('keeps the session when its renewal gets no response', async () => {
  const page = await givenPage();
  givenServer((call) => (call.path === '/api/token' ? 'no network' : { status: 401, body: { error: ['401'] } }));
  expect(await page.call(signOut, {})).toEqual({ ok: false, code: '99999', status: 0 });
  expect(page.currentSession()?.accessToken).toBe('first');
});

test('ends the session when a fresh token is refused too', async () => {
  const page = await givenPage();
  givenServer((call) =>
    call.path === '/api/token'
      ? { status: 200, body: tokenAnswer('second') }
      : { status: 401, body: { error: ['401'] } },
  );
  expect((await page.call(signOut, {})).ok).toBe(false);
  expect(page.currentSession()).toBeNull();
  expect(renewals()).toHaveLength(1);
});

test('returns a refusal as a value with the first code and its field', async () => {
  const page = await givenPage();
  givenServer(() => ({ status: 400, body: { error: ['20010', '10000'], field: 'Card' } }));
  expect(await page.call(signOut, {})).toEqual({ ok: false, code: '20010', field: 'Card', status: 400 });
});

test.each([
  ['no answer', 'no network' as const, 0],
  ['an answer that is not JSON', { status: 200 }, 0],
  ['an error without a code', { status: 502, body: { message: 'bad gateway' } }, 502],
])('returns 99999 for %s', async (_, answer, status) => {
  const page = await givenPage();
  givenServer(() => answer);
  expect(await page.call(signOut, {})).toEqual({ ok: false, code: '99999', status });
});

test('a server error is returned as a value, and page and session stay', async () => {
  const page = await givenPage();
  const faults: number[] = [];
  page.onServerFault(() => faults.push(1));
  givenServer(() => ({ status: 500, body: { error: ['99999'] } }));
  for (const operation of [getServerTime, signOut]) {
    expect(await page.call(operation, {})).toEqual({ ok: false, code: '99999', status: 500 });
  }
  expect(faults).toEqual([]);
  expect(page.currentSession()).not.toBeNull();
});

test.each([
  ['a fact', 5_000, (page: Page) => page.call(getServerTime, {})],
  ['a look-up', 10_000, (page: Page) => page.call(getCards, { query: {} })],
  ['a change', 30_000, (page: Page) => page.call(signOut, {})],
])('waits for %s no longer than %i ms', async (_, ms, make) => {
  const page = await givenPage();
  vi.useFakeTimers();
  vi.stubGlobal('fetch', () => new Promise(() => undefined));
  const ended = vi.fn();
  void make(page).then(ended);
  await vi.advanceTimersByTimeAsync(ms - 500);
  expect(ended).not.toHaveBeenCalled();
  await vi.advanceTimersByTimeAsync(500);
  expect(ended).toHaveBeenCalledWith({ ok: false, code: '99999', status: 0 });
  vi.useRealTimers();
});

test('sends no token with a public call', async () => {
  const page = await givenPage();
  givenServer(() => ({ status: 200, body: {} }));
  await page.call(getServerTime, {});
  expect(sent[0]?.bearer).toBeNull();
});

test('ignores the session of another brand', async () => {
  const page = await givenPage();
  givenServer(() => ({ status: 401, body: { error: ['401'] } }));
  page.startSession('account', 'tui', tokenAnswer('other'));
  expect(page.currentSession()).toBeNull();
  await page.call(getCards, { query: {} });
  // The replaced session ends at the server, before or after the call.
  await vi.waitFor(() => expect(sent.length).toBeGreaterThan(1));
  expect(sent).toContainEqual({ path: '/api/card/cards', bearer: null, body: '' });
  expect(sent).toContainEqual({
    path: '/api/token/end',
    bearer: null,
    body: JSON.stringify({ brand: 'wattle', refresh_token: 'first-refresh' }),
  });
  expect(sent).toHaveLength(2);
});

const PROOF_NEEDED: Answer = { status: 428, body: { error: ['428'] } };

test('asks for a fresh proof if the operation accepts one, and repeats the call', async () => {
  const page = await givenPage();
  let isProved = false;
  givenServer(() => (isProved ? { status: 200, body: { IsSuccessful: true } } : PROOF_NEEDED));
  const answer = page.call(startPasskey, {});
  await vi.waitFor(() => expect(page.askedProof.get()?.subject).toEqual({ Purpose: 'account' }));
  isProved = true;
  page.askedProof.get()?.end(true);
  expect(await answer).toMatchObject({ ok: true });
  expect(sent.map(({ path }) => path)).toEqual(Array(2).fill('/api/onlineAccount/StartPasskey'));
});

test('asks for no proof for an operation that requires none', async () => {
  const page = await givenPage();
  givenServer(() => PROOF_NEEDED);
  expect(await page.call(signOut, {})).toMatchObject({ ok: false, code: '428' });
  expect([page.askedProof.get(), sent.length]).toEqual([null, 1]);
});
