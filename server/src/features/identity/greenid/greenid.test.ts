import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { givenApp, type TestApp } from '../../../../test-support/app.ts';
import { codeOf } from '../../../../test-support/cookies.ts';
import { givenUser, type Headers, getApi, postApi } from '../../../../test-support/signed-in.ts';
import { type ActivationGiven, givenActivation } from '../../../../test-support/identity.ts';
import { givenGreenIdServer } from '../../../../test-support/greenid-server.ts';

const DAY = 24 * 3_600_000;

let given: TestApp;
const opened: { close(): Promise<void> }[] = [];
beforeAll(async () => {
  given = await givenApp({ WATTLE_SIGN_IN_RATE: '10000' });
});
afterEach(async () => {
  for (const each of opened.splice(0).toReversed()) await each.close();
});
afterAll(() => given.close());

const givenPerson = (more: ActivationGiven = {}, where = given) =>
  givenActivation(where.ctx, { check: 'ekyc', ...more });
type Person = Awaited<ReturnType<typeof givenPerson>>;

const register = ({ card, headers }: Person, where = given) =>
  postApi(where, 'greenId/registerVerification', headers, { AccountNumber: card.account.accountNumber });
const tokenOf = async (person: Person) => (await register(person)).json<{ UserToken: string }>().UserToken;
const result = ({ headers }: { headers: Headers }, where = given) =>
  postApi(where, 'greenId/getVerificationResult', headers, {});
const finish = (UserToken: string) =>
  postApi(given, 'sandbox/finishVerification', { authorization: '' }, { UserToken });
const usage = async ({ headers }: Person) => (await postApi(given, 'greenId/usageCheck', headers, {})).json<object>();

/** Begins a verification and does the person's part. */
async function verified(person: Person) {
  await finish(await tokenOf(person));
  return result(person);
}

const casesOf = ({ card }: Person) =>
  given.ctx.asOwner<{ state: string; outcome: string | null; user_token_cipher: Buffer | null }>(
    'SELECT state, outcome, user_token_cipher FROM kyc_case WHERE member_account_id = $1 ORDER BY id',
    [card.account.id],
  );

describe('an electronic verification', () => {
  it("is passed once the service says so after the person's part, and not before", async () => {
    const person = await givenPerson();
    const token = await tokenOf(person);
    expect(token).toMatch(/^[\da-f]{40}$/);
    expect((await result(person)).json()).toEqual({ IsVerified: false, IsPending: false });
    await finish(token);
    expect((await result(person)).json()).toEqual({ IsVerified: true, IsPending: false });
    expect(await casesOf(person)).toEqual([{ state: 'Verified', outcome: 'VERIFIED', user_token_cipher: null }]);
    const rows = await given.ctx.asOwner('SELECT kyc FROM activation WHERE card_id = $1', [person.card.id]);
    expect(rows).toEqual([{ kyc: 'verified' }]);
  });

  it.each([
    ['Changed', 200, { IsVerified: true, IsPending: false }, 'Verified'],
    ['Nomatch', 200, { IsVerified: false, IsPending: false }, 'NotVerified'],
    ['Pending', 200, { IsVerified: false, IsPending: true }, 'Pending'],
  ])('of a person called %s ends as the service has it', async (surname, statusCode, body, state) => {
    const person = await givenPerson({ surname });
    const response = await verified(person);
    expect(response.statusCode).toBe(statusCode);
    expect(response.json()).toEqual(body);
    expect(await casesOf(person)).toMatchObject([{ state }]);
  });

  it('that is locked out stays so: 20254 to every later call', async () => {
    const person = await givenPerson({ surname: 'Locked' });
    expect(codeOf(await verified(person))).toBe('20254');
    expect(codeOf(await register(person))).toBe('20254');
    expect(codeOf(await result(person))).toBe('20254');
    given.ctx.advance(DAY);
    expect(await casesOf(person)).toMatchObject([{ state: 'LockedOut', outcome: 'LOCKED_OUT' }]);
    expect(await usage(await givenPerson({ account: person.card.account, surname: 'Locked' }))).toEqual({
      IsAllowed: false,
      IsOpen: false,
      Left: 0,
    });
  });

  it('goes on with the one that is open, and counts it once', async () => {
    const person = await givenPerson();
    expect(await usage(person)).toEqual({ IsAllowed: true, IsOpen: false, Left: 3 });
    const token = await tokenOf(person);
    expect(await tokenOf(person)).toBe(token);
    expect(await usage(person)).toEqual({ IsAllowed: true, IsOpen: true, Left: 2 });
    expect(await casesOf(person)).toHaveLength(1);
  });

  it('may be begun three times in 30 days', async () => {
    const person = await givenPerson({ surname: 'Nomatch' });
    for (let time = 0; time < 3; time += 1) await verified(person);
    expect(codeOf(await register(person))).toBe('20254');
    expect(await usage(person)).toEqual({ IsAllowed: false, IsOpen: false, Left: 0 });
  });

  it('is not begun before consent, nor for another account', async () => {
    const early = await givenPerson({ hasConsented: false });
    expect(codeOf(await register(early))).toBe('20010');
    const person = await givenPerson();
    const other = await postApi(given, 'greenId/registerVerification', person.headers, { AccountNumber: '300000000' });
    expect(other.json()).toMatchObject({ error: ['10000'], field: 'AccountNumber' });
  });

  it('of a person without a fact that is needed is 20179, and no case', async () => {
    const person = await givenPerson();
    await given.ctx.asOwner(`UPDATE activation SET access = access || '{"emailAddress": ""}' WHERE card_id = $1`, [
      person.card.id,
    ]);
    expect(codeOf(await register(person))).toBe('20179');
    expect(await casesOf(person)).toEqual([]);
    expect(codeOf(await result(person))).toBe('20179');
  });

  it('counts for the person who was verified: other details need another one', async () => {
    const person = await givenPerson();
    await verified(person);
    await given.ctx.asOwner(
      `UPDATE activation SET entity = entity || '{"FirstName": "Sasha"}', kyc = 'open' WHERE card_id = $1`,
      [person.card.id],
    );
    expect(codeOf(await result(person))).toBe('20179');
  });

  it('keeps nothing of what was typed', async () => {
    const person = await givenPerson({ surname: 'Markedname' });
    await verified(person);
    const rows = await given.ctx.asOwner(
      'SELECT row_to_json(k)::text AS row FROM kyc_case k WHERE member_account_id = $1',
      [person.card.account.id],
    );
    expect(JSON.stringify(rows)).not.toMatch(/Markedname|Robin|1990-02-01|Banksia/);
  });

  it('is carried out once where it is asked for ten times at once', async () => {
    const person = await givenPerson();
    const tokens = await Promise.all(Array.from({ length: 10 }, () => tokenOf(person)));
    expect(new Set(tokens).size).toBe(1);
    expect(await casesOf(person)).toHaveLength(1);
  });

  it('of a signed-in holder verifies that holder', async () => {
    const { card, headers, holder } = await givenUser(given.ctx, {});
    await given.ctx.asOwner(
      `UPDATE holder SET is_kyc_verified = false, address = '{"AddressLine1": "4 Lantern Street", "Suburb": "Sydney",
         "State": "NSW", "PostCode": "2000", "CountryCode": "AU"}' WHERE id = $1`,
      [holder.id],
    );
    await finish(await tokenOf({ card, headers }));
    expect((await result({ headers })).json()).toMatchObject({ IsVerified: true });
    const rows = await given.ctx.asOwner('SELECT is_kyc_verified FROM holder WHERE id = $1', [holder.id]);
    expect(rows).toEqual([{ is_kyc_verified: true }]);
  });
});

