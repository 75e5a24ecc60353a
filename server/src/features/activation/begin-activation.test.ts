import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  askActivation,
  CODE,
  givenActivation,
  givenNewCard,
  givenTerms,
  newEmail,
  rowOf,
  signInAs,
} from '../../../test-support/activation.ts';
import { brandFields, givenApp, postForm, type TestApp } from '../../../test-support/app.ts';
import { codeOf } from '../../../test-support/cookies.ts';
import { givenBrand, givenCard, givenProduct, givenWebAccount } from '../../../test-support/factories.ts';
import { accessOf, ENTITY } from '../../../test-support/made-up-person.ts';
import { buildApp } from '../../http/app.ts';

const MINUTE = 60_000;
const HOUR = 3_600_000;
let test: TestApp;
beforeAll(async () => {
  test = await givenApp({ WATTLE_SIGN_IN_RATE: '10000' });
});
afterAll(() => test.close());

describe('grant verifyactivation', () => {
  it('opens the activation of a card and returns its facts', async () => {
    const card = await givenNewCard(test, { activationCheck: 'maidenName', isKnown: true });
    const { answer } = await givenActivation(test, card);
    expect(answer).toMatchObject({
      AccountNumber: card.account.accountNumber,
      CardNumberSuffix: card.pan.slice(-4),
      CardProductTypeId: 3,
      TaxFileNumberExist: false,
      DisableInterest: true,
      NeedToLogin: false,
      IsPrimaryAccount: true,
      IsPrimaryAccountRelationship: true,
      eKycRequired: false,
      NeedCustomAuth: false,
      NeedToVerifyIdentity: true,
      IsSessionExpiryWarningEnabled: true,
      SessionExpiryTotalMilliseconds: 15 * MINUTE,
    });
  });

  it('accepts a code with spaces and hyphens', async () => {
    const card = await givenNewCard(test);
    expect((await askActivation(test, card.brand, card.pan, '112-358')).statusCode).toBe(200);
  });

  it('answers and locks alike for an unknown card, a card of another brand and a wrong code', async () => {
    const card = await givenNewCard(test);
    const other = await givenBrand(test.ctx);
    const attempts = [
      () => askActivation(test, card.brand, card.pan, '999999'),
      () => askActivation(test, card.brand, '9036999999999999'),
      () => askActivation(test, other, card.pan),
    ];
    for (const attempt of attempts) {
      const codes: (string | undefined)[] = [];
      for (let n = 0; n < 5; n += 1) codes.push(codeOf(await attempt()));
      expect(codes).toEqual(['20051', '20051', '20051', '20051', '20245']);
    }
    expect(codeOf(await askActivation(test, card.brand, card.pan))).toBe('20245');
    test.ctx.advance(30 * MINUTE);
    expect((await askActivation(test, card.brand, card.pan)).statusCode).toBe(200);
  });

  it('compares two secrets, the code and the previous one, for a known, an unknown and a locked card', async () => {
    const card = await givenNewCard(test);
    let compared = 0;
    const { secrets } = test.ctx;
    const verifySecret: typeof secrets.verifySecret = (hash, plain) => {
      compared += 1;
      return secrets.verifySecret(hash, plain);
    };
    const app = await buildApp({ ...test.ctx, secrets: { ...secrets, verifySecret } });
    const once = async (pan: string) => {
      compared = 0;
      const code = codeOf(await askActivation({ ...test, app }, card.brand, pan, '999999'));
      return [code, compared];
    };
    expect(await once(card.pan)).toEqual(['20051', 2]);
    expect(await once('9036999999999998')).toEqual(['20051', 2]);
    for (let attempt = 0; attempt < 4; attempt += 1) await once(card.pan);
    expect(await once(card.pan)).toEqual(['20245', 2]);
    await app.close();
  });

  it('does not affect a begun activation while its code is locked from elsewhere', async () => {
    const card = await givenNewCard(test);
    const begun = await givenActivation(test, card);
    for (let attempt = 0; attempt < 5; attempt += 1) await askActivation(test, card.brand, card.pan, '999999');
    expect(codeOf(await askActivation(test, card.brand, card.pan))).toBe('20245');
    expect((await begun.get()).statusCode).toBe(200);
    expect((await begun.post('onlineAccount/Verify', accessOf(newEmail()))).statusCode).toBe(200);
  });

  it('refuses an active or blocked card, which it reports to a holder of its code alone', async () => {
    const brand = await givenBrand(test.ctx);
    for (const [status, code] of [
      ['Active', '10500'],
      ['ActiveOff', '10500'],
      ['Lost', '10001'],
    ] as const) {
      const card = await givenCard(test.ctx, { brand, status, activationCode: CODE });
      expect([status, codeOf(await askActivation(test, brand, card.pan))]).toEqual([status, code]);
      expect(codeOf(await askActivation(test, brand, card.pan, '000000'))).toBe('20051');
    }
  });

  it('finds the card by card id where the brand uses card ids', async () => {
    const brand = await givenBrand(test.ctx, { settings: { UseCardIdForCardholderAccess: true } });
    const card = await givenNewCard(test, { brand });
    expect((await askActivation(test, brand, card.cardId)).statusCode).toBe(200);
    expect(codeOf(await askActivation(test, brand, card.pan))).toBe('20051');
  });

  it('lasts while it is used, up to 60 minutes', async () => {
    const card = await givenNewCard(test);
    let { refresh_token: refresh } = (await askActivation(test, card.brand, card.pan)).json<Record<string, string>>();
    const renew = () =>
      postForm(test.app, '/api/token', {
        grant_type: 'refresh_token',
        ...brandFields(card.brand),
        refresh_token: refresh ?? '',
        active: 'true',
      });
    for (let minute = 14; minute < 60; minute += 14) {
      test.ctx.advance(14 * MINUTE);
      const response = await renew();
      expect([minute, response.statusCode]).toEqual([minute, 200]);
      refresh = response.json<Record<string, string>>()['refresh_token'];
    }
    test.ctx.advance(5 * MINUTE);
    expect(codeOf(await renew())).toBe('20245');
  });
});

