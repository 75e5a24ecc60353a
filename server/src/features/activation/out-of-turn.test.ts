import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { givenActivation, givenNewCard, newEmail, rowOf, setUpAccount } from '../../../test-support/activation.ts';
import { givenApp, type TestApp } from '../../../test-support/app.ts';
import { codeOf } from '../../../test-support/cookies.ts';
import {
  givenAccount,
  givenBrand,
  givenCard,
  givenHolder,
  givenPan,
  givenProduct,
  givenSession,
  givenWebAccount,
  type TestBrand,
} from '../../../test-support/factories.ts';
import { accessOf, ENTITY } from '../../../test-support/made-up-person.ts';

let test: TestApp;
beforeAll(async () => {
  test = await givenApp({ WATTLE_SIGN_IN_RATE: '10000' });
});
afterAll(() => test.close());

describe('a step out of turn', () => {
  const identity = { MothersMaidenName: 'Harper', DateOfBirth: '1990-02-01' };
  const consent = { AcceptedDisclosures: true, AcceptedIdentityCheck: true, ProductMarketingEmail: false };

  it.each([
    ['10500', 'a card that is active', "UPDATE card SET status = 'Active' WHERE id = $1"],
    ['10001', 'a card that is lost', "UPDATE card SET status = 'Lost' WHERE id = $1"],
    ['20010', 'an activation that is gone', 'DELETE FROM activation WHERE card_id = $1'],
  ])('is answered %s for %s', async (code, _, sql) => {
    const card = await givenNewCard(test);
    const { post } = await givenActivation(test, card);
    await test.ctx.asOwner(sql, [card.id]);
    const codes = [
      codeOf(await post('card/acceptTerms', { Version: '1', AcceptedTerms: true })),
      codeOf(await post('card/verifyIdentity', identity)),
      codeOf(await post('onlineAccount/Verify', accessOf(newEmail()))),
      codeOf(await post('onlineAccount/SaveEntityDetails', ENTITY)),
      codeOf(await post('onlineAccount/SetTaxFileNumber', { Kind: 'notNow' })),
      codeOf(await post('onlineAccount/GiveConsent', consent)),
      codeOf(await post('card/activate', { pin: '4826' })),
    ];
    expect(new Set(codes)).toEqual(new Set([code]));
  });

  it('is answered 20010 where another step comes first or the activation does not have it', async () => {
    const { post } = await givenActivation(test, await givenNewCard(test));
    expect(codeOf(await post('card/acceptTerms', { Version: '1', AcceptedTerms: true }))).toBe('20010');
    expect(codeOf(await post('card/verifyIdentity', identity))).toBe('20010');
    expect(codeOf(await post('onlineAccount/SetTaxFileNumber', { Kind: 'notNow' }))).toBe('20010');
    expect(codeOf(await post('onlineAccount/GiveConsent', consent))).toBe('20010');
    expect(codeOf(await post('card/activate', { pin: '4826' }))).toBe('20010');
  });

  it('is answered 20050 before the identity is proved', async () => {
    const card = await givenNewCard(test, {
      activationCheck: 'maidenName',
      isKnown: true,
      type: 2,
      earnsInterest: true,
    });
    const { post } = await givenActivation(test, card);
    expect(codeOf(await post('onlineAccount/Verify', accessOf(newEmail())))).toBe('20050');
    expect(codeOf(await post('onlineAccount/SetTaxFileNumber', { Kind: 'notNow' }))).toBe('20050');
    expect(codeOf(await post('card/activate', { pin: '4826' }))).toBe('20050');
  });

  it('is refused with the maiden name of an active card, even where an activation of it was begun again', async () => {
    const card = await givenNewCard(test);
    const activation = await givenActivation(test, card);
    await setUpAccount(activation, newEmail());
    expect((await activation.post('card/activate', { pin: '4826' })).statusCode).toBe(200);
    await test.ctx.asOwner('DELETE FROM activation WHERE card_id = $1', [card.id]);
    await test.ctx.asOwner(
      `INSERT INTO activation (card_id, tenant_id, brand_id, started_at, changed_at) VALUES ($1, $2, $3, now(), now())`,
      [card.id, card.brand.tenantId, card.brand.id],
    );
    await test.ctx.asOwner("UPDATE card SET activation_check = 'maidenName' WHERE id = $1", [card.id]);
    const { headers } = await givenSession(test.ctx, { card }, 'verifyactivation');
    const verify = (payload: object) =>
      test.app.inject({ method: 'POST', url: '/api/card/verifyIdentity', headers, payload });
    const theirs = { MothersMaidenName: ENTITY.MothersMaidenName, DateOfBirth: ENTITY.UnparsedDateOfBirth };
    expect(codeOf(await verify(theirs))).toBe('10500');
    // When the card waits again, the name that its holder has entered is needed.
    await test.ctx.asOwner("UPDATE card SET status = 'NotIssued' WHERE id = $1", [card.id]);
    expect(codeOf(await verify(identity))).toBe('20050');
    expect((await verify(theirs)).json()).toMatchObject({ NextStep: 'login' });
  });

  it('is answered 404 where the activation does not exist', async () => {
    const card = await givenNewCard(test);
    const { post, headers } = await givenActivation(test, card);
    await test.ctx.asOwner('DELETE FROM activation WHERE card_id = $1', [card.id]);
    expect(codeOf(await test.app.inject({ url: '/api/card/activation', headers }))).toBe('404');
    expect(codeOf(await post('card/getCardProduct', {}))).toBe('404');
    expect(
      codeOf(await post('card/getAccountLoginNameActivation', { AccountNumber: card.account.accountNumber })),
    ).toBe('404');
  });
});

