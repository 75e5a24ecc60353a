import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { givenActivation, givenNewCard, setUpAccount, signInAs } from '../../../../test-support/activation.ts';
import { givenApp, type TestApp } from '../../../../test-support/app.ts';
import { givenBrand, type TestBrand } from '../../../../test-support/factories.ts';
import { PASSWORD as ACTIVATED } from '../../../../test-support/made-up-person.ts';
import { codeIn, sent } from '../../../../test-support/resets.ts';
import { givenUser, type Headers, postApi } from '../../../../test-support/signed-in.ts';

const PASSWORD = 'Golden-Wattle-2026';

let test: TestApp;
beforeAll(async () => {
  test = await givenApp({ WATTLE_SIGN_IN_RATE: '100000' });
});
beforeEach(() => sent(test));
afterAll(() => test.close());

const givenPerson = async (settings: object) =>
  givenUser(test.ctx, { brand: await givenBrand(test.ctx, { settings }) });
const update = (headers: Headers, body: object) =>
  postApi(test, 'onlineAccount/UpdateAccessDetails', headers, { currentpassword: PASSWORD, ...body });
const confirm = (headers: Headers, Channel: string, code: string) =>
  postApi(test, 'onlineAccount/ConfirmContact', headers, { Channel, code });
const codeOf = (response: { json: () => unknown }) => (response.json() as { error?: string[] }).error?.[0] ?? 'ok';

describe('an address that a login was made with and nobody proved', () => {
  const EITHER = { AllowEditEmailAddress: true, LoginMethodId: 3 as const };

  /** A login that a stranger creates with the address of someone else, by the stranger's card. */
  async function givenSitter(brand: TestBrand, email: string) {
    const card = await givenNewCard(test, { brand });
    const activation = await givenActivation(test, card);
    await setUpAccount(activation, email);
    expect((await activation.post('card/activate', { pin: '4826' })).statusCode).toBe(200);
    await sent(test);
    return card;
  }
  const opens = async (brand: TestBrand, name: string, password: string) =>
    (await signInAs(test, brand, name, {}, password)).statusCode === 200;

  it('opens that login until its owner enters the code sent there, and theirs from then on', async () => {
    const owner = await givenPerson(EITHER);
    const { brand } = owner.card;
    const email = `mine.${owner.holder.email}`;
    const sitter = await givenSitter(brand, email);
    // The answer is that of an address which no login has.
    expect((await update(owner.headers, { EmailAddress: email })).json()).toEqual({
      result: true,
      CodeSentTo: expect.stringContaining('@e••••.com') as string,
    });
    expect(await opens(brand, email, ACTIVATED)).toBe(true);
    expect(codeOf(await confirm(owner.headers, 'email', codeIn((await sent(test)).mails[0]?.text)))).toBe('ok');
    expect(await opens(brand, email, PASSWORD)).toBe(true);
    expect(await opens(brand, email, ACTIVATED)).toBe(false);
    // The thief saw the account number, which is shown as the login's name.
    const number = sitter.account.accountNumber;
    expect(await opens(brand, number, ACTIVATED)).toBe(true);
    const [row] = await test.ctx.asOwner<{ username: string }>(
      'SELECT username FROM web_account WHERE member_account_id = $1',
      [sitter.account.id],
    );
    expect(row?.username).toBe(number);
  });

  it('stays with a login whose person proved it first', async () => {
    const owner = await givenPerson(EITHER);
    const { brand } = owner.card;
    const email = `first.${owner.holder.email}`;
    const sitter = await givenSitter(brand, email);
    await test.ctx.asOwner('UPDATE holder SET email = $2 WHERE id = (SELECT holder_id FROM card WHERE id = $1)', [
      sitter.id,
      email,
    ]);
    expect(codeOf(await update(owner.headers, { EmailAddress: email }))).toBe('20031');
    expect(await opens(brand, email, ACTIVATED)).toBe(true);
  });

  it('yields to the person on whose record it is, who activates a card with it', async () => {
    const brand = await givenBrand(test.ctx, { settings: EITHER });
    const known = await givenNewCard(test, { brand, isKnown: true });
    const email = known.holder?.email ?? '';
    const sitter = await givenSitter(brand, email);
    const activation = await givenActivation(test, known);
    await setUpAccount(activation, email);
    expect((await activation.post('card/activate', { pin: '4826' })).json()).toMatchObject({ LoginName: email });
    const name = await test.ctx.asOwner<{ account: string }>(
      `SELECT w.member_account_id::text AS account FROM login_name n JOIN web_account w ON w.id = n.web_account_id
        WHERE n.brand_id = $1 AND n.name = $2`,
      [brand.id, email],
    );
    expect(name).toEqual([{ account: String(known.account.id) }]);
    expect(await opens(brand, sitter.account.accountNumber, ACTIVATED)).toBe(true);
  });

  it('is a name of whoever proves it as their first address, and the sitter is told at a contact on record', async () => {
    const owner = await givenPerson(EITHER);
    const { brand } = owner.card;
    await test.ctx.asOwner("UPDATE holder SET email = '' WHERE id = $1", [owner.holder.id]);
    await test.ctx.asOwner('DELETE FROM login_name WHERE web_account_id = $1', [owner.webAccount.id]);
    const email = `one.${owner.holder.email}`;
    const sitter = await givenSitter(brand, email);
    await test.ctx.asOwner(
      "UPDATE holder SET email = 'on.record@example.com' WHERE id = (SELECT holder_id FROM card WHERE id = $1)",
      [sitter.id],
    );
    await update(owner.headers, { EmailAddress: email });
    await confirm(owner.headers, 'email', codeIn((await sent(test)).mails[0]?.text));
    expect(await opens(brand, email, PASSWORD)).toBe(true);
    const told = (await sent(test)).mails.filter(({ to }) => to === 'on.record@example.com');
    expect(told.map(({ text }) => text)).toEqual([expect.stringContaining('no longer signs you in')]);
  });
});
