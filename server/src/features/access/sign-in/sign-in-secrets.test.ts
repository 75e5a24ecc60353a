import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { brandFields } from '../../../../test-support/app.ts';
import { openAuthenticator } from '../../../../test-support/authenticator.ts';
import { type Browser, openBrowser } from '../../../../test-support/cookies.ts';
import { givenContext, type TestContext } from '../../../../test-support/processes/database.ts';
import { dump } from '../../../../test-support/processes/dump.ts';
import {
  givenBrand,
  givenCard,
  givenSession,
  givenWebAccount,
  type TestBrand,
} from '../../../../test-support/factories.ts';
import type { StartedPasskey } from '../../../../test-support/passkeys.ts';
import { buildApp } from '../../../http/app.ts';
import { openLog } from '../../../platform/log.ts';

const HOUR = 3_600_000;
const UUID = '6f1a2c3e-0d4b-4c5d-8e9f-a0b1c2d3e4f5';
const DEVICE = {
  uuid: UUID,
  model: '',
  version: '',
  platform: '',
  name: '',
  registrationId: '',
  fcmEnabled: false,
  enabled: true,
};
const PASSWORD = 'Marked-Password-4711';
const PIN = '7359';
const PASSCODE = '9053';

let folder: string;
let file: string;
let ctx: TestContext;
let app: Awaited<ReturnType<typeof buildApp>>;
beforeAll(async () => {
  folder = mkdtempSync(path.join(tmpdir(), 'wattle-ways-in-'));
  file = path.join(folder, 'log');
  ctx = {
    ...(await givenContext({ WATTLE_MODE: 'production', WATTLE_ORIGINS: 'https://localhost' })),
    log: openLog('debug', file),
  };
  app = await buildApp(ctx);
});
afterAll(async () => {
  await app.close();
  await ctx.close();
  rmSync(folder, { recursive: true });
});

const settings = { UseCardIdForCardholderAccess: true, AllowGetCardAccessDetails: true, RemberMeDays: 30 };

async function givenPerson() {
  const brand = await givenBrand(ctx, { settings });
  const user = await givenWebAccount(ctx, { brand, password: PASSWORD });
  const card = await givenCard(ctx, { account: user.account, pin: PIN });
  return { brand, user, card };
}

/**
 * Adds a passkey and signs in with it. Returns both challenges and a signature, which may be in no log line and no row.
 */
async function comeByPasskey(
  browser: Browser,
  brand: TestBrand,
  headers: Readonly<Record<string, string>>,
  keep: (response: ReturnType<Browser['get']>) => Promise<unknown>,
): Promise<readonly string[]> {
  const deviations = { origin: 'https://localhost' };
  const authenticator = openAuthenticator();
  const start = await browser.post('/api/onlineAccount/StartPasskey', {}, headers);
  const started = start.json<StartedPasskey>();
  const made = { Name: 'Key', credential: authenticator.make(started, deviations) };
  expect(await keep(browser.post('/api/onlineAccount/AddPasskey', made, headers))).toEqual({ IsSuccessful: true });
  const asked = await browser.post('/api/onlineAccount/PasskeyChallenge', { brand: brand.identifier });
  const { challenge } = asked.json<{ challenge: string }>();
  const signed = authenticator.sign(challenge, deviations);
  const fields = { grant_type: 'passkey', ...brandFields(brand), credential: JSON.stringify(signed) };
  expect(await keep(browser.form('/api/token', fields))).toHaveProperty('access_token');
  return [started.challenge, challenge]
    .flatMap((text) => [text, Buffer.from(text, 'base64url').toString('hex')])
    .concat(signed.response.signature);
}

type Person = Awaited<ReturnType<typeof givenPerson>>;

