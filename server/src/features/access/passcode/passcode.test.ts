import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { brandFields, givenApp, type TestApp } from '../../../../test-support/app.ts';
import { type Browser, codeOf, cookieNames, openBrowser } from '../../../../test-support/cookies.ts';
import { givenCard, givenSession, givenWebAccount, type TestWebAccount } from '../../../../test-support/factories.ts';

const HOUR = 3_600_000;
const UUID = '6f1a2c3e-0d4b-4c5d-8e9f-a0b1c2d3e4f5';
const AGENT = 'Mozilla/5.0 (Linux; Android 16) Example/1.0';
const DEVICE = {
  uuid: UUID,
  model: 'Pixel',
  version: '16',
  platform: 'Android',
  name: 'My phone',
  registrationId: '',
  fcmEnabled: false,
  enabled: true,
};

let given: TestApp;
beforeAll(async () => {
  given = await givenApp({ WATTLE_SIGN_IN_RATE: '10000' });
});
afterAll(() => given.close());

async function addPasscode(browser: Browser, user: TestWebAccount, pin: string, uuid = UUID) {
  const { headers } = await givenSession(given.ctx, { webAccount: user });
  const body = { device: { ...DEVICE, uuid }, pin, userAgent: AGENT };
  return browser.post('/api/onlineAccount/AddPasscode', body, headers);
}

/** A user and a browser with a passcode. */
async function givenPasscode(pin = '4826'): Promise<{ user: TestWebAccount; browser: Browser }> {
  const user = await givenWebAccount(given.ctx);
  const browser = openBrowser(given.app);
  expect(await addPasscode(browser, user, pin)).toMatchObject({ statusCode: 200 });
  return { user, browser };
}

const signIn = (browser: Browser, { brand }: TestWebAccount, passcode: string, deviceId = UUID) =>
  browser.form('/api/token', {
    grant_type: 'passcode',
    ...brandFields(brand),
    passcode,
    userAgent: 'Another version of the browser',
    deviceId,
  });

const lookUp = async (browser: Browser, { brand }: TestWebAccount, deviceuuid = UUID) =>
  (
    await browser.post('/api/devices/defaultUser', { deviceuuid, userAgent: AGENT, brand: brand.identifier })
  ).json<object>();