describe('a holder who raises the limit', () => {
  async function givenUnverified() {
    const user = await givenUser(given.ctx, {});
    await given.ctx.asOwner(
      `UPDATE holder SET is_kyc_verified = false, first_name = 'Robin', surname = 'Vale',
         address = '{"AddressLine1": "4 Lantern Street", "Suburb": "Sydney", "State": "NSW", "PostCode": "2000",
         "CountryCode": "AU"}' WHERE id = $1`,
      [user.holder.id],
    );
    return user;
  }
  type User = Awaited<ReturnType<typeof givenUnverified>>;
  const registerAs = ({ card, headers }: User, name: object) =>
    postApi(given, 'greenId/registerVerification', headers, { AccountNumber: card.account.accountNumber, ...name });
  const holderOf = async ({ holder }: User) =>
    (
      await given.ctx.asOwner('SELECT first_name, middle_name, surname, is_kyc_verified FROM holder WHERE id = $1', [
        holder.id,
      ])
    )[0];
  const storedCase = async ({ card }: User) =>
    (
      await given.ctx.asOwner<{ state: string; name_cipher: Buffer | null }>(
        'SELECT state, name_cipher FROM kyc_case WHERE member_account_id = $1 ORDER BY id DESC LIMIT 1',
        [card.account.id],
      )
    )[0];

  it('is verified under the name that was typed, and that is the name on record then', async () => {
    const user = await givenUnverified();
    const registered = await registerAs(user, { FirstName: '伟', MiddleName: 'Robin', Surname: 'O’Brien-李' });
    await finish(registered.json<{ UserToken: string }>().UserToken);
    expect((await storedCase(user))?.name_cipher?.toString('latin1')).not.toContain('Brien');
    expect(await holderOf(user)).toMatchObject({ first_name: 'Robin', surname: 'Vale', is_kyc_verified: false });
    expect((await result(user)).json()).toEqual({ IsVerified: true, IsPending: false });
    expect(await holderOf(user)).toEqual({
      first_name: '伟',
      middle_name: 'Robin',
      surname: 'O’Brien-李',
      is_kyc_verified: true,
    });
    expect(await storedCase(user)).toEqual({ state: 'Verified', name_cipher: null });
    expect((await result(user)).json()).toMatchObject({ IsVerified: true });
  });

  it.each([
    ['Nomatch', 'NotVerified'],
    ['Pending', 'Pending'],
  ])('keeps the name on record where %s is not verified', async (Surname, state) => {
    const user = await givenUnverified();
    const registered = await registerAs(user, { FirstName: 'Robin', Surname });
    await finish(registered.json<{ UserToken: string }>().UserToken);
    expect((await result(user)).json()).toMatchObject({ IsVerified: false });
    expect(await holderOf(user)).toMatchObject({ surname: 'Vale', is_kyc_verified: false });
    expect(await storedCase(user)).toMatchObject({ state });
  });

  it('who is locked out keeps the name on record, and no typed name stays', async () => {
    const user = await givenUnverified();
    const registered = await registerAs(user, { FirstName: 'Robin', Surname: 'Locked' });
    await finish(registered.json<{ UserToken: string }>().UserToken);
    expect(codeOf(await result(user))).toBe('20254');
    expect(await holderOf(user)).toMatchObject({ surname: 'Vale', is_kyc_verified: false });
    expect(await storedCase(user)).toEqual({ state: 'LockedOut', name_cipher: null });
  });

  it('who is verified already cannot take another name', async () => {
    const user = await givenUnverified();
    await given.ctx.asOwner('UPDATE holder SET is_kyc_verified = true WHERE id = $1', [user.holder.id]);
    const registered = await registerAs(user, { FirstName: 'Someone', Surname: 'Else' });
    await finish(registered.json<{ UserToken: string }>().UserToken);
    await result(user);
    expect(await holderOf(user)).toMatchObject({ first_name: 'Robin', surname: 'Vale', is_kyc_verified: true });
  });

  it.each([
    { FirstName: 'R0bin;', Surname: 'Vale' },
    { FirstName: '', Surname: 'Vale' },
    { FirstName: 'Robin', Surname: 'V'.repeat(51) },
  ])('refuses the name %o', async (name) => {
    const user = await givenUnverified();
    const response = await registerAs(user, name);
    expect(response.statusCode).toBe(400);
    expect(await storedCase(user)).toBeUndefined();
  });
});

