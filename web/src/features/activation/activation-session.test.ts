import { activateCard } from '@wattle/contract/activation/activate-card.ts';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';

/** Answers of the server, given when the test says so. */
type Asked = {
  readonly url: string;
  readonly bearer: string | null;
  readonly answer: (status: number, body: object) => void;
};

let asked: Asked[] = [];
const kept = new Map<string, string>();

beforeEach(() => {
  asked = [];
  kept.clear();
  vi.resetModules();
  const storage = {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => void kept.set(key, value),
    removeItem: (key: string) => void kept.delete(key),
  };
  vi.stubGlobal('window', {
    location: { pathname: '/' },
    sessionStorage: storage,
    localStorage: storage,
    addEventListener: () => undefined,
  });
  vi.doMock('../../brand/brand.ts', () => ({
    currentBrand: () => ({ BrandIdentifier: 'wattle', TenantId: 1, BrandId: 1 }),
  }));
  vi.stubGlobal('fetch', (url: string, { headers }: { headers: Record<string, string> }) => {
    const { promise, resolve } = Promise.withResolvers<Response>();
    const bearer = new Headers(headers).get('authorization');
    asked.push({ url, bearer, answer: (status, body) => resolve(Response.json(body, { status })) });
    return promise;
  });
});
afterEach(() => {
  vi.unstubAllGlobals();
  vi.doUnmock('../../brand/brand.ts');
});

const tokens = (name: string) => ({
  access_token: `${name}-access`,
  refresh_token: `${name}-refresh`,
  token_type: 'Bearer',
  expires_in: 300,
  SessionExpiryTotalMilliseconds: 900_000,
  SessionExpiryWarningMilliseconds: 120_000,
  IsSessionExpiryWarningEnabled: true,
});
const open = async () => {
  const session = await import('./activation-session.ts');
  session.startActivation(tokens('first') as never);
  return session;
};
const next = () => vi.waitFor(() => asked.shift() ?? Promise.reject(new Error('nothing is asked')));
const held = () => kept.get('wattle.session.activation');

test('a renewal that is answered after its activation has ended brings nothing back', async () => {
  const session = await open();
  const staying = session.stayWithActivation();
  const renewal = await next();
  session.endActivation();
  renewal.answer(200, tokens('late'));
  await staying;
  expect(held()).toBeUndefined();
  expect(await session.activationToken()).toBeNull();
});

test('a renewal of one activation does not take the place of the next one, nor end it', async () => {
  for (const [status, body] of [
    [200, tokens('late')],
    [400, { error: ['20020'] }],
  ] as const) {
    const session = await open();
    const staying = session.stayWithActivation();
    const renewal = await next();
    session.endActivation();
    session.startActivation(tokens('second') as never);
    renewal.answer(status, body);
    await staying;
    expect(await session.activationToken()).toBe('second-access');
  }
});

test('a call that was refused is not made again with the token of another activation', async () => {
  const session = await open();
  const calling = session.callActivation(activateCard, { body: { pin: '4826' } });
  const first = await next();
  expect(first.bearer).toBe('Bearer first-access');
  session.endActivation();
  session.startActivation(tokens('second') as never);
  first.answer(401, { error: ['401'] });
  const renewal = await next();
  renewal.answer(200, tokens('third'));
  expect(await calling).toMatchObject({ ok: false, status: 401 });
  expect(asked).toEqual([]);
});