describe('POST onlineAccount/AddPasscode', () => {
  it('succeeds when more changes were made in an hour than are notified, and notifies once that there are more', async () => {
    const { user, browser } = await givenPasscode();
    for (let count = 0; count < 9; count += 1) expect((await addPasscode(browser, user, '4826')).statusCode).toBe(200);
    for (let count = 0; count < 2; count += 1) expect((await addPasscode(browser, user, '7391')).statusCode).toBe(200);
    expect((await signIn(browser, user, '7391')).statusCode).toBe(200);
    const queued = await given.ctx.asOwner(
      'SELECT template, channel, count(*)::int FROM outbox_message WHERE holder_id = $1 GROUP BY 1, 2 ORDER BY 1, 2',
      [user.holder.id],
    );
    expect(queued).toEqual([
      { template: 'credentialChanged', channel: 'email', count: 10 },
      { template: 'credentialChanged', channel: 'sms', count: 10 },
      { template: 'moreNotices', channel: 'email', count: 1 },
      { template: 'moreNotices', channel: 'sms', count: 1 },
    ]);
  });

  it('binds the passcode to a secret that only the cookie of this device holds', async () => {
    const { user, browser } = await givenPasscode();
    const secret = browser.cookies.get(cookieNames(user.brand).device) ?? '';
    expect(secret).toMatch(/^[\w-]{43}$/);
    const [row] = await given.ctx.asOwner<{ row: string }>(
      'SELECT device_passcode::text AS row FROM device_passcode WHERE web_account_id = $1',
      [user.id],
    );
    expect(row?.row).not.toContain(secret);
    expect(row?.row).not.toContain(Buffer.from(secret, 'base64url').toString('hex'));
    expect(row?.row).toContain('$argon2id$');
  });

  it.each(['0000', '1234', '9876', '482', '48261', 'abcd'])('refuses %s', async (pin) => {
    const user = await givenWebAccount(given.ctx);
    const response = await addPasscode(openBrowser(given.app), user, pin);
    expect(response.json()).toMatchObject({ error: ['20010'], field: 'pin' });
  });

  it('refuses the day and the year of birth with 20010', async () => {
    const user = await givenWebAccount(given.ctx);
    await given.ctx.asOwner("UPDATE holder SET date_of_birth = '1984-06-27' WHERE id = $1", [user.holder.id]);
    const browser = openBrowser(given.app);
    for (const pin of ['1984', '2706', '0627']) {
      const refused = await addPasscode(browser, user, pin);
      expect([refused.statusCode, refused.json()]).toMatchObject([400, { error: ['20010'], field: 'pin' }]);
    }
    expect((await addPasscode(browser, user, '2707')).statusCode).toBe(200);
  });

  it('refuses a card-only user', async () => {
    const { headers } = await givenSession(given.ctx, { card: await givenCard(given.ctx) });
    const body = { device: DEVICE, pin: '4826', userAgent: AGENT };
    const response = await openBrowser(given.app).post('/api/onlineAccount/AddPasscode', body, headers);
    expect(response.statusCode).toBe(403);
  });

  it('replaces the old passcode and the secret of the device', async () => {
    const { user, browser } = await givenPasscode('4826');
    const copied = openBrowser(given.app);
    for (const [name, value] of browser.cookies) copied.cookies.set(name, value);
    await addPasscode(browser, user, '9053');
    expect(await lookUp(copied, user)).toEqual({ data: { passcodeIsSet: false, FirstName: null } });
    expect(codeOf(await signIn(browser, user, '4826'))).toBe('20263');
    expect((await signIn(browser, user, '9053')).statusCode).toBe(200);
  });

  it('notifies the user and is audited', async () => {
    const { user } = await givenPasscode();
    const queued = await given.ctx.asOwner('SELECT template, channel FROM outbox_message WHERE holder_id = $1', [
      user.holder.id,
    ]);
    expect(queued).toEqual([
      { template: 'credentialChanged', channel: 'email' },
      { template: 'credentialChanged', channel: 'sms' },
    ]);
    const lines = await given.ctx.asOwner(
      "SELECT outcome FROM audit_log WHERE actor = $1 AND action = 'passcode.set'",
      [`web:${user.id}`],
    );
    expect(lines).toEqual([{ outcome: 'ok' }]);
  });

  it('ends the other sessions when a passcode is changed, and none when one is added', async () => {
    const user = await givenWebAccount(given.ctx);
    const other = await givenSession(given.ctx, { webAccount: user });
    const browser = openBrowser(given.app);
    const isOtherIn = async () => (await browser.get('/api/onlineAccount/', other.headers)).statusCode;
    expect((await addPasscode(browser, user, '4826')).statusCode).toBe(200);
    expect((await addPasscode(openBrowser(given.app), user, '4826', `${UUID}-2`)).statusCode).toBe(200);
    expect(await isOtherIn()).toBe(200);
    expect((await addPasscode(browser, user, '9053')).statusCode).toBe(200);
    expect(await isOtherIn()).toBe(401);
  });

  it('leaves only the last passcode on a device that two people share', async () => {
    const { user, browser } = await givenPasscode();
    const second = await givenWebAccount(given.ctx, { brand: user.brand });
    await addPasscode(browser, second, '7391');
    expect(await lookUp(browser, user)).toEqual({ data: { passcodeIsSet: true, FirstName: second.holder.firstName } });
    expect(await given.ctx.asOwner('SELECT FROM device_passcode WHERE web_account_id = $1', [user.id])).toEqual([]);
  });
});

