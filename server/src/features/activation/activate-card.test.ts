import { type AccountAlerts, ALERT_TYPE } from '@wattle/contract/alerts/alerts.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  askActivation,
  CODE,
  givenActivation,
  givenNewCard,
  newEmail,
  rowOf,
  setUpAccount,
  signInAs,
} from '../../../test-support/activation.ts';
import { givenApp, type TestApp } from '../../../test-support/app.ts';
import { codeOf } from '../../../test-support/cookies.ts';
import {
  givenAccount,
  givenBrand,
  givenCard,
  givenHolder,
  givenProduct,
  givenWebAccount,
} from '../../../test-support/factories.ts';
import { accessOf, ENTITY, PASSWORD } from '../../../test-support/made-up-person.ts';
import { auditOf, postApi, statusOf } from '../../../test-support/signed-in.ts';
import { saveKyc } from './activation.store.ts';

let test: TestApp;
beforeAll(async () => {
  test = await givenApp({ WATTLE_SIGN_IN_RATE: '10000' });
});
afterAll(() => test.close());

const stepsOf = (view: { Steps: { Name: string }[] }) => view.Steps.map(({ Name }) => Name);

describe('the activation of a reloadable card with a new login', () => {
  it('goes from code to PIN, and creates holder, login and active card', async () => {
    const card = await givenNewCard(test, { type: 2, earnsInterest: true });
    const activation = await givenActivation(test, card);
    const email = newEmail();
    const begun = await activation.get();
    expect(stepsOf(begun.json())).toEqual(['loginOption', 'accountSetup', 'taxFile', 'consent', 'pin']);
    expect((await activation.post('onlineAccount/Verify', accessOf(email))).json()).toMatchObject({
      NextStep: 'accountSetup',
    });
    expect((await activation.post('onlineAccount/SaveEntityDetails', ENTITY)).json()).toMatchObject({
      NextStep: 'taxFile',
    });
    const tax = await activation.post('onlineAccount/SetTaxFileNumber', {
      Kind: 'number',
      TaxFileNumber: '123 456 782',
    });
    expect(tax.json()).toEqual({ IsSuccessful: true });
    const consent = {
      AcceptedDisclosures: true,
      AcceptedIdentityCheck: false,
      ProductMarketingEmail: true,
      CfsMarketingEmail: true,
    };
    const reviewed = await activation.post('onlineAccount/GiveConsent', consent);
    expect(reviewed.json()).toMatchObject({
      NextStep: 'pin',
      Entered: { EmailAddress: email, Surname: "O'Nair-Lee", TaxFileNumber: '*** *** ***' },
    });
    for (const secret of [PASSWORD, 'Wren', '123456782', 'Grandmother']) {
      expect(reviewed.body).not.toContain(secret);
    }
    const done = await activation.post('card/activate', { pin: '4826' });
    expect(done.json()).toEqual({ IsSuccessful: true, CardNumberSuffix: card.pan.slice(-4), LoginName: email });
    expect(await statusOf(test.ctx, card)).toBe('Active');
    const token = (await signInAs(test, card.brand, email)).json<{ access_token: string }>();
    const home = await test.app.inject({
      url: '/api/card/cards',
      headers: { authorization: `Bearer ${token.access_token}` },
    });
    expect(home.json()).toMatchObject({ cards: [{ value: { CardStatus: 'Active' } }] });
    const holder = await rowOf<{ id: string; surname: string; tfn_cipher: Buffer; tfn_key_version: number }>(
      test,
      'SELECT h.* FROM holder h JOIN card c ON c.holder_id = h.id WHERE c.id = $1',
      [card.id],
    );
    expect(holder).toMatchObject({
      surname: "O'Nair-Lee",
      marketing_product: true,
      marketing_cfs: true,
      is_kyc_verified: false,
    });
    const { secrets } = test.ctx;
    if (!holder) throw new Error('no holder');
    expect(secrets.decrypt(holder.tfn_cipher, holder.tfn_key_version, 'tfn', BigInt(holder.id))).toBe('123456782');
    const left = await rowOf(
      test,
      'SELECT access, entity, password_hash, tfn_cipher FROM activation WHERE card_id = $1',
      [card.id],
    );
    expect(left).toEqual({ access: null, entity: null, password_hash: null, tfn_cipher: null });
    expect(await auditOf(test.ctx, card)).toContain('card.activated ok');
  });

  it('turns on the alerts of purchases on devices, and of declines on devices and by email', async () => {
    const card = await givenNewCard(test);
    const activation = await givenActivation(test, card);
    const email = newEmail();
    await setUpAccount(activation, email);
    await activation.post('card/activate', { pin: '4826' });
    const token = (await signInAs(test, card.brand, email)).json<{ access_token: string }>();
    const headers = { authorization: `Bearer ${token.access_token}` };
    const { Accounts } = (await postApi(test, 'manageAlerts/getAlertsByEntity', headers)).json<{
      Accounts: AccountAlerts[];
    }>();
    const on = Accounts.flatMap(({ Alerts }) => Alerts).map(({ AlertType, ...of }) => [
      AlertType,
      ...Object.entries(of).flatMap(([name, is]) => (is === true ? [name] : [])),
    ]);
    expect(on).toEqual([
      [ALERT_TYPE.email, 'IsDeclinedTransaction'],
      [ALERT_TYPE.push, 'IsDebitCard', 'IsDeclinedTransaction'],
    ]);
  });

  it('activates one card, makes one login and gives one answer on 20 concurrent requests', async () => {
    const card = await givenNewCard(test);
    const activation = await givenActivation(test, card);
    const email = newEmail();
    await setUpAccount(activation, email);
    const responses = await Promise.all(
      Array.from({ length: 20 }, () => activation.post('card/activate', { pin: '4826' })),
    );
    expect(new Set(responses.map(({ statusCode, body }) => `${statusCode} ${body}`)).size).toBe(1);
    expect(responses[0]?.statusCode).toBe(200);
    expect(await rowOf(test, 'SELECT count(*)::int AS n FROM login_name WHERE name = $1', [email])).toEqual({ n: 1 });
    expect(await rowOf(test, 'SELECT count(*)::int AS n FROM contact_change WHERE new_value = $1', [email])).toEqual({
      n: 1,
    });
    expect((await auditOf(test.ctx, card)).filter((line) => line === 'card.activated ok')).toHaveLength(1);
    expect(codeOf(await askActivation(test, card.brand, card.pan))).toBe('10500');
  });

  it('resumes where it was after card and code are entered again', async () => {
    const card = await givenNewCard(test);
    await setUpAccount(await givenActivation(test, card), newEmail());
    const again = await givenActivation(test, card);
    expect((await again.get()).json()).toMatchObject({ NextStep: 'pin', Entered: { FirstName: 'Priya' } });
    expect((await again.post('card/activate', { pin: '4826' })).statusCode).toBe(200);
  });

  it.each(['1234', '9999', '1988', '1407', '0714'])('refuses PIN %s', async (pin) => {
    const card = await givenNewCard(test);
    const activation = await givenActivation(test, card);
    await setUpAccount(activation, newEmail());
    const refused = await activation.post('card/activate', { pin });
    expect([codeOf(refused), refused.json<{ field?: string }>().field]).toEqual(['20010', 'pin']);
    expect(await statusOf(test.ctx, card)).toBe('NotIssued');
  });

  it.each([
    ['a minor', { UnparsedDateOfBirth: '2010-11-21' }, 'UnparsedDateOfBirth'],
    ['a state of no Australian name', { Address: { ...ENTITY.Address, State: 'Bavaria' } }, 'State'],
    ['a title that is none', { Title: 'Sir' }, 'Title'],
    ['a mobile number of 9 characters', { Mobile: '040000077' }, 'Mobile'],
    ['a mobile number of 15 characters', { Mobile: '0400 000 777 00' }, 'Mobile'],
    ['a home phone of 15 characters', { HomePhone: '03 9000 0001 12' }, 'HomePhone'],
  ])('refuses %s', async (_, more, field) => {
    const activation = await givenActivation(test, await givenNewCard(test));
    const refused = await activation.post('onlineAccount/SaveEntityDetails', { ...ENTITY, ...more });
    expect([codeOf(refused), refused.json<{ field?: string }>().field]).toEqual(['20010', field]);
  });

  it.each([
    { UnparsedDateOfBirth: '2010-11-20' },
    { UnparsedDateOfBirth: '2008-02-29' },
    { Surname: '李伟' },
    { Mobile: '0400000777' },
    { HomePhone: '03 9000 0001 1' },
  ])('accepts %o', async (more) => {
    const activation = await givenActivation(test, await givenNewCard(test));
    expect((await activation.post('onlineAccount/SaveEntityDetails', { ...ENTITY, ...more })).statusCode).toBe(200);
  });

  it('refuses an email address that another login has, when it is entered and when the card is activated', async () => {
    const card = await givenNewCard(test);
    const taken = await givenWebAccount(test.ctx, { brand: card.brand });
    const activation = await givenActivation(test, card);
    expect(codeOf(await activation.post('onlineAccount/Verify', accessOf(taken.username.toUpperCase())))).toBe('20031');
    const email = newEmail();
    await setUpAccount(activation, email);
    await givenWebAccount(test.ctx, { brand: card.brand, username: email });
    expect(codeOf(await activation.post('card/activate', { pin: '4826' }))).toBe('20031');
    expect(await statusOf(test.ctx, card)).toBe('NotIssued');
  });

  it.each([
    ['000000000', 'TaxFileNumber'],
    ['12345678', 'TaxFileNumber'],
  ])('refuses tax file number %s', async (TaxFileNumber, field) => {
    const activation = await givenActivation(test, await givenNewCard(test, { type: 2, earnsInterest: true }));
    const refused = await activation.post('onlineAccount/SetTaxFileNumber', { Kind: 'number', TaxFileNumber });
    expect([codeOf(refused), refused.json<{ field?: string }>().field]).toEqual(['20010', field]);
  });
});

