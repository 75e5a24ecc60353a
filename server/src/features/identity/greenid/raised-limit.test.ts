import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { givenApp, type TestApp } from '../../../../test-support/app.ts';
import { codeOf } from '../../../../test-support/cookies.ts';
import { finishPart, whileAsking } from '../../../../test-support/identity.ts';
import { givenUser, type Headers, postApi } from '../../../../test-support/signed-in.ts';
import { verifyHolder } from '../kyc/kyc-case.store.ts';

let given: TestApp;
beforeAll(async () => {
  given = await givenApp({ WATTLE_SIGN_IN_RATE: '10000' });
});
afterAll(() => given.close());

const CHANGED = { IsVerified: false, IsPending: false, DetailsChanged: true };
const result = ({ headers }: { headers: Headers }) => postApi(given, 'greenId/getVerificationResult', headers, {});
const finish = (userToken: string) => finishPart(given, userToken);

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

  it('is verified under the typed name, which then replaces the name on record', async () => {
    const user = await givenUnverified();
    const registered = await registerAs(user, { FirstName: '伟', MiddleName: 'Robin', Surname: 'O’Brien-李' });
    await finish(registered.json<{ UserToken: string }>().UserToken);
    expect((await storedCase(user))?.name_cipher?.toString('latin1')).not.toContain('Brien');
    expect(await holderOf(user)).toMatchObject({ first_name: 'Robin', surname: 'Vale', is_kyc_verified: false });
    expect((await result(user)).json()).toEqual({ IsVerified: true, IsPending: false, DetailsChanged: false });
    expect(await holderOf(user)).toEqual({
      first_name: '伟',
      middle_name: 'Robin',
      surname: 'O’Brien-李',
      is_kyc_verified: true,
    });
    expect(await storedCase(user)).toEqual({ state: 'Verified', name_cipher: null });
    expect((await result(user)).json()).toMatchObject({ IsVerified: true });
  });

  it('can be verified while the email address waits for its code, and not without one', async () => {
    const user = await givenUnverified();
    const { id, brand } = user.holder;
    await given.ctx.asOwner("UPDATE holder SET email = '' WHERE id = $1", [id]);
    expect(codeOf(await registerAs(user, {}))).toBe('20179');
    await given.ctx.asOwner(
      `INSERT INTO contact_change (id, tenant_id, brand_id, web_account_id, holder_id, channel, old_value, new_value,
                                   code_hash, asked_at)
       VALUES (gen_random_uuid(), $1, $2, $3, $4, 'email', '', 'robin.vale@example.com', 'hash', $5)`,
      [brand.tenantId, brand.id, user.webAccount.id, id, new Date(given.ctx.clocks.security.now())],
    );
    const { UserToken } = (await registerAs(user, {})).json<{ UserToken: string }>();
    await finish(UserToken);
    expect((await result(user)).json()).toMatchObject({ IsVerified: true });
  });

  it('resumes one of several open cases by its id, and is verified under the name typed for it', async () => {
    const user = await givenUnverified();
    const [first, second] = [
      { FirstName: 'Robin', Surname: 'Moss' },
      { FirstName: 'Robin', Surname: 'Nomatch' },
    ];
    const { CaseId, UserToken } = (await registerAs(user, first)).json<{ CaseId: string; UserToken: string }>();
    const other = (await registerAs(user, second)).json<{ CaseId: string; UserToken: string }>();
    expect(other.CaseId).not.toBe(CaseId);
    await finish(UserToken);
    await finish(other.UserToken);
    expect((await result(user)).json()).toMatchObject({ IsVerified: false });
    const asked = await postApi(given, 'greenId/getVerificationResult', user.headers, { CaseId });
    expect(asked.json()).toMatchObject({ IsVerified: true });
    expect(await holderOf(user)).toMatchObject({ surname: 'Moss', is_kyc_verified: true });
  });

  it('resumes the case of a name typed before, whose result is then returned', async () => {
    const user = await givenUnverified();
    const [moss, pending] = [
      { FirstName: 'Robin', Surname: 'Moss' },
      { FirstName: 'Robin', Surname: 'Pending' },
    ];
    const { CaseId, UserToken } = (await registerAs(user, moss)).json<{ CaseId: string; UserToken: string }>();
    await registerAs(user, pending);
    expect((await registerAs(user, moss)).json()).toEqual({ CaseId, UserToken });
    await finish(UserToken);
    expect((await result(user)).json()).toMatchObject({ IsVerified: true });
    expect(await holderOf(user)).toMatchObject({ surname: 'Moss', is_kyc_verified: true });
  });

  it('is not verified with details that were saved during the request', async () => {
    const user = await givenUnverified();
    const registered = await registerAs(user, { FirstName: 'Robin', Surname: 'Vale' });
    await finish(registered.json<{ UserToken: string }>().UserToken);
    whileAsking(given, () =>
      given.ctx.asOwner(`UPDATE holder SET date_of_birth = '1970-01-01' WHERE id = $1`, [user.holder.id]),
    );
    expect((await result(user)).json()).toEqual(CHANGED);
    expect(await holderOf(user)).toMatchObject({ is_kyc_verified: false });
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

  it('who is locked out keeps the name on record, and the typed name is deleted', async () => {
    const user = await givenUnverified();
    const registered = await registerAs(user, { FirstName: 'Robin', Surname: 'Locked' });
    await finish(registered.json<{ UserToken: string }>().UserToken);
    expect(codeOf(await result(user))).toBe('20254');
    expect(await holderOf(user)).toMatchObject({ surname: 'Vale', is_kyc_verified: false });
    expect(await storedCase(user)).toEqual({ state: 'LockedOut', name_cipher: null });
  });

  it('who is already verified cannot take another name', async () => {
    const user = await givenUnverified();
    await given.ctx.asOwner('UPDATE holder SET is_kyc_verified = true WHERE id = $1', [user.holder.id]);
    const registered = await registerAs(user, { FirstName: 'Someone', Surname: 'Else' });
    await finish(registered.json<{ UserToken: string }>().UserToken);
    await result(user);
    expect(await holderOf(user)).toMatchObject({ first_name: 'Robin', surname: 'Vale', is_kyc_verified: true });
  });

  it.each([
    { FirstName: 'R0bin;', Surname: 'Vale' },
    { FirstName: 'Robin', Surname: '' },
    { FirstName: 'Robin', Surname: 'V'.repeat(51) },
  ])('refuses the name %o', async (name) => {
    const user = await givenUnverified();
    const response = await registerAs(user, name);
    expect(response.statusCode).toBe(400);
    expect(await storedCase(user)).toBeUndefined();
  });

  it('[7-a] with a single name is accepted', async () => {
    const user = await givenUnverified();
    expect((await registerAs(user, { FirstName: '', Surname: 'Suharto' })).statusCode).toBe(200);
    expect(await storedCase(user)).toBeDefined();
  });

  it('keeps the verified name when another is saved at the same time', async () => {
    const user = await givenUnverified();
    await given.ctx.asOwner('UPDATE brand SET settings = settings || $2 WHERE id = $1', [
      user.card.brand.id,
      JSON.stringify({ AllowEditAddress: true }),
    ]);
    const { UserToken } = (await registerAs(user, { FirstName: 'Robin', Surname: 'Vale' })).json<{
      UserToken: string;
    }>();
    await finish(UserToken);
    const marked = Promise.withResolvers<void>();
    const isWaiting = Promise.withResolvers<void>();
    const { tenantId } = user.card.brand;
    const marking = given.ctx.database.transact(tenantId, async (tx) => {
      await verifyHolder(tx, tenantId, user.holder.id, null);
      marked.resolve();
      await isWaiting.promise;
    });
    await marked.promise;
    const body = { Surname: 'Other', currentpassword: user.webAccount.password };
    const saving = Promise.resolve(postApi(given, 'onlineAccount/UpdatePersonalDetails', user.headers, body));
    const locks = `SELECT FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`;
    await expect.poll(async () => (await given.ctx.asOwner(locks)).length).toBe(1);
    isWaiting.resolve();
    await marking;
    expect((await saving).statusCode).toBe(403);
    expect(await holderOf(user)).toMatchObject({ surname: 'Vale', is_kyc_verified: true });
  });
});
