import { afterEach, beforeEach, expect, test, vi } from 'vitest';

let renew: (body: object) => void = () => undefined;
const kept = new Map<string, string>();

beforeEach(() => {
  kept.clear();
  vi.resetModules();
  const storage = {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => void kept.set(key, value),
    removeItem: (key: string) => void kept.delete(key),
  };
  vi.stubGlobal('window', { location: { pathname: '/' }, sessionStorage: storage, localStorage: storage });
  vi.doMock('../../brand/brand.ts', () => ({
    currentBrand: () => ({ BrandIdentifier: 'wattle', TenantId: 1, BrandId: 1 }),
  }));
  vi.stubGlobal('fetch', () => {
    const { promise, resolve } = Promise.withResolvers<Response>();
    renew = (body) => resolve(Response.json(body));
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
  SessionExpiryTotalMilliseconds: 600_000,
  SessionExpiryWarningMilliseconds: 120_000,
  IsSessionExpiryWarningEnabled: true,
});
const held = () => kept.get('wattle.session.reset');

test('a renewal that is answered after its reset has ended brings nothing back', async () => {
  const session = await import('./reset-session.ts');
  session.startAccountReset('one', 'a••••', tokens('first') as never);
  const renewing = session.renewReset(true);
  session.endReset();
  renew(tokens('late'));
  await renewing;
  expect(held()).toBeUndefined();
});

test('a renewal of one reset does not take the place of the next one', async () => {
  const session = await import('./reset-session.ts');
  session.startAccountReset('one', 'a••••', tokens('first') as never);
  const renewing = session.renewReset(true);
  session.endReset();
  session.startAccountReset('two', 'b••••', tokens('second') as never);
  renew(tokens('late'));
  await renewing;
  expect(held()).toContain('second-access');
});
