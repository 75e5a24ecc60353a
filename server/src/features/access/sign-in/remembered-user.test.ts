import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { brandFields, givenApp, type TestApp } from '../../../../test-support/app.ts';
import { type Browser, codeOf, cookieNames, openBrowser } from '../../../../test-support/cookies.ts';
import { givenBrand, givenHolder, givenWebAccount, type TestWebAccount } from '../../../../test-support/factories.ts';

const DAY = 24 * 3_600_000;

let given: TestApp;
beforeAll(async () => {
  given = await givenApp({ WATTLE_SIGN_IN_RATE: '10000' });
});
afterAll(() => given.close());

async function givenUser(RemberMeDays = 30): Promise<TestWebAccount> {
  const brand = await givenBrand(given.ctx, { settings: { RemberMeDays } });
  return givenWebAccount(given.ctx, {
    holder: await givenHolder(given.ctx, { brand, email: 'amelia.chen@example.com' }),
  });
}

function signIn(browser: Browser, user: TestWebAccount, more: Readonly<Record<string, string>> = {}) {
  const fields = {
    grant_type: 'password',
    ...brandFields(user.brand),
    userName: user.username,
    password: user.password,
    ...more,
  };
  return browser.form('/api/token', fields);
}

const remembered = async (browser: Browser, { brand }: TestWebAccount) =>
  (await browser.get(`/api/onlineAccount/RememberedUser?brand=${brand.identifier}`)).json<{ UserName: string | null }>()
    .UserName;

async function givenRemembered(): Promise<{ user: TestWebAccount; browser: Browser }> {
  const user = await givenUser();
  const browser = openBrowser(given.app);
  await signIn(browser, user, { rememberMe: 'true' });
  return { user, browser };
}

const MASKED = 'a••••@e••••.com';

describe('remember me', () => {
  it('returns the masked username only to the browser that has the cookie', async () => {
    const { user, browser } = await givenRemembered();
    expect(await remembered(browser, user)).toBe(MASKED);
    expect(await remembered(openBrowser(given.app), user)).toBeNull();
  });

  it('stores only a keyed hash of the cookie, for the number of days that the brand sets', async () => {
    const { user, browser } = await givenRemembered();
    const secret = browser.cookies.get(cookieNames(user.brand).remembered) ?? '';
    expect(secret).toMatch(/^[\w-]{43}$/);
    const rows = await given.ctx.asOwner<{ row: string; days: number }>(
      `SELECT r::text AS row, extract(day FROM ends_at - created_at)::int AS days
         FROM remembered_user r WHERE web_account_id = $1`,
      [user.id],
    );
    expect(rows).toMatchObject([{ days: 30 }]);
    expect(rows[0]?.row).not.toContain(secret);
  });

  it('signs in by the masked name and the password, and rotates the cookie each time', async () => {
    const { user, browser } = await givenRemembered();
    const before = new Map(browser.cookies);
    expect((await signIn(browser, user, { userName: MASKED, rememberMe: 'true' })).statusCode).toBe(200);
    expect(await remembered(browser, user)).toBe(MASKED);
    const old = openBrowser(given.app);
    for (const [name, value] of before) old.cookies.set(name, value);
    expect(codeOf(await signIn(old, user, { userName: MASKED }))).toBe('20252');
    expect((await signIn(browser, user, { userName: MASKED })).statusCode).toBe(200);
  });

  it('still needs the right password, and counts wrong ones together with those of the full name', async () => {
    const { user, browser } = await givenRemembered();
    const wrong = { password: 'not it' };
    const codes = [];
    for (const name of [MASKED, user.username, MASKED, user.username, MASKED]) {
      codes.push(codeOf(await signIn(browser, user, { ...wrong, userName: name })));
    }
    expect(codes).toEqual(['20040', '20040', '20040', '20040', '20043']);
    expect(codeOf(await signIn(browser, user, { userName: MASKED }))).toBe('20043');
    expect(await remembered(browser, user)).toBe(MASKED);
  });

  it('answers 20252 to a masked name with an invalid or missing cookie, and clears the cookie', async () => {
    const { user, browser } = await givenRemembered();
    expect(codeOf(await signIn(openBrowser(given.app), user, { userName: MASKED }))).toBe('20252');
    const { remembered: name } = cookieNames(user.brand);
    browser.cookies.set(name, 'A'.repeat(43));
    const response = await signIn(browser, user, { userName: MASKED });
    expect(codeOf(response)).toBe('20252');
    expect(response.cookies).toMatchObject([{ name, value: '', maxAge: 0 }]);
  });

  it('answers 20252 to a masked name other than that of the cookie', async () => {
    const { user, browser } = await givenRemembered();
    expect(codeOf(await signIn(browser, user, { userName: 'b••••@e••••.com' }))).toBe('20252');
    expect(await remembered(browser, user)).toBeNull();
  });

  it('ends after the days that the brand sets', async () => {
    const { user, browser } = await givenRemembered();
    given.ctx.advance(30 * DAY - 1);
    expect(await remembered(browser, user)).toBe(MASKED);
    given.ctx.advance(1);
    expect(await remembered(browser, user)).toBeNull();
    expect(browser.cookies.size).toBe(0);
  });

  it('survives a sign-out', async () => {
    const { user, browser } = await givenRemembered();
    const { access_token } = (await signIn(browser, user)).json<{ access_token: string }>();
    await browser.post('/api/token/revoke', {}, { authorization: `Bearer ${access_token}` });
    expect(await remembered(browser, user)).toBe(MASKED);
  });

  it('ends with a successful sign-in that does not ask for it', async () => {
    const { user, browser } = await givenRemembered();
    await signIn(browser, user, { rememberMe: 'false', password: 'not it' });
    expect(await remembered(browser, user)).toBe(MASKED);
    await signIn(browser, user, { rememberMe: 'false' });
    expect(browser.cookies.size).toBe(0);
    expect(await given.ctx.asOwner('SELECT FROM remembered_user WHERE web_account_id = $1', [user.id])).toEqual([]);
  });

  it('remembers nobody in a brand that sets zero days', async () => {
    const user = await givenUser(0);
    const browser = openBrowser(given.app);
    expect((await signIn(browser, user, { rememberMe: 'true' })).statusCode).toBe(200);
    expect(browser.cookies.size).toBe(0);
    expect(await remembered(browser, user)).toBeNull();
  });

  it('remembers nobody after a wrong password', async () => {
    const user = await givenUser();
    const browser = openBrowser(given.app);
    await signIn(browser, user, { rememberMe: 'true', password: 'not it' });
    expect(browser.cookies.size).toBe(0);
  });

  it('is limited to one brand, so its cookie is invalid at another', async () => {
    const { user, browser } = await givenRemembered();
    const other = await givenUser();
    const secret = browser.cookies.get(cookieNames(user.brand).remembered) ?? '';
    browser.cookies.set(cookieNames(other.brand).remembered, secret);
    expect(await remembered(browser, other)).toBeNull();
  });

  it('refuses a brand that does not exist', async () => {
    const response = await openBrowser(given.app).get('/api/onlineAccount/RememberedUser?brand=nosuchbrand');
    expect(codeOf(response)).toBe('20010');
  });
});