describe('the identity service', () => {
  async function givenServed(fault?: Parameters<typeof givenGreenIdServer>[0]) {
    const server = await givenGreenIdServer(fault);
    const { url, accountId, password, apiCode, uiUrl } = server.settings;
    const app = await givenApp({
      WATTLE_GREENID_URL: url,
      WATTLE_GREENID_ACCOUNT: accountId,
      WATTLE_GREENID_PASSWORD: password,
      WATTLE_GREENID_API_CODE: apiCode,
      WATTLE_GREENID_UI_URL: uiUrl,
    });
    opened.push(server, app);
    return { server, app };
  }

  it('that is configured is asked, and its password reaches no browser', async () => {
    const { server, app } = await givenServed();
    const person = await givenPerson({}, app);
    const { UserToken } = (await register(person, app)).json<{ UserToken: string }>();
    server.finish(UserToken);
    expect((await result(person, app)).json()).toEqual({ IsVerified: true, IsPending: false });
    const configuration = await getApi(app, 'greenId/getConfiguration', person.headers);
    expect(configuration.json()).toEqual({
      GreenIdAccountId: 'programme',
      GreenIdUiMode: 'testing',
      GreenIdApiCode: 'api-code',
      ScriptLinks: [
        'https://simpleui-test.example/df/javascripts/greenidConfig.js',
        'https://simpleui-test.example/df/javascripts/greenidui.min.js',
      ],
    });
    const frame = await app.app.inject('/identity-check');
    const policy = String(frame.headers['content-security-policy']);
    expect(policy).toContain("script-src 'self' https://simpleui-test.example;");
    expect(policy).toContain("frame-ancestors 'self'");
  });

  it('that is away is 503, and no case', async () => {
    const { app } = await givenServed(() => ({ status: 503 }));
    const person = await givenPerson({}, app);
    const response = await register(person, app);
    expect(response.statusCode).toBe(503);
    expect(response.headers['retry-after']).toBeDefined();
    expect(await app.ctx.asOwner('SELECT id FROM kyc_case')).toEqual([]);
  });
});

describe('the sandbox of the identity service', () => {
  it('never loads for the surname Offline', async () => {
    const person = await givenPerson({ surname: 'Offline' });
    await register(person);
    const configuration = await getApi(given, 'greenId/getConfiguration', person.headers);
    expect(configuration.json()).toMatchObject({ ScriptLinks: [] });
  });

  it('knows no other token', async () => {
    expect(codeOf(await finish('0'.repeat(40)))).toBe('404');
  });

  it('shows its part in a frame of this origin, under a policy that allows nothing else', async () => {
    const frame = await given.app.inject('/identity-check');
    expect(frame.headers['x-frame-options']).toBe('SAMEORIGIN');
    expect(frame.headers['content-security-policy']).toBe(
      "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src 'self'; " +
        "font-src 'self'; frame-src 'none'; frame-ancestors 'self'; base-uri 'none'; form-action 'none'",
    );
  });
});