describe('a card alone', () => {
  it('is activated without login and PIN', async () => {
    const card = await givenNewCard(test, { isReloadable: false });
    const activation = await givenActivation(test, card);
    expect(stepsOf((await activation.get()).json())).toEqual(['confirm']);
    expect((await activation.post('card/activate', {})).json()).toEqual({
      IsSuccessful: true,
      CardNumberSuffix: card.pan.slice(-4),
      LoginName: null,
    });
    expect(await statusOf(test.ctx, card)).toBe('Active');
  });
});

describe('a nominee', () => {
  it('gets a login of the account with the next extension, and is not asked for a tax file number', async () => {
    const brand = await givenBrand(test.ctx);
    const primary = await givenWebAccount(test.ctx, { brand });
    await givenWebAccount(test.ctx, {
      holder: await givenHolder(test.ctx, { brand }),
      account: primary.account,
      extension: '01',
    });
    const nominee = await givenHolder(test.ctx, { brand });
    const card = await givenCard(test.ctx, {
      account: primary.account,
      holder: nominee,
      product: await givenProduct(test.ctx, { brand, type: 2 }),
      status: 'NotIssued',
      activationCode: CODE,
    });
    const activation = await givenActivation(test, card);
    const name = `${primary.account.accountNumber}-02`;
    expect(activation.answer).toMatchObject({ IsPrimaryAccountRelationship: false });
    const asked = await activation.post('card/getAccountLoginNameActivation', {
      AccountNumber: primary.account.accountNumber,
    });
    expect(asked.json()).toEqual({ AccountLoginNumber: name, IsAccountUsernameForNominee: true });
    const entered = await activation.post('onlineAccount/Verify', { ...accessOf(''), isAccountNumberUsername: true });
    // It is never the number of the shared account, which belongs to the primary holder.
    expect(entered.json()).toMatchObject({ Entered: { LoginName: null } });
    expect((await activation.post('card/activate', { pin: '4826' })).json()).toMatchObject({ LoginName: name });
    expect((await signInAs(test, card.brand, name)).statusCode).toBe(200);
    const foreign = await activation.post('card/getAccountLoginNameActivation', { AccountNumber: '999999999' });
    expect(codeOf(foreign)).toBe('10000');
  });
});