describe('calls around an activation:', () => {
  it('card/getCardProduct returns the product and its requirements', async () => {
    const { post } = await givenActivation(test, await givenNewCard(test, { activationCheck: 'ekyc', type: 2 }));
    expect((await post('card/getCardProduct', {})).json()).toMatchObject({
      CardProductTypeId: 2,
      CardScheme: 'Visa',
      IsReloadable: true,
      NeedsLogin: true,
      NeedsPin: true,
      eKycRequired: true,
    });
  });

  it('a fifth security question is accepted where the brand has texts for it, and a sixth is not', async () => {
    const texts = {
      enAU: { 'profile:securityQuestion.5': 'Who taught you to swim?' },
      zhCN: { 'profile:securityQuestion.5': '谁教会您游泳？' },
    };
    const choose = async (brand: TestBrand, securityQuestion: number) => {
      const { post } = await givenActivation(test, await givenNewCard(test, { brand }));
      return (await post('onlineAccount/Verify', { ...accessOf(newEmail()), securityQuestion })).json<object>();
    };
    const [plain, own] = [await givenBrand(test.ctx), await givenBrand(test.ctx, { texts })];
    expect(await choose(plain, 4)).toMatchObject({ Entered: { SecurityQuestion: 4 } });
    expect(await choose(plain, 5)).toMatchObject({ error: ['20010'], field: 'securityQuestion' });
    expect(await choose(own, 5)).toMatchObject({ Entered: { SecurityQuestion: 5 } });
    expect(await choose(own, 6)).toMatchObject({ error: ['20010'], field: 'securityQuestion' });
  });

  it.each([
    ['a plus sign is an email address', 'amelia+wattle', true],
    ['an apostrophe is one', "o'nair", true],
    ['an angle bracket is none', 'amelia<x', false],
  ])('text with %s', async (_, name, isOne) => {
    const { post } = await givenActivation(test, await givenNewCard(test));
    const answer = await post('onlineAccount/Verify', accessOf(`${name}.${newEmail()}`));
    if (isOne)
      expect(answer.json()).toMatchObject({ Entered: { EmailAddress: expect.stringContaining(name) as string } });
    else expect(answer.json()).toMatchObject({ error: ['20010'], field: 'emailAddress' });
  });

  it('an activation returns the tax withheld from interest, by the settings of the product', async () => {
    const view = async (productSettings: object) =>
      (
        await (await givenActivation(test, await givenNewCard(test, { type: 2, productSettings }))).get()
      ).json<object>();
    expect(await view({})).toMatchObject({ Withholding: { Percent: 47, FreeBelow: 10 } });
    const other = { withholding: { percent: 32, freeBelow: 7_50 } };
    expect(await view(other)).toMatchObject({ Withholding: { Percent: 32, FreeBelow: 7.5 } });
    expect(await view({ withholding: { percent: 0 } })).toMatchObject({ Withholding: null });
  });

  it('card/type returns whether a card is reloadable, and true for an unknown card', async () => {
    const user = await givenWebAccount(test.ctx);
    const { headers } = await givenSession(test.ctx, { webAccount: user });
    const single = await givenNewCard(test, { brand: user.brand, isReloadable: false });
    const ask = async (CardNumber: string) =>
      (await test.app.inject({ method: 'POST', url: '/api/card/type', headers, payload: { CardNumber } })).json();
    expect(await ask(single.pan)).toEqual({ IsReloadable: false });
    expect(await ask((await givenNewCard(test, { brand: user.brand })).pan)).toEqual({ IsReloadable: true });
    expect(await ask(givenPan())).toEqual({ IsReloadable: true });
  });

  it('card/type tells a person of ten numbers a day, of whichever session', async () => {
    const user = await givenWebAccount(test.ctx);
    const ask = async () => {
      const { headers } = await givenSession(test.ctx, { webAccount: user });
      const payload = { CardNumber: givenPan() };
      return (await test.app.inject({ method: 'POST', url: '/api/card/type', headers, payload })).json();
    };
    for (let asked = 0; asked < 10; asked += 1) expect(await ask()).toEqual({ IsReloadable: true });
    expect(await ask()).toMatchObject({ error: ['20245'] });
  });

  it('onlineAccount/GetTaxExemptionCodes lists the reasons in both languages', async () => {
    const list = async (language: string) =>
      (await test.app.inject({ url: `/api/onlineAccount/GetTaxExemptionCodes?language=${language}` })).json<{
        TaxExemptionCodes: { Key: string; Value: string }[];
      }>().TaxExemptionCodes;
    expect((await list('enAU')).map(({ Key }) => Key)).toEqual((await list('zhCN')).map(({ Key }) => Key));
    expect((await list('zhCN'))[0]).toEqual({ Key: 'pension', Value: '领取养老金、残障抚恤金或照护者津贴' });
  });

  it('a signed-in primary holder may set a tax file number or an exemption, and a nominee may not', async () => {
    const account = await givenAccount(test.ctx);
    const user = await givenWebAccount(test.ctx, { account });
    const debit = await givenProduct(test.ctx, { brand: user.brand, type: 2, settings: { interestRate: 3.1 } });
    await givenCard(test.ctx, { account, product: debit });
    const { headers } = await givenSession(test.ctx, { webAccount: user });
    const masked = { Kind: 'number', TaxFileNumber: '*** *** ***' };
    const set = (payload: object, as = headers) =>
      test.app.inject({ method: 'POST', url: '/api/onlineAccount/SetTaxFileNumber', headers: as, payload });
    // A masked number is accepted only where one is known.
    expect(codeOf(await set(masked))).toBe('20010');
    expect((await set({ Kind: 'exemption', ExemptionCode: 'pension' })).statusCode).toBe(200);
    expect(await rowOf(test, 'SELECT tax_exemption FROM holder WHERE id = $1', [user.holder.id])).toEqual({
      tax_exemption: 'pension',
    });
    expect((await set({ Kind: 'number', TaxFileNumber: '123456782' })).statusCode).toBe(200);
    expect((await set(masked)).statusCode).toBe(200);
    expect(
      await rowOf(test, 'SELECT tax_exemption, tfn_cipher IS NOT NULL AS has_tfn FROM holder WHERE id = $1', [
        user.holder.id,
      ]),
    ).toEqual({ tax_exemption: null, has_tfn: true });
    const holder = await givenHolder(test.ctx, { brand: user.brand });
    const nominee = await givenWebAccount(test.ctx, { holder, account: user.account, extension: '01' });
    const asNominee = (await givenSession(test.ctx, { webAccount: nominee })).headers;
    expect(codeOf(await set({ Kind: 'notNow' }, asNominee))).toBe('10001');
  });

  it('a tax file number is refused for an account without interest and for a product that is not debit', async () => {
    const set = async ({ interestRate, type }: { interestRate: number; type: 2 | 3 }) => {
      const account = await givenAccount(test.ctx);
      const user = await givenWebAccount(test.ctx, { account });
      const product = await givenProduct(test.ctx, { brand: user.brand, type, settings: { interestRate } });
      await givenCard(test.ctx, { account, product });
      const { headers } = await givenSession(test.ctx, { webAccount: user });
      const payload = { Kind: 'number', TaxFileNumber: '123456782' };
      return codeOf(
        await test.app.inject({ method: 'POST', url: '/api/onlineAccount/SetTaxFileNumber', headers, payload }),
      );
    };
    expect(await set({ interestRate: 0, type: 2 })).toBe('10001');
    expect(await set({ interestRate: 3.1, type: 3 })).toBe('10001');
  });
});
