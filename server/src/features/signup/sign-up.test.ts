import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { givenApp, signInWithPassword, type TestApp } from '../../../test-support/app.ts';
import { codeOf } from '../../../test-support/cookies.ts';
import { givenAccount, givenBrand, givenWebAccount, type TestBrand } from '../../../test-support/factories.ts';

let given: TestApp;
beforeAll(async () => {
  given = await givenApp({ WATTLE_SIGN_IN_RATE: '10000' });
});
afterAll(() => given.close());

const PASSWORD = 'Golden-Banksia-2026';

const post = (url: string, payload: object) => given.app.inject({ method: 'POST', url: `/api/${url}`, payload });
const validate = ({ identifier }: TestBrand, accountId: string, userName = 'robin.vale') =>
  post('brand/ValidateMemberAccountDetail', { accountId, brandIdentifier: identifier, userName });
const setUp = ({ identifier }: TestBrand, accountId: string, more: object = {}) =>
  post('brand/SetupWebAccount', {
    accountId,
    brandIdentifier: identifier,
    username: 'robin.vale',
    password: PASSWORD,
    acceptedPDS: true,
    ...more,
  });
const resultOf = async (brand: TestBrand, accountId: string, userName?: string) =>
  (await validate(brand, accountId, userName)).json<{ data: { ValidationResult: string } }>().data.ValidationResult;
const succeeded = (response: { json: () => unknown }) => {
  const { data } = response.json() as { data: { userCreated: string } };
  return (JSON.parse(data.userCreated) as { Succeeded: boolean }).Succeeded;
};

/** A brand that signs in by account numbers and offers sign-up, and an account without a login. */
async function givenMember() {
  const brand = await givenBrand(given.ctx, { settings: { ShowSignupLink: true, LoginMethodId: 2 } });
  return { brand, account: await givenAccount(given.ctx, { brand }) };
}

describe('POST brand/ValidateMemberAccountDetail', () => {
  it('reads 010 for a current account without a login and a free name', async () => {
    const { brand, account } = await givenMember();
    expect(await resultOf(brand, account.accountNumber)).toBe('010');
  });

  it('reads 999 for an unknown account, and for one of another brand', async () => {
    const { brand, account } = await givenMember();
    expect(await resultOf(brand, '999999999')).toBe('999');
    expect(await resultOf((await givenMember()).brand, account.accountNumber)).toBe('999');
  });

  it('reads 1.. for a closed account, .0. for a taken name, ..1 for an account with a login', async () => {
    const { brand, account } = await givenMember();
    await givenWebAccount(given.ctx, {
      account,
      username: 'robin.vale',
      names: [{ name: 'robin.vale', kind: 'username' }],
    });
    expect(await resultOf(brand, account.accountNumber)).toBe('001');
    await given.ctx.asOwner('UPDATE member_account SET is_closed = true WHERE id = $1', [account.id]);
    expect(await resultOf(brand, account.accountNumber, 'another.name')).toBe('111');
  });

  it.each([
    ['0000', 'robin.vale', 'accountId'],
    ['12345678901', 'robin.vale', 'accountId'],
    ['200200015', ' ', 'userName'],
    ['200200015', '200200015', 'userName'],
  ])('refuses account %s with name %s at its field', async (accountId, userName, field) => {
    const { brand } = await givenMember();
    expect((await validate(brand, accountId, userName)).json()).toMatchObject({ error: ['20010'], field });
  });

  it('is not there for a brand without sign-up', async () => {
    const brand = await givenBrand(given.ctx, { settings: { ShowSignupLink: false } });
    expect(codeOf(await validate(brand, '200200015'))).toBe('404');
    expect(codeOf(await setUp(brand, '200200015'))).toBe('404');
  });
});

describe('POST brand/SetupWebAccount', () => {
  it('makes a login that signs in by its name, and tells the holder', async () => {
    const { brand, account } = await givenMember();
    expect(succeeded(await setUp(brand, account.accountNumber))).toBe(true);
    const user = { brand, username: 'robin.vale', password: PASSWORD };
    await signInWithPassword(given.app, user as Parameters<typeof signInWithPassword>[1]);
    const byNumber = { ...user, username: account.accountNumber };
    await signInWithPassword(given.app, byNumber as Parameters<typeof signInWithPassword>[1]);
    const told = await given.ctx.asOwner('SELECT template FROM outbox_message WHERE holder_id = $1', [
      account.holder.id,
    ]);
    expect(told).toEqual([{ template: 'credentialChanged' }]);
  });

  it('makes one login where it is asked for ten times at once', async () => {
    const { brand, account } = await givenMember();
    const answers = await Promise.all(Array.from({ length: 10 }, () => setUp(brand, account.accountNumber)));
    expect(answers.map(succeeded).filter(Boolean)).toHaveLength(1);
  });

  it('makes none for an account that has one, is closed or unknown, nor with a name that is taken', async () => {
    const { brand, account } = await givenMember();
    await setUp(brand, account.accountNumber);
    expect(succeeded(await setUp(brand, account.accountNumber, { username: 'another' }))).toBe(false);
    expect(succeeded(await setUp(brand, '999999999'))).toBe(false);
    const other = await givenAccount(given.ctx, { brand });
    expect(succeeded(await setUp(brand, other.accountNumber))).toBe(false);
    const rows = await given.ctx.asOwner('SELECT id FROM web_account WHERE member_account_id = $1', [other.id]);
    expect(rows).toEqual([]);
  });

  it.each([
    ['a common password', { password: 'Password-2026!' }, 'password'],
    ['a short password', { password: 'Short-2026' }, 'password'],
    ['a disclosure statement that was not accepted', { acceptedPDS: false }, 'acceptedPDS'],
    ['an account number as its name', { username: '300000001' }, 'username'],
  ])('refuses %s', async (_what, more, field) => {
    const { brand, account } = await givenMember();
    const response = await setUp(brand, account.accountNumber, more);
    expect(codeOf(response)).toBe('20010');
    expect(response.json()).toMatchObject({ field });
  });
});