describe('the electronic verification', () => {
  it('is required before the PIN', async () => {
    const card = await givenNewCard(test, { activationCheck: 'ekyc' });
    const activation = await givenActivation(test, card);
    await setUpAccount(activation, newEmail());
    const activate = () => activation.post('card/activate', { pin: '4826' });
    const found = (kyc: 'failed' | 'locked' | 'verified') =>
      test.ctx.database.transact(card.brand.tenantId, (tx) =>
        saveKyc(tx, { tenant_id: card.brand.tenantId, card_id: card.id }, kyc, test.ctx.clocks.security.now()),
      );
    expect(codeOf(await activate())).toBe('10501');
    await found('failed');
    expect(codeOf(await activate())).toBe('20253');
    await found('locked');
    expect(codeOf(await activate())).toBe('20253');
    await found('verified');
    expect((await activate()).statusCode).toBe(200);
    expect(
      await rowOf(test, 'SELECT h.is_kyc_verified FROM holder h JOIN card c ON c.holder_id = h.id WHERE c.id = $1', [
        card.id,
      ]),
    ).toEqual({ is_kyc_verified: true });
  });

  it('needs consent', async () => {
    const activation = await givenActivation(test, await givenNewCard(test, { activationCheck: 'ekyc' }));
    await activation.post('onlineAccount/Verify', accessOf(newEmail()));
    await activation.post('onlineAccount/SaveEntityDetails', ENTITY);
    const refused = await activation.post('onlineAccount/GiveConsent', {
      AcceptedDisclosures: true,
      AcceptedIdentityCheck: false,
      ProductMarketingEmail: false,
    });
    expect([codeOf(refused), refused.json<{ field?: string }>().field]).toEqual(['20010', 'AcceptedIdentityCheck']);
  });
});

