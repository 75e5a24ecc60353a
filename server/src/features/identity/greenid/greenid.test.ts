import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { givenApp, type TestApp } from '../../../../test-support/app.ts';
import { codeOf } from '../../../../test-support/cookies.ts';
import { givenSession } from '../../../../test-support/factories.ts';
import { givenUser, type Headers, getApi, postApi } from '../../../../test-support/signed-in.ts';
import { type ActivationGiven, finishPart, givenActivation, whileAsking } from '../../../../test-support/identity.ts';
import { givenGreenIdServer } from '../../../../test-support/outside/greenid-server.ts';

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
const finish = (userToken: string) => finishPart(given, userToken);
/** Answer where the details differ from those of the case. */
const CHANGED = { IsVerified: false, IsPending: false, DetailsChanged: true };
const saveName = ({ card }: Person, name: string) =>
  given.ctx.asOwner(`UPDATE activation SET entity = entity || $2::jsonb, kyc = 'open' WHERE card_id = $1`, [
    card.id,
    JSON.stringify({ FirstName: name }),
  ]);
const kycOf = async ({ card }: Person) =>
  (await given.ctx.asOwner<{ kyc: string }>('SELECT kyc FROM activation WHERE card_id = $1', [card.id]))[0]?.kyc;
const usage = async ({ headers }: Person) => (await postApi(given, 'greenId/usageCheck', headers, {})).json<object>();