/** Signs in by every method, with right and wrong secrets, and returns the bodies. */
async function takeEveryWay(
  { brand, user, card }: Person,
  browser: Browser,
): Promise<{ bodies: string; code: string; traces: readonly string[] }> {
  const bodies: string[] = [];
  const keep = async (response: ReturnType<Browser['get']>) => {
    const { body } = await response;
    bodies.push(body);
    return JSON.parse(body) as Record<string, string>;
  };
  const token = (fields: Readonly<Record<string, string>>) =>
    keep(browser.form('/api/token', { ...brandFields(brand), ...fields }));
  const signIn = { grant_type: 'password', userName: user.username, rememberMe: 'true' };
  const passcode = { grant_type: 'passcode', userAgent: '', deviceId: UUID };

  const { access_token: bearer } = await token({ ...signIn, password: PASSWORD });
  const headers = { authorization: `Bearer ${bearer}` };
  await token({ ...signIn, password: `${PASSWORD}x` });
  await keep(browser.get(`/api/onlineAccount/RememberedUser?brand=${brand.identifier}`));
  const body = { device: DEVICE, pin: PASSCODE, userAgent: '' };
  await keep(browser.post('/api/onlineAccount/AddPasscode', body, headers));
  await keep(browser.post('/api/onlineAccount/CheckPassword', { currentpassword: `${PASSWORD}x` }, headers));
  await token({ ...passcode, passcode: PASSCODE });
  await token({ ...passcode, passcode: '1111' });
  const { access_token: restricted } = await token({ grant_type: 'cardaccess', cardnumber: card.pan });
  const asCard = { authorization: `Bearer ${restricted}` };
  await keep(browser.post('/api/cardaccess/details', { PinNumber: '1111' }, asCard));
  const details = await keep(browser.post('/api/cardaccess/details', { PinNumber: PIN }, asCard));
  bodies.pop();
  const traces = await comeByPasskey(browser, brand, headers, keep);
  return { traces, bodies: bodies.join('\n'), code: details['AccessCode'] ?? '' };
}

describe('the secrets of sign-in methods', () => {
  it('are in no log line, no row and no answer except the one that issues them', async () => {
    const person = await givenPerson();
    const browser = openBrowser(app);
    const { bodies, code, traces } = await takeEveryWay(person, browser);
    const cookies = [...browser.cookies.values()];
    expect(cookies).toHaveLength(2);
    expect(code).toMatch(/^\d{6}$/);
    const rows = await dump(ctx);
    const log = readFileSync(file, 'utf8');
    for (const text of [bodies, rows, log]) {
      expect(text.length).toBeGreaterThan(100);
      for (const secret of [PASSWORD, person.card.pan, ...cookies, ...traces]) expect(text).not.toContain(secret);
      // Short runs of digits also occur inside hashes and times, so only separate ones count.
      for (const digits of [PIN, PASSCODE, code]) {
        expect(text).not.toMatch(new RegExp(`(?<![0-9a-zA-Z+/.:-])${digits}(?![0-9a-zA-Z+/:-])`));
      }
    }
    expect(log).not.toContain(person.user.username);
  });

  it('are sent in cookies for this host alone, over TLS, that no script can read', async () => {
    const { brand, user } = await givenPerson();
    const browser = openBrowser(app);
    const { headers } = await givenSession(ctx, { webAccount: user });
    const body = { device: DEVICE, pin: PASSCODE, userAgent: '' };
    const response = await browser.post('/api/onlineAccount/AddPasscode', body, headers);
    const cookies = [response.headers['set-cookie']].flat();
    expect(cookies).toHaveLength(1);
    const [pair, ...attributes] = String(cookies[0]).split('; ');
    expect(pair).toMatch(new RegExp(`^__Host-wattle-device-${brand.id}=[\\w-]{43}$`));
    expect(attributes.toSorted()).toEqual(['HttpOnly', 'Max-Age=34560000', 'Path=/', 'SameSite=Strict', 'Secure']);
  });
});

describe('a passcode session', () => {
  it('lasts as long as a password session: 12 hours while somebody is active', async () => {
    const { brand, user } = await givenPerson();
    const browser = openBrowser(app);
    const { headers } = await givenSession(ctx, { webAccount: user });
    await browser.post('/api/onlineAccount/AddPasscode', { device: DEVICE, pin: PASSCODE, userAgent: '' }, headers);
    const fields = { grant_type: 'passcode', ...brandFields(brand), passcode: PASSCODE, userAgent: '', deviceId: UUID };
    let token = (await browser.form('/api/token', fields)).json<{ refresh_token: string }>().refresh_token;
    const refresh = () =>
      browser.form('/api/token', {
        grant_type: 'refresh_token',
        ...brandFields(brand),
        refresh_token: token,
        active: 'true',
      });
    for (let quarter = 0; quarter < 59; quarter += 1) {
      ctx.advance(0.2 * HOUR);
      const response = await refresh();
      expect(response.statusCode).toBe(200);
      token = response.json<{ refresh_token: string }>().refresh_token;
    }
    ctx.advance(0.2 * HOUR);
    expect((await refresh()).json()).toMatchObject({ error: ['20245'] });
  });
});