describe('POST token, grant passcode', () => {
  it('signs in the user of the device, whatever its current user agent', async () => {
    const { user, browser } = await givenPasscode();
    const response = await signIn(browser, user, '4826');
    expect(response.statusCode).toBe(200);
    const headers = { authorization: `Bearer ${response.json<{ access_token: string }>().access_token}` };
    expect((await browser.get('/api/onlineAccount/', headers)).json()).toMatchObject({
      FirstName: user.holder.firstName,
    });
  });

  it('answers 20263 twice and 20264 to the third wrong passcode, and deletes the passcode of the device', async () => {
    const { user, browser } = await givenPasscode();
    const kept = new Map(browser.cookies);
    const codes = [];
    for (const typed of ['1111', '2222', '3333']) codes.push(codeOf(await signIn(browser, user, typed)));
    expect(codes).toEqual(['20263', '20263', '20264']);
    expect(browser.cookies.size).toBe(0);
    expect(await given.ctx.asOwner('SELECT FROM device_passcode WHERE web_account_id = $1', [user.id])).toEqual([]);
    for (const [name, value] of kept) browser.cookies.set(name, value);
    expect(await lookUp(browser, user)).toEqual({ data: { passcodeIsSet: false, FirstName: null } });
    given.ctx.advance(25 * HOUR);
    expect(codeOf(await signIn(browser, user, '4826'))).toBe('20263');
  });

  it('resets the count of wrong passcodes after a right one', async () => {
    const { user, browser } = await givenPasscode();
    for (let round = 0; round < 2; round += 1) {
      expect(codeOf(await signIn(browser, user, '1111'))).toBe('20263');
      expect(codeOf(await signIn(browser, user, '2222'))).toBe('20263');
      expect((await signIn(browser, user, '4826')).statusCode).toBe(200);
    }
  });

  it('checks no more than three of many concurrent passcodes', async () => {
    const { user, browser } = await givenPasscode();
    const answers = await Promise.all(Array.from({ length: 8 }, () => signIn(browser, user, '1111')));
    expect(answers.map(codeOf).toSorted()).toEqual([...Array(2).fill('20263'), ...Array(6).fill('20264')]);
  });

  it('refuses uuid and passcode without the device secret, and does not count them against the device', async () => {
    const { user, browser } = await givenPasscode();
    const stranger = openBrowser(given.app);
    const codes = [];
    for (let attempt = 0; attempt < 3; attempt += 1) codes.push(codeOf(await signIn(stranger, user, '4826')));
    expect(codes).toEqual(['20263', '20263', '20264']);
    expect((await signIn(browser, user, '4826')).statusCode).toBe(200);
  });

  it('refuses the device secret under another uuid', async () => {
    const { user, browser } = await givenPasscode();
    expect(codeOf(await signIn(browser, user, '4826', `${UUID}-other`))).toBe('20263');
  });

  it('works while wrong passwords have locked the password of the user', async () => {
    const { user, browser } = await givenPasscode();
    const wrong = { grant_type: 'password', ...brandFields(user.brand), userName: user.username, password: 'not it' };
    for (let attempt = 0; attempt < 5; attempt += 1) await openBrowser(given.app).form('/api/token', wrong);
    expect((await signIn(browser, user, '4826')).statusCode).toBe(200);
  });
});

describe('POST devices/defaultUser', () => {
  it('names the user of this device, and reports no passcode without the device secret', async () => {
    const { user, browser } = await givenPasscode();
    expect(await lookUp(browser, user)).toEqual({ data: { passcodeIsSet: true, FirstName: user.holder.firstName } });
    const nobody = { data: { passcodeIsSet: false, FirstName: null } };
    expect(await lookUp(openBrowser(given.app), user)).toEqual(nobody);
    expect(await lookUp(browser, user, `${UUID}-other`)).toEqual(nobody);
    const otherBrand = await givenWebAccount(given.ctx);
    expect(await lookUp(browser, otherBrand)).toEqual(nobody);
  });

  it('refuses a brand that does not exist', async () => {
    const body = { deviceuuid: UUID, userAgent: AGENT, brand: 'nosuchbrand' };
    const response = await openBrowser(given.app).post('/api/devices/defaultUser', body);
    expect(codeOf(response)).toBe('20010');
  });
});