it.each([
  ['somebody else', {}, false],
  ['the same person', { FirstName: 'priya', Surname: 'Example', UnparsedDateOfBirth: '1990-02-01' }, true],
])('a verified holder loses the verification where %s is entered in their place', async (_, entered, isVerified) => {
  const brand = await givenBrand(test.ctx);
  const holder = await givenHolder(test.ctx, { brand, firstName: 'Priya' });
  const account = await givenAccount(test.ctx, { holder });
  const card = await givenNewCard(test, { account, holder, brand });
  const activation = await givenActivation(test, card);
  const consent = { AcceptedDisclosures: true, AcceptedIdentityCheck: true, ProductMarketingEmail: true };
  await activation.post('onlineAccount/Verify', accessOf(newEmail()));
  await activation.post('onlineAccount/SaveEntityDetails', { ...ENTITY, ...entered });
  await activation.post('onlineAccount/GiveConsent', consent);
  expect((await activation.post('card/activate', { pin: '4826' })).statusCode).toBe(200);
  const stored = await rowOf(test, 'SELECT is_kyc_verified FROM holder WHERE id = $1', [holder.id]);
  expect(stored).toEqual({ is_kyc_verified: isVerified });
});

it('the activation of a replacement ends the replaced card', async () => {
  const card = await givenNewCard(test);
  const old = await givenCard(test.ctx, { account: card.account, accessCode: null });
  await test.ctx.asOwner('UPDATE card SET replaces_id = $2 WHERE id = $1', [card.id, old.id]);
  const activation = await givenActivation(test, card);
  await setUpAccount(activation, newEmail());
  expect(await statusOf(test.ctx, old)).toBe('Active');
  expect((await activation.post('card/activate', { pin: '4826' })).statusCode).toBe(200);
  expect(await statusOf(test.ctx, old)).toBe('Replaced');
});
