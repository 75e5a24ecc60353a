import { getActivation } from '@wattle/contract/activation/steps.ts';
import { resetPassword } from '@wattle/contract/reset/reset.ts';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';

/** Tokens of an activation and of a reset: late renewals and responses. */
type Sent = { readonly path: string; readonly bearer: string | null; readonly body: string; readonly answer: Answer };
type Answer = (status: number, body: object) => Promise<void>;

const tokensOf = (name: string) => ({
  access_token: name,
  token_type: 'bearer' as const,
  expires_in: 300,
  refresh_token: `${name}-refresh`,
  IsSessionExpiryWarningEnabled: true,
  SessionExpiryWarningMilliseconds: 60_000,
  SessionExpiryTotalMilliseconds: 600_000,
});

let sent: Sent[];
let kept: Map<string, string>;

beforeEach(() => {
  vi.resetModules();
  sent = [];
  kept = new Map();
  const storage = {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => void kept.set(key, value),
    removeItem: (key: string) => void kept.delete(key),
  };
  const page = { location: { pathname: '/' }, sessionStorage: storage, localStorage: storage };
  vi.stubGlobal('window', Object.assign(new EventTarget(), page));
  vi.stubGlobal('document', { documentElement: { dataset: {} }, querySelector: () => ({ href: '' }) });
  vi.stubGlobal('fetch', (path: string, init: RequestInit) => {
    const { promise, resolve } = Promise.withResolvers<Response>();
    const answer: Answer = async (status, body) => {
      resolve(new Response(JSON.stringify(body), { status }));
      await settle();
    };
    const bearer = new Headers(init.headers).get('Authorization');
    sent.push({ path, bearer, body: typeof init.body === 'string' ? init.body : '', answer });
    return promise;
  });
});
afterEach(() => vi.unstubAllGlobals());

const settle = () => new Promise((resolve) => setTimeout(resolve, 0));
const lastOf = (path: string) => sent.findLast((call) => call.path === `/api/${path}`);
const endedTokens = () =>
  sent
    .filter(({ path }) => path === '/api/token/end')
    .map(({ body }) => (JSON.parse(body) as { refresh_token: string }).refresh_token);

async function setBrand() {
  const brand = await import('../brand/brand.ts');
  brand.setBrand({
    BrandIdentifier: 'wattle',
    BrandId: 1,
    TenantId: 1,
    SupportPhoneNumber: '1300 555 010',
    Assets: { Tokens: '/t.css' },
    Texts: { enAU: {}, zhCN: {} },
  } as never);
}

const ways = {
  async activation() {
    const session = await import('../features/activation/activation-session.ts');
    return {
      begin: (name: string) => session.startActivation(tokensOf(name)),
      end: () => session.endActivation(),
      renew: () => session.stayWithActivation(),
      call: () => session.callActivation(getActivation, {}),
    };
  },
  async reset() {
    const session = await import('../features/reset/reset-session.ts');
    const body = { brand: 'wattle', tenantId: '1', brandId: '1', resetPasswordToken: 'token', Password: 'secret' };
    return {
      begin: (name: string) => session.startAccountReset(`${name}-reset`, 'a*****', tokensOf(name)),
      end: () => session.endReset(),
      renew: () => session.renewReset(true),
      call: () => session.callReset(resetPassword, { body: body as never }),
    };
  },
} as const;

describe.each(['activation', 'reset'] as const)('the tokens of an %s', (kind) => {
  it('are renewed once for all callers', async () => {
    await setBrand();
    const way = await ways[kind]();
    way.begin('first');
    const asked = [way.renew(), way.renew()];
    await settle();
    expect(sent.filter(({ path }) => path === '/api/token')).toHaveLength(1);
    await lastOf('token')?.answer(200, tokensOf('second'));
    await Promise.all(asked);
    expect([...kept.values()].join()).toContain('second-refresh');
  });

  it('are not restored by a renewal that is answered after their end', async () => {
    await setBrand();
    const way = await ways[kind]();
    way.begin('first');
    const renewing = way.renew();
    await settle();
    way.end();
    await lastOf('token')?.answer(200, tokensOf('second'));
    await renewing;
    expect(kept.has(`wattle.session.${kind}`)).toBe(false);
    // Any token of the family ends all of them.
    expect(endedTokens()).toEqual(['first-refresh']);
  });

  it('are not replaced by those of the former journey, whose responses are ignored', async () => {
    await setBrand();
    const way = await ways[kind]();
    way.begin('first');
    const renewing = way.renew();
    const called = way.call();
    await settle();
    const call = sent.find(({ bearer }) => bearer === 'Bearer first');
    way.begin('other');
    await lastOf('token')?.answer(200, tokensOf('second'));
    await call?.answer(200, { IsSuccessful: true });
    await renewing;
    expect(await called).toMatchObject({ ok: false, status: 0 });
    const now = [...kept.entries()].find(([key]) => key === `wattle.session.${kind}`)?.[1];
    expect(now).toContain('other-refresh');
    expect(endedTokens()).toEqual(['first-refresh']);
  });

  it('are not used for a refused call of the former journey', async () => {
    await setBrand();
    const way = await ways[kind]();
    way.begin('first');
    const called = way.call();
    await settle();
    const call = sent.find(({ bearer }) => bearer === 'Bearer first');
    way.begin('other');
    await call?.answer(401, { error: ['401'] });
    await settle();
    // A renewal of the first tokens comes too late.
    await lastOf('token')?.answer(200, tokensOf('second'));
    expect(await called).toMatchObject({ ok: false });
    expect(sent.filter(({ bearer }) => bearer !== null && bearer !== 'Bearer first')).toEqual([]);
    expect(kept.get(`wattle.session.${kind}`)).toContain('other-refresh');
  });

  it('do not end when those of the former journey are refused', async () => {
    await setBrand();
    const way = await ways[kind]();
    way.begin('first');
    const renewing = way.renew();
    await settle();
    way.begin('other');
    await lastOf('token')?.answer(400, { error: ['20245'] });
    await renewing;
    expect(kept.get(`wattle.session.${kind}`)).toContain('other-refresh');
  });
});