describe('POST onlineAccount/DeletePasscode', () => {
  const remove = async (browser: Browser, user: TestWebAccount, currentpassword: string) => {
    const { headers } = await givenSession(given.ctx, { webAccount: user });
    return browser.post('/api/onlineAccount/DeletePasscode', { currentpassword }, headers);
  };

  it('deletes it everywhere against the password, and ends the sessions that it has opened', async () => {
    const { user, browser } = await givenPasscode();
    const other = openBrowser(given.app);
    await addPasscode(other, user, '7391', `${UUID}-2`);
    const { access_token } = (await signIn(other, user, '7391', `${UUID}-2`)).json<{ access_token: string }>();
    const response = await remove(browser, user, user.password);
    expect(response.json()).toEqual({ result: true });
    expect(browser.cookies.size).toBe(0);
    const headers = { authorization: `Bearer ${access_token}` };
    expect((await other.get('/api/onlineAccount/', headers)).statusCode).toBe(401);
    expect(codeOf(await signIn(other, user, '7391', `${UUID}-2`))).toBe('20263');
  });

  it('deletes it with a fresh proof instead of the password, and ends every other session of the user', async () => {
    const { user, browser } = await givenPasscode();
    const other = await givenSession(given.ctx, { webAccount: user });
    const url = '/api/onlineAccount/DeletePasscode';
    const stale = await givenSession(given.ctx, { webAccount: user }, 'passcode');
    const refused = await browser.post(url, {}, stale.headers);
    expect([refused.statusCode, codeOf(refused)]).toEqual([428, '428']);
    expect((await signIn(browser, user, '4826')).statusCode).toBe(200);
    const { headers } = await givenSession(given.ctx, { webAccount: user });
    expect((await browser.post(url, {}, headers)).json()).toEqual({ result: true });
    expect(codeOf(await signIn(browser, user, '4826'))).toBe('20263');
    expect((await browser.get('/api/onlineAccount/', other.headers)).statusCode).toBe(401);
    expect((await browser.get('/api/onlineAccount/', headers)).statusCode).toBe(200);
  });

  it('answers 20041 to a wrong password without deleting anything, and locks with 20043 at the fifth', async () => {
    const { user, browser } = await givenPasscode();
    const codes = [];
    for (let attempt = 0; attempt < 5; attempt += 1) codes.push(codeOf(await remove(browser, user, 'not it')));
    expect(codes).toEqual(['20041', '20041', '20041', '20041', '20043']);
    expect(codeOf(await remove(browser, user, user.password))).toBe('20043');
    expect((await signIn(browser, user, '4826')).statusCode).toBe(200);
  });
});

describe('POST onlineAccount/VerifyIfPasscodeIsSet', () => {
  it('returns whether the user has a passcode on any device', async () => {
    const { user } = await givenPasscode();
    const without = await givenWebAccount(given.ctx);
    const asked = async (webAccount: TestWebAccount) => {
      const { headers } = await givenSession(given.ctx, { webAccount });
      const url = '/api/onlineAccount/VerifyIfPasscodeIsSet';
      return (await given.app.inject({ method: 'POST', url, headers })).json<object>();
    };
    expect(await asked(user)).toEqual({ passcodeIsSet: true });
    expect(await asked(without)).toEqual({ passcodeIsSet: false });
  });
});

describe('POST onlineAccount/CheckPassword', () => {
  const check = async (user: TestWebAccount, currentpassword: string) => {
    const { headers } = await givenSession(given.ctx, { webAccount: user });
    const url = '/api/onlineAccount/CheckPassword';
    return given.app.inject({ method: 'POST', url, headers, payload: { currentpassword } });
  };

  it('accepts the right password and answers 20041 to a wrong one', async () => {
    const user = await givenWebAccount(given.ctx);
    expect((await check(user, user.password)).json()).toEqual({ IsSuccessful: true });
    expect(codeOf(await check(user, 'not it'))).toBe('20041');
  });

  it('locks with 20043 at the fifth wrong password, without affecting sign-in or session', async () => {
    const user = await givenWebAccount(given.ctx);
    const codes = await Promise.all(Array.from({ length: 7 }, async () => codeOf(await check(user, 'not it'))));
    expect(codes.toSorted()).toEqual([...Array(4).fill('20041'), ...Array(3).fill('20043')]);
    expect(codeOf(await check(user, user.password))).toBe('20043');
    const right = { grant_type: 'password', ...brandFields(user.brand), userName: user.username };
    const response = await openBrowser(given.app).form('/api/token', { ...right, password: user.password });
    expect(response.statusCode).toBe(200);
  });
});