describe('an existing login', () => {
  it('takes the card by number and code, or by the token of the activation', async () => {
    const brand = await givenBrand(test.ctx);
    const user = await givenWebAccount(test.ctx, { brand });
    for (const way of ['code', 'token'] as const) {
      const card = await givenNewCard(test, { brand });
      const { token } = await givenActivation(test, card);
      const proof: Record<string, string> =
        way === 'code' ? { cardNumber: card.pan, activationCode: CODE } : { activationToken: token };
      const response = await signInAs(test, card.brand, user.username, proof, user.password);
      expect([way, response.statusCode]).toEqual([way, 200]);
      const headers = { authorization: `Bearer ${response.json<{ access_token: string }>().access_token}` };
      const view = await test.app.inject({ url: '/api/card/activation', headers });
      expect(view.json()).toMatchObject({ NextStep: 'pin' });
      const done = await test.app.inject({
        method: 'POST',
        url: '/api/card/activate',
        headers,
        payload: { pin: '4826' },
      });
      expect(done.json()).toMatchObject({ LoginName: user.username });
      expect(await rowOf(test, 'SELECT holder_id FROM card WHERE id = $1', [card.id])).toEqual({
        holder_id: String(user.holder.id),
      });
    }
  });

  it('is refused the card of another login or account, a wrong code or token, and an incomplete card', async () => {
    const brand = await givenBrand(test.ctx);
    const user = await givenWebAccount(test.ctx, { brand });
    const other = await givenWebAccount(test.ctx, { brand });
    const ofOther = await givenNewCard(test, { brand, holder: other.holder });
    const nominee = await givenCard(test.ctx, {
      account: other.account,
      holder: null,
      status: 'NotIssued',
      activationCode: CODE,
    });
    const free = await givenNewCard(test, { brand });
    const active = await givenCard(test.ctx, { brand, activationCode: CODE });
    const lost = await givenCard(test.ctx, { brand, activationCode: CODE, status: 'Lost' });
    const checked = await givenNewCard(test, { brand, activationCheck: 'questions', holder: user.holder });
    const ask = async (proof: Record<string, string>) =>
      codeOf(await signInAs(test, brand, user.username, proof, user.password));
    expect(await ask({ cardNumber: ofOther.pan, activationCode: CODE })).toBe('20047');
    expect(await ask({ cardNumber: nominee.pan, activationCode: CODE })).toBe('20054');
    expect(await ask({ cardNumber: free.pan, activationCode: '999999' })).toBe('20051');
    expect(await ask({ cardNumber: active.pan, activationCode: CODE })).toBe('10500');
    expect(await ask({ cardNumber: lost.pan, activationCode: CODE })).toBe('10001');
    expect(await ask({ cardNumber: checked.pan, activationCode: CODE })).toBe('20050');
    expect(await ask({ activationToken: 'none' })).toBe('20060');
    expect(await ask({ upgradeAccessToken: 'none' })).toBe('20060');
    expect(await ask({ cardNumber: free.pan })).toBe('20010');
    expect(await ask({ activationCode: CODE })).toBe('20010');
  });

  it('is requested from a holder who has one, and cannot make a second login', async () => {
    const brand = await givenBrand(test.ctx);
    const user = await givenWebAccount(test.ctx, { brand });
    const card = await givenNewCard(test, { brand, holder: user.holder });
    const activation = await givenActivation(test, card);
    expect(activation.answer).toMatchObject({ NeedToLogin: true });
    expect(codeOf(await activation.post('onlineAccount/Verify', accessOf(newEmail())))).toBe('20054');
    expect(codeOf(await activation.post('onlineAccount/SaveEntityDetails', ENTITY))).toBe('20054');
    expect(codeOf(await activation.post('card/activate', { pin: '4826' }))).toBe('20054');
  });
});

