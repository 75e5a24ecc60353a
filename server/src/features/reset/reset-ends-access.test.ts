import { randomBytes, randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { brandFields, givenApp, postForm, type TestApp } from '../../../test-support/app.ts';
import { givenSession, type TestWebAccount } from '../../../test-support/factories.ts';
import { codeOf, givenPerson, NEW_PASSWORD, resetCalls, sent } from '../../../test-support/resets.ts';
import { addPasskeyOf, startPasskeyOf } from '../../../test-support/passkeys.ts';
import { openAuthenticator } from '../../../test-support/authenticator.ts';
import { getApi, postApi } from '../../../test-support/signed-in.ts';
import type { Tx } from '../../platform/database/database.ts';
import { lockWebAccount, savePassword } from '../access/public.ts';
import { findBrandById } from '../brands/public.ts';
import { forceReset } from './force-reset.ts';

const DAY = 86_400_000;

let test: TestApp;
let calls: ReturnType<typeof resetCalls>;
beforeAll(async () => {
  test = await givenApp({ WATTLE_SIGN_IN_RATE: '100000' });
  calls = resetCalls(test);
});
beforeEach(() => sent(test));
afterAll(() => test.close());

const reset = (person: TestWebAccount, token: string, newPassword = NEW_PASSWORD) =>
  calls.post(person.brand, 'onlineAccount/ResetPassword', { token, answer: 'banksia', newPassword });
const answer = (person: TestWebAccount, token: string) =>
  calls.post(person.brand, 'onlineAccount/VerifyAnswer', { token, answer: 'banksia' });

/** A way to sign in of each kind, made a number of days ago. */
async function givenWaysIn({ id, brand }: TestWebAccount, daysAgo: number): Promise<void> {
  const at = new Date(test.ctx.clocks.security.now() - daysAgo * DAY);
  const whose = [brand.tenantId, brand.id, id];
  await test.ctx.asOwner(
    `INSERT INTO device_passcode (secret_hash, tenant_id, brand_id, web_account_id, device_uuid, user_agent,
                                  passcode_hash, set_at) VALUES ($4, $1, $2, $3, $5, '', 'none', $6)`,
    [...whose, randomBytes(32), `device-${daysAgo}`, at],
  );
  await test.ctx.asOwner(
    `INSERT INTO passkey (id, tenant_id, brand_id, web_account_id, credential_id, rp_id, public_key, counter, name,
                          added_at, made_at)
     VALUES ($4, $1, $2, $3, $5, 'localhost', '\\x00', 0, $6, now(), $7)`,
    [...whose, randomUUID(), randomBytes(20), `${daysAgo} days`, at],
  );
  await test.ctx.asOwner(
    `INSERT INTO remembered_user (secret_hash, tenant_id, brand_id, web_account_id, created_at, ends_at)
     VALUES ($4, $1, $2, $3, $5, now() + interval '30 days')`,
    [...whose, randomBytes(32), at],
  );
  await test.ctx.asOwner(
    `INSERT INTO device (tenant_id, brand_id, web_account_id, uuid, registered_at, seen_at)
     VALUES ($1, $2, $3, $4, $5, now())`,
    [...whose, `device-${daysAgo}`, at],
  );
}

const KINDS = ['device_passcode', 'passkey', 'remembered_user', 'device'];

/** Number of ways to sign in, by kind. */
const waysIn = async ({ id }: TestWebAccount) =>
  Promise.all(
    KINDS.map(async (table) => {
      const [row] = await test.ctx.asOwner<{ n: number }>(
        `SELECT count(*)::integer AS n FROM ${table} WHERE web_account_id = $1`,
        [id],
      );
      return row?.n;
    }),
  );

const isWaiting = async () =>
  (
    await test.ctx.asOwner(
      `SELECT 1 FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`,
    )
  ).length > 0;

/** Changes something while the web account is locked and a call waits for it. */
async function whileLocked<T>(
  { id, brand: { tenantId } }: TestWebAccount,
  call: () => PromiseLike<T>,
  change: (tx: Tx) => Promise<unknown>,
): Promise<T> {
  const locked = Promise.withResolvers<void>();
  const isCalled = Promise.withResolvers<void>();
  const done = test.ctx.database.transact(tenantId, async (tx) => {
    await lockWebAccount(tx, tenantId, id);
    locked.resolve();
    await isCalled.promise;
    await change(tx);
  });
  await locked.promise;
  // The request is sent only when its answer is awaited.
  const answered = Promise.resolve(call());
  await expect.poll(isWaiting).toBe(true);
  isCalled.resolve();
  await done;
  return answered;
}

describe('a reset', () => {
  it('ends ways to sign in that are younger than 7 days, keeps older ones, and audits each kind', async () => {
    const person = await givenPerson(test);
    const other = await givenPerson(test);
    for (const days of [0, 6, 8]) await givenWaysIn(person, days);
    await givenWaysIn(other, 0);
    const token = await calls.linkOf(person);
    await answer(person, token);
    expect((await reset(person, token)).body).toEqual({ result: true });
    expect(await waysIn(person)).toEqual([1, 1, 1, 1]);
    expect(await waysIn(other)).toEqual([1, 1, 1, 1]);
    const lines = await test.ctx.asOwner<{ line: string }>(
      `SELECT action || ' ' || (details ->> 'count') AS line FROM audit_log
        WHERE object = $1 AND action LIKE '%young_ended' ORDER BY line`,
      [`web:${person.id}`],
    );
    expect(lines.map(({ line }) => line)).toEqual([
      'devices.young_ended 4',
      'passcodes.young_ended 2',
      'passkeys.young_ended 2',
    ]);
  });

  it('ends an old device whose notices were redirected since', async () => {
    const person = await givenPerson(test);
    await givenWaysIn(person, 8);
    const { headers } = await givenSession(test.ctx, { webAccount: person });
    const words = { model: 'Pixel', version: '16', platform: 'Android', name: 'Phone' };
    const device = { uuid: 'device-8', ...words, registrationId: 'of-a-thief', fcmEnabled: true, enabled: true };
    expect((await postApi(test, 'devices/register', headers, device)).statusCode).toBe(200);
    const token = await calls.linkOf(person);
    await answer(person, token);
    await reset(person, token);
    expect(await waysIn(person)).toEqual([1, 1, 1, 0]);
  });

  it('opens no session for a password that was changed while it was compared', async () => {
    const person = await givenPerson(test);
    const hash = await test.ctx.secrets.hashSecret(NEW_PASSWORD);
    const { brand, username, password } = person;
    const response = await whileLocked(
      person,
      () =>
        postForm(test.app, '/api/token', {
          grant_type: 'password',
          ...brandFields(brand),
          userName: username,
          password,
        }),
      (tx) => savePassword(tx, brand.tenantId, person.id, hash),
    );
    expect(response.statusCode).toBe(429);
    const open = await test.ctx.asOwner('SELECT FROM session WHERE web_account_id = $1 AND revoked_at IS NULL', [
      person.id,
    ]);
    expect(open).toHaveLength(0);
  });

  it('adds no passkey in a session that was ended meanwhile', async () => {
    const person = await givenPerson(test);
    const { headers, id } = await givenSession(test.ctx, { webAccount: person });
    const credential = openAuthenticator().make(await startPasskeyOf(test, headers));
    const response = await whileLocked(
      person,
      () => addPasskeyOf(test, headers, credential),
      (tx) => tx.run('UPDATE session SET revoked_at = now() WHERE id = $1', [id]),
    );
    expect(response.statusCode).toBe(429);
    expect(await waysIn(person)).toEqual([0, 0, 0, 0]);
  });
});

describe('two resets of one person', () => {
  it('set one password where two links are used at the same time, and end the other link', async () => {
    const person = await givenPerson(test);
    const tokens = [await calls.linkOf(person), await calls.linkOf(person)];
    for (const token of tokens) await answer(person, token);
    const codes = (await Promise.all(tokens.map((token) => reset(person, token)))).map(codeOf);
    expect(codes.toSorted()).toEqual(['20060', 'ok']);
  });

  it('end the other links and the backup token', async () => {
    const person = await givenPerson(test);
    const [token, other] = [await calls.linkOf(person), await calls.linkOf(person)];
    await test.ctx.asOwner(
      `INSERT INTO backup_token (id, tenant_id, web_account_id, token_hash, issued_at, ends_at)
       VALUES ($1, $2, $3, sha256('token'), now(), now() + interval '1 day')`,
      [randomUUID(), person.brand.tenantId, person.id],
    );
    await answer(person, token);
    expect((await reset(person, token)).body).toEqual({ result: true });
    expect(codeOf(await calls.post(person.brand, 'onlineAccount/VerifyToken', { token: other }))).toBe('20060');
    const sql = 'SELECT 1 FROM backup_token WHERE web_account_id = $1 AND over_at IS NULL';
    expect(await test.ctx.asOwner(sql, [person.id])).toHaveLength(0);
  });
});

describe('forceReset', () => {
  it('ends password, sessions, links and recent ways to sign in, and mails a link for a new password', async () => {
    const person = await givenPerson(test);
    const { brand } = person;
    const { headers } = await givenSession(test.ctx, { webAccount: person });
    const before = await calls.linkOf(person);
    for (const days of [1, 3]) await givenWaysIn(person, days);
    const found = await findBrandById(test.ctx, brand.id);
    const request = { id: randomUUID(), host: 'localhost', origin: 'http://localhost' };
    await test.ctx.database.transact(brand.tenantId, (tx) =>
      forceReset(
        tx,
        { ctx: test.ctx, brand: found as NonNullable<typeof found>, request },
        {
          webAccountId: person.id,
          contact: { channel: 'email', to: 'restored@example.com' },
          youngSinceMs: test.ctx.clocks.security.now() - 2 * DAY,
          because: 'contact_undone',
        },
      ),
    );
    expect((await getApi(test, 'onlineAccount/', headers)).statusCode).toBe(401);
    expect(await calls.opens(person, person.password)).toBe(false);
    expect(codeOf(await calls.post(brand, 'onlineAccount/VerifyToken', { token: before }))).toBe('20060');
    expect(await waysIn(person)).toEqual([1, 1, 1, 1]);
    const { mails } = await sent(test);
    const mail = mails.find(({ to }) => to === 'restored@example.com');
    const token = /\/reset\/([\w-]{43})/.exec(mail?.text ?? '')?.[1] ?? 'none';
    await answer(person, token);
    expect((await reset(person, token)).body).toEqual({ result: true });
    expect(await calls.opens(person, NEW_PASSWORD)).toBe(true);
  });

  it('lets an ended password be compared within a session like any wrong one', async () => {
    const person = await givenPerson(test);
    const { headers } = await givenSession(test.ctx, { webAccount: person });
    await test.ctx.asOwner('UPDATE web_account SET password_hash = NULL WHERE id = $1', [person.id]);
    const response = await postApi(test, 'onlineAccount/CheckPassword', headers, { currentpassword: person.password });
    expect(codeOf({ body: response.json() })).toBe('20041');
  });
});