/** Begins a verification and completes the person's part. */
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
    expect((await result(person)).json()).toEqual({ IsVerified: false, IsPending: false, DetailsChanged: false });
    await finish(token);
    expect((await result(person)).json()).toEqual({ IsVerified: true, IsPending: false, DetailsChanged: false });
    expect(await casesOf(person)).toEqual([{ state: 'Verified', outcome: 'VERIFIED', user_token_cipher: null }]);
    const rows = await given.ctx.asOwner('SELECT kyc FROM activation WHERE card_id = $1', [person.card.id]);
    expect(rows).toEqual([{ kyc: 'verified' }]);
  });

  it.each([
    ['Changed', 200, { IsVerified: true, IsPending: false, DetailsChanged: false }, 'Verified'],
    ['Nomatch', 200, { IsVerified: false, IsPending: false, DetailsChanged: false }, 'NotVerified'],
    ['Pending', 200, { IsVerified: false, IsPending: true, DetailsChanged: false }, 'Pending'],
  ])('of a person called %s ends with the verdict of the service', async (surname, statusCode, body, state) => {
    const person = await givenPerson({ surname });
    const response = await verified(person);
    expect(response.statusCode).toBe(statusCode);
    expect(response.json()).toEqual(body);
    expect(await casesOf(person)).toMatchObject([{ state }]);
  });

  it('that is locked out refuses every later call with 20254', async () => {
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

  it('resumes an open case, and counts it only when it has ended', async () => {
    const person = await givenPerson();
    expect(await usage(person)).toEqual({ IsAllowed: true, IsOpen: false, Left: 3 });
    const token = await tokenOf(person);
    expect(await tokenOf(person)).toBe(token);
    expect(await usage(person)).toEqual({ IsAllowed: true, IsOpen: true, Left: 3 });
    expect(await casesOf(person)).toHaveLength(1);
  });

  it('belongs to its session, and its id is unknown to every other', async () => {
    const [person, other] = [await givenPerson(), await givenPerson()];
    const { CaseId } = (await register(person)).json<{ CaseId: string }>();
    await register(other);
    const sameCard = await givenSession(given.ctx, { card: person.card }, 'verifyactivation');
    for (const headers of [other.headers, sameCard.headers]) {
      for (const id of [CaseId, '999999999']) {
        const asked = await postApi(given, 'greenId/getVerificationResult', headers, { CaseId: id });
        expect(asked.json()).toMatchObject({ error: ['20179'], field: 'CaseId' });
        const configuration = await getApi(given, `greenId/getConfiguration?CaseId=${id}`, headers);
        expect(configuration.json()).toMatchObject({ error: ['20179'], field: 'CaseId' });
      }
    }
    expect(codeOf(await result({ headers: sameCard.headers }))).toBe('20179');
    // A session that registers again resumes it.
    expect((await register({ ...person, headers: sameCard.headers })).json()).toMatchObject({ CaseId });
    expect((await result({ headers: sameCard.headers })).statusCode).toBe(200);
    expect((await getApi(given, `greenId/getConfiguration?CaseId=${CaseId}`, person.headers)).statusCode).toBe(200);
  });

  it('that was left open does not count among the three', async () => {
    const person = await givenPerson();
    for (const name of ['Ari', 'Bo', 'Cam', 'Dee']) {
      await saveName(person, name);
      expect((await register(person)).statusCode).toBe(200);
    }
    expect(await usage(person)).toMatchObject({ IsAllowed: true, Left: 3 });
  });

  it('may be begun three times in 30 days', async () => {
    const person = await givenPerson({ surname: 'Nomatch' });
    for (let time = 0; time < 3; time += 1) await verified(person);
    expect(codeOf(await register(person))).toBe('20254');
    expect(await usage(person)).toEqual({ IsAllowed: false, IsOpen: false, Left: 0 });
  });

  it('is not begun before consent or for another account', async () => {
    const early = await givenPerson({ hasConsented: false });
    expect(codeOf(await register(early))).toBe('20010');
    const person = await givenPerson();
    const other = await postApi(given, 'greenId/registerVerification', person.headers, { AccountNumber: '300000000' });
    expect(other.json()).toMatchObject({ error: ['10000'], field: 'AccountNumber' });
  });

  it('is refused with 20179 and without a case where a required detail is missing', async () => {
    const person = await givenPerson();
    await given.ctx.asOwner(`UPDATE activation SET access = access || '{"emailAddress": ""}' WHERE card_id = $1`, [
      person.card.id,
    ]);
    expect(codeOf(await register(person))).toBe('20179');
    expect(await casesOf(person)).toEqual([]);
    expect(codeOf(await result(person))).toBe('20179');
  });

  it('is valid for the verified person alone, and changed details need another one', async () => {
    const person = await givenPerson();
    await verified(person);
    await saveName(person, 'Sasha');
    expect((await result(person)).json()).toEqual(CHANGED);
    expect(await kycOf(person)).toBe('open');
  });

  it('gives no verdict on details that were saved during the request', async () => {
    const person = await givenPerson();
    await finish(await tokenOf(person));
    whileAsking(given, () => saveName(person, 'Sasha'));
    expect((await result(person)).json()).toEqual(CHANGED);
    expect([await kycOf(person), await casesOf(person)]).toMatchObject(['open', [{ state: 'Verified' }]]);
    await saveName(person, 'Robin');
    expect((await result(person)).json()).toMatchObject({ IsVerified: true });
    expect(await kycOf(person)).toBe('verified');
  });

  it('is valid only with the address that was verified', async () => {
    const person = await givenPerson();
    await finish(await tokenOf(person));
    await given.ctx.asOwner(
      `UPDATE activation SET entity = jsonb_set(entity, '{Address,Suburb}', '"Perth"') WHERE card_id = $1`,
      [person.card.id],
    );
    expect((await result(person)).json()).toEqual(CHANGED);
  });

  it('stores no typed details', async () => {
    const person = await givenPerson({ surname: 'Markedname' });
    await verified(person);
    const rows = await given.ctx.asOwner(
      'SELECT row_to_json(k)::text AS row FROM kyc_case k WHERE member_account_id = $1',
      [person.card.account.id],
    );
    expect(JSON.stringify(rows)).not.toMatch(/Markedname|Robin|1990-02-01|Banksia/);
  });

  it('is begun once on ten concurrent requests', async () => {
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

  it('is asked where it is configured, and its password reaches no browser', async () => {
    const { server, app } = await givenServed();
    const person = await givenPerson({}, app);
    const { UserToken } = (await register(person, app)).json<{ UserToken: string }>();
    server.finish(UserToken);
    expect((await result(person, app)).json()).toEqual({ IsVerified: true, IsPending: false, DetailsChanged: false });
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
    expect(policy).toContain('sandbox allow-scripts allow-forms;');
    expect(policy).toContain('script-src http://localhost/identity-check.js https://simpleui-test.example;');
    expect(policy).toContain('connect-src https://simpleui-test.example;');
    expect(policy).toContain('frame-ancestors http://localhost;');
    expect(policy).not.toContain("'self'");
    expect((await finishPart(app, '0'.repeat(40))).statusCode).toBe(404);
  });

  it('causes 503 and no case while it is down', async () => {
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

  it('refuses an unknown token', async () => {
    expect((await finish('0'.repeat(40))).statusCode).toBe(404);
  });

  it('shows its part in a sandboxed frame, under a policy that names each file', async () => {
    const frame = await given.app.inject({ url: '/identity-check', headers: { host: 'cards.example' } });
    expect(frame.headers['x-frame-options']).toBe('SAMEORIGIN');
    expect(frame.headers['content-security-policy']).toBe(
      "sandbox allow-scripts allow-forms; default-src 'none'; " +
        'script-src http://cards.example/identity-check.js http://cards.example/identity-sandbox.js; ' +
        "style-src 'none'; img-src data:; connect-src http://cards.example/sandbox/identity-service; " +
        "font-src 'none'; frame-src 'none'; frame-ancestors http://cards.example; base-uri 'none'; form-action 'none'",
    );
  });

  it('takes only a host name into its policy', async () => {
    const headers = { host: "cards.example;script-src-elem 'unsafe-inline'" };
    const frame = await given.app.inject({ url: '/identity-check', headers });
    expect(String(frame.headers['content-security-policy'])).not.toContain('script-src-elem');
  });
});