describe('terms', () => {
  async function givenTermsCard() {
    const product = await givenProduct(test.ctx, {});
    await givenTerms(test.ctx, product);
    return givenNewCard(test, { brand: product.brand, product });
  }

  it('come first, are accepted once, and the acceptance is stored', async () => {
    const card = await givenTermsCard();
    const activation = await givenActivation(test, card);
    expect((await activation.get()).json()).toMatchObject({ NextStep: 'terms', Terms: { Version: '2026-07' } });
    expect(codeOf(await activation.post('onlineAccount/Verify', accessOf(newEmail())))).toBe('20010');
    const accept = (Version: string) => activation.post('card/acceptTerms', { Version, AcceptedTerms: true });
    expect(codeOf(await accept('2025-07'))).toBe('20010');
    expect((await accept('2026-07')).json()).toMatchObject({ NextStep: 'loginOption' });
    expect((await accept('2026-07')).statusCode).toBe(200);
    expect(
      await rowOf(test, 'SELECT count(*)::int AS n, min(actor) AS actor FROM terms_acceptance WHERE card_id = $1', [
        card.id,
      ]),
    ).toEqual({ n: 1, actor: `card:${card.id}` });
  });
});

describe('identity by maiden name', () => {
  async function givenKnown() {
    const card = await givenNewCard(test, { activationCheck: 'maidenName', isKnown: true });
    const hash = await test.ctx.secrets.hashSecret('harper');
    await test.ctx.asOwner('UPDATE holder SET maiden_name_hash = $1 WHERE id = $2', [hash, card.holder?.id]);
    return { card, activation: await givenActivation(test, card) };
  }
  const identity = { MothersMaidenName: ' HARPER ', DateOfBirth: '1990-02-01' };

  it('needs name and date of birth, and makes the login of the holder on record', async () => {
    const { card, activation } = await givenKnown();
    expect((await activation.post('card/verifyIdentity', identity)).json()).toMatchObject({
      NextStep: 'accessDetails',
    });
    const email = newEmail();
    expect((await activation.post('onlineAccount/Verify', accessOf(email))).json()).toMatchObject({ NextStep: 'pin' });
    expect((await activation.post('card/activate', { pin: '4826' })).statusCode).toBe(200);
    const login = await rowOf(
      test,
      'SELECT h.id, h.email, w.username FROM holder h JOIN card c ON c.holder_id = h.id JOIN web_account w ON w.holder_id = h.id WHERE c.id = $1',
      [card.id],
    );
    // The email on record stays until the code of the new one is entered.
    expect(login).toEqual({ id: String(card.holder?.id), email: card.holder?.email, username: email });
  });

  it('is locked for 24 hours with the third wrong answer', async () => {
    const { activation, card } = await givenKnown();
    const isShownLocked = async (by = activation) =>
      (await by.post('cardIdentityAuth/getAuthStatus', {})).json<{ IsCardAuthenticationLocked: boolean }>()
        .IsCardAuthenticationLocked;
    expect(await isShownLocked()).toBe(false);
    const wrong = { ...identity, DateOfBirth: '1990-01-02' };
    for (let n = 0; n < 2; n += 1) expect(codeOf(await activation.post('card/verifyIdentity', wrong))).toBe('20050');
    expect(codeOf(await activation.post('card/verifyIdentity', wrong))).toBe('20249');
    // The right answer is not told from a wrong one meanwhile.
    expect(codeOf(await activation.post('card/verifyIdentity', identity))).toBe('20249');
    expect(codeOf(await activation.post('card/activate', { pin: '4826' }))).toBe('20050');
    // Card and code entered again do not promise three tries again.
    expect(await isShownLocked(await givenActivation(test, card))).toBe(true);
    test.ctx.advance(24 * HOUR);
    const later = await givenActivation(test, card);
    expect(await isShownLocked(later)).toBe(false);
    expect((await later.post('card/verifyIdentity', identity)).statusCode).toBe(200);
  });
});
