import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { CODE, givenNewCard, givenTerms, rowOf } from '../../../../test-support/activation.ts';
import { givenApp, type TestApp } from '../../../../test-support/app.ts';
import { codeOf } from '../../../../test-support/cookies.ts';
import {
  givenAccount,
  givenBrand,
  givenCard,
  givenHolder,
  givenPan,
  givenProduct,
  givenSession,
  givenWebAccount,
  type TestCard,
} from '../../../../test-support/factories.ts';
import { auditOf, givenUser, type Headers, postApi, statusOf } from '../../../../test-support/signed-in.ts';

let test: TestApp;
beforeAll(async () => {
  test = await givenApp({ WATTLE_SIGN_IN_RATE: '10000' });
});
afterAll(() => test.close());

const ACCESS = '161803';
const PIN = '4826';

type Asked = { readonly code?: string; readonly reloadable?: boolean; readonly pin?: string };
const verify = (card: TestCard, headers: Headers, { code = CODE, reloadable = true }: Asked = {}) =>
  postApi(test, 'card/verifyCardToBeAdded', headers, { number: card.pan, code, reloadable });
const add = (card: TestCard, headers: Headers, { code = CODE, reloadable = true, pin = PIN }: Asked = {}) =>
  postApi(test, 'card/add', headers, {
    cardNumber: card.pan,
    isReloadable: reloadable,
    code,
    brandIdentifier: card.brand.identifier,
    ...(reloadable && { pin }),
  });
const verifyAllocated = (card: TestCard, headers: Headers, code = CODE) =>
  postApi(test, 'card/verifyAllocatedActivationCode', headers, { Card: referenceOf(card), code });
const activateAllocated = (card: TestCard, headers: Headers, { code = CODE, pin = PIN }: Asked = {}) =>
  postApi(test, 'card/activateAllocatedCard', headers, { Card: referenceOf(card), code, pin });
const referenceOf = (card: TestCard) => ({
  AccountNumber: card.account.accountNumber,
  MaskedCardNumber: card.maskedNumber,
  ExpirationDate: card.expiry,
});

async function given(settings: object = {}) {
  const brand = await givenBrand(test.ctx, { settings });
  const user = await givenUser(test.ctx, { brand });
  return { ...user, brand };
}
/** A single-load card in use without a holder. */
async function givenGift(brand: TestCard['brand']) {
  const product = await givenProduct(test.ctx, { brand, isReloadable: false, type: 3 });
  const account = await givenAccount(test.ctx, { brand, hasNoHolder: true, balance: 5_000n });
  return givenCard(test.ctx, { account, product, holder: null, accessCode: ACCESS });
}
const listOf = async (headers: Headers) => {
  const response = await test.app.inject({ url: '/api/card/cards', headers });
  return response.json<{ cards: { value: { MaskedCardNumber: string; CardStatus: string } }[] }>().cards;
};
const SINGLE = { code: ACCESS, reloadable: false };

describe('a card that is added to a login', () => {
  it('is activated with its code and a PIN where it is new', async () => {
    const { brand, headers, holder } = await given();
    const card = await givenNewCard(test, { brand });
    expect((await verify(card, headers)).json()).toEqual({
      IsSuccessful: true,
      CardNumberSuffix: card.pan.slice(-4),
      NextStep: 'pin',
    });
    expect(await statusOf(test.ctx, card)).toBe('NotIssued');
    expect((await add(card, headers)).json()).toEqual({ MaskedCardNumber: card.maskedNumber });
    expect(await listOf(headers)).toContainEqual(
      expect.objectContaining({ value: expect.objectContaining({ CardStatus: 'Active' }) as object }),
    );
    expect(
      await rowOf(test, 'SELECT holder_id::text, pvv IS NOT NULL AS has_pin FROM card WHERE id = $1', [card.id]),
    ).toEqual({ holder_id: String(holder.id), has_pin: true });
    expect(
      await rowOf(test, 'SELECT primary_holder_id::text FROM member_account WHERE id = $1', [card.account.id]),
    ).toEqual({ primary_holder_id: String(holder.id) });
    expect(await auditOf(test.ctx, card)).toContain('card.activated ok');
  });

  it('is linked by its access code where it is in use', async () => {
    const { brand, headers } = await given();
    const card = await givenGift(brand);
    expect((await verify(card, headers, SINGLE)).json()).toEqual({
      IsSuccessful: true,
      CardNumberSuffix: card.pan.slice(-4),
      NextStep: null,
    });
    expect((await add(card, headers, SINGLE)).json()).toEqual({ MaskedCardNumber: card.maskedNumber });
    expect((await listOf(headers)).map(({ value }) => value.MaskedCardNumber)).toContain(card.maskedNumber);
    expect(await auditOf(test.ctx, card)).toContain('card.added ok');
  });

  it('is refused where the brand keeps cards separate', async () => {
    const { brand, headers } = await given({ LinkExistingCard: false });
    const card = await givenGift(brand);
    expect((await verify(card, headers, SINGLE)).json()).toMatchObject({ error: ['10001'], field: 'number' });
    expect((await add(card, headers, SINGLE)).json()).toMatchObject({ error: ['10001'], field: 'cardNumber' });
    expect((await listOf(headers)).map(({ value }) => value.MaskedCardNumber)).not.toContain(card.maskedNumber);
  });

  it('of a single-load product is activated by its access code where it is new', async () => {
    const { brand, headers } = await given();
    const product = await givenProduct(test.ctx, { brand, isReloadable: false, type: 3 });
    const account = await givenAccount(test.ctx, { brand, hasNoHolder: true });
    const card = await givenCard(test.ctx, { account, product, holder: null, status: 'NotIssued', accessCode: ACCESS });
    expect((await verify(card, headers, SINGLE)).json()).toMatchObject({ NextStep: 'confirm' });
    expect((await add(card, headers, SINGLE)).statusCode).toBe(200);
    expect(await statusOf(test.ctx, card)).toBe('Active');
    expect((await listOf(headers)).map(({ value }) => value.MaskedCardNumber)).toContain(card.maskedNumber);
  });

  it.each([
    ['activation', true],
    ['access', false],
  ] as const)('is opened by the previous %s code too, until the new one is first used', async (kind, reloadable) => {
    const { brand, headers } = await given();
    const card = reloadable ? await givenNewCard(test, { brand }) : await givenGift(brand);
    const [older, newer] = [reloadable ? CODE : ACCESS, '271828'];
    await test.ctx.asOwner(
      `UPDATE card SET previous_${kind}_code_hash = ${kind}_code_hash, ${kind}_code_hash = $2 WHERE id = $1`,
      [card.id, await test.ctx.secrets.hashSecret(newer)],
    );
    expect((await verify(card, headers, { code: older, reloadable })).statusCode).toBe(200);
    expect((await verify(card, headers, { code: newer, reloadable })).statusCode).toBe(200);
    const wrong = reloadable ? '20051' : '20052';
    expect(codeOf(await verify(card, headers, { code: older, reloadable }))).toBe(wrong);
    expect((await add(card, headers, { code: newer, reloadable })).statusCode).toBe(200);
  });

  it('belongs to one login, also on concurrent requests by several', async () => {
    const { brand, headers } = await given();
    const other = await givenUser(test.ctx, { brand });
    const card = await givenGift(brand);
    const answers = await Promise.all(
      [headers, other.headers, headers, other.headers].map((by) => add(card, by, SINGLE)),
    );
    expect(answers.filter(({ statusCode }) => statusCode === 200)).toHaveLength(1);
    expect(answers.filter((answer) => codeOf(answer) === '20053')).toHaveLength(3);
  });

  it('is refused with 20051 or 20052 for a wrong code or an unknown number, and 20245 after five', async () => {
    const { brand, headers } = await given();
    const card = await givenNewCard(test, { brand });
    const gift = await givenGift(brand);
    const unknown = { ...card, pan: givenPan() };
    expect(codeOf(await verify(card, headers, { code: '000001' }))).toBe('20051');
    expect(codeOf(await add(card, headers, { code: '000001' }))).toBe('20051');
    expect(codeOf(await verify(gift, headers, { code: '000001', reloadable: false }))).toBe('20052');
    expect(codeOf(await add(gift, headers, { code: '000001', reloadable: false }))).toBe('20052');
    expect(codeOf(await verify(unknown, headers))).toBe('20051');
    expect(codeOf(await verify(unknown, headers, { ...SINGLE }))).toBe('20052');
    // The kind of card that the browser sends does not open it.
    expect(codeOf(await verify(gift, headers, { code: ACCESS }))).toBe('20051');
    for (let attempt = 3; attempt < 5; attempt += 1) await verify(card, headers, { code: '000001' });
    expect(codeOf(await verify(card, headers, { code: '000001' }))).toBe('20245');
    expect(codeOf(await verify(card, headers))).toBe('20245');
    expect(codeOf(await add(card, headers))).toBe('20245');
  });

  it('is refused where it belongs to another person, is active, lost or of another brand', async () => {
    const { brand, headers, card: own } = await given();
    const other = await givenUser(test.ctx, { brand });
    const linked = await givenGift(brand);
    await add(linked, other.headers, SINGLE);
    expect(codeOf(await verify(linked, headers, SINGLE))).toBe('20053');
    expect(codeOf(await add(linked, headers, SINGLE))).toBe('20053');

    const issued = await givenGift(brand);
    const holder = await givenHolder(test.ctx, { brand });
    await test.ctx.asOwner('UPDATE card SET holder_id = $2 WHERE id = $1', [issued.id, holder.id]);
    expect(codeOf(await verify(issued, headers, SINGLE))).toBe('20047');
    expect(codeOf(await add(issued, headers, SINGLE))).toBe('20047');

    const shared = await givenGift(brand);
    await test.ctx.asOwner('UPDATE member_account SET primary_holder_id = $2 WHERE id = $1', [
      shared.account.id,
      holder.id,
    ]);
    expect(codeOf(await verify(shared, headers, SINGLE))).toBe('20054');
    expect(codeOf(await add(shared, headers, SINGLE))).toBe('20054');

    const active = await givenNewCard(test, { brand });
    await test.ctx.asOwner("UPDATE card SET status = 'Active' WHERE id = $1", [active.id]);
    expect(codeOf(await verify(active, headers))).toBe('10500');
    expect(codeOf(await add(active, headers))).toBe('10500');
    await test.ctx.asOwner("UPDATE card SET status = 'Lost' WHERE id = $1", [active.id]);
    expect(codeOf(await verify(active, headers))).toBe('10001');
    expect(codeOf(await add(active, headers))).toBe('10001');

    const foreign = await givenNewCard(test, { brand: await givenBrand(test.ctx) });
    expect(codeOf(await verify(foreign, headers))).toBe('20051');
    const wrongBrand = await postApi(test, 'card/add', headers, {
      cardNumber: own.pan,
      isReloadable: true,
      code: CODE,
      pin: PIN,
      brandIdentifier: 'other',
    });
    expect(wrongBrand.json()).toMatchObject({ error: ['20010'], field: 'brandIdentifier' });
  });

  it('is activated only after its own steps: identity, terms, verification, and a PIN that may be chosen', async () => {
    const { brand, headers } = await given();
    const asked = await givenNewCard(test, { brand, isKnown: true, activationCheck: 'maidenName' });
    expect(codeOf(await verify(asked, headers))).toBe('20050');
    expect(codeOf(await add(asked, headers))).toBe('20050');

    const product = await givenProduct(test.ctx, { brand, isReloadable: true });
    await givenTerms(test.ctx, product);
    const withTerms = await givenNewCard(test, { brand, product });
    expect((await verify(withTerms, headers)).json()).toMatchObject({ NextStep: 'terms' });
    expect(codeOf(await add(withTerms, headers))).toBe('20010');
    await postApi(test, 'card/acceptTerms', headers, { Version: '2026-07', AcceptedTerms: true });
    expect((await add(withTerms, headers, { pin: '1990' })).json()).toMatchObject({ error: ['20010'], field: 'pin' });
    expect((await add(withTerms, headers)).statusCode).toBe(200);

    const stranger = await givenUser(test.ctx, {
      brand,
      holder: await givenHolder(test.ctx, { brand, isVerified: false }),
    });
    const checked = await givenNewCard(test, { brand, activationCheck: 'ekyc' });
    expect((await verify(checked, stranger.headers)).json()).toMatchObject({ NextStep: 'eKyc' });
    expect(codeOf(await add(checked, stranger.headers))).toBe('10501');
    await test.ctx.asOwner("UPDATE activation SET kyc = 'locked' WHERE card_id = $1", [checked.id]);
    expect(codeOf(await add(checked, stranger.headers))).toBe('20253');
    expect(await statusOf(test.ctx, checked)).toBe('NotIssued');
  });

  it('brings its record, and its account then belongs to the login', async () => {
    const { brand, headers, holder } = await given();
    const card = await givenNewCard(test, { brand, isKnown: true });
    expect((await add(card, headers)).statusCode).toBe(200);
    expect(
      await rowOf(test, 'SELECT primary_holder_id::text FROM member_account WHERE id = $1', [card.account.id]),
    ).toEqual({ primary_holder_id: String(holder.id) });
  });
});

/** A card that the programme has allocated to a holder with a login. */
async function givenAllocated(more: object = {}) {
  const user = await given();
  const product = await givenProduct(test.ctx, { brand: user.brand, isReloadable: true, type: 3 });
  const account = await givenAccount(test.ctx, { holder: user.holder, balance: 0n });
  const allocated = await givenCard(test.ctx, {
    account,
    product,
    holder: user.holder,
    status: 'NotIssued',
    activationCode: CODE,
    accessCode: null,
    ...more,
  });
  return { ...user, product, allocated };
}

describe('an allocated card', () => {
  it('is activated from the list with its code and a PIN', async () => {
    const { headers, allocated } = await givenAllocated();
    expect((await verifyAllocated(allocated, headers)).json()).toMatchObject({ NextStep: 'pin' });
    expect((await activateAllocated(allocated, headers)).json()).toEqual({ MaskedCardNumber: allocated.maskedNumber });
    expect(await statusOf(test.ctx, allocated)).toBe('Active');
  });

  it('retires the damaged card that it replaces, and becomes the default one', async () => {
    const { headers, card, allocated } = await givenAllocated();
    await test.ctx.asOwner('UPDATE card SET replaces_id = $2 WHERE id = $1', [allocated.id, card.id]);
    expect((await activateAllocated(allocated, headers)).statusCode).toBe(200);
    expect(await statusOf(test.ctx, card)).toBe('Replaced');
    expect(await rowOf(test, 'SELECT is_default FROM card WHERE id = $1', [allocated.id])).toEqual({
      is_default: true,
    });
  });

  it('of a nominee is activated by the nominee', async () => {
    const { brand, product, allocated } = await givenAllocated();
    const nominee = await givenHolder(test.ctx, { brand });
    const webAccount = await givenWebAccount(test.ctx, {
      holder: nominee,
      account: allocated.account,
      extension: '01',
    });
    const { headers } = await givenSession(test.ctx, { webAccount });
    const second = await givenCard(test.ctx, {
      account: allocated.account,
      product,
      holder: nominee,
      status: 'Ordered',
      activationCode: CODE,
    });
    expect((await activateAllocated(second, headers)).statusCode).toBe(200);
    expect(await rowOf(test, 'SELECT holder_id::text FROM card WHERE id = $1', [second.id])).toEqual({
      holder_id: String(nominee.id),
    });
  });

  it('is refused with 20051 for a wrong code, 20245 after five, 10000 for others, 10500 if active and 10001 if lost', async () => {
    const { headers, card, allocated } = await givenAllocated();
    const other = await givenUser(test.ctx);
    expect(codeOf(await verifyAllocated(allocated, other.headers))).toBe('10000');
    expect(codeOf(await activateAllocated(allocated, other.headers))).toBe('10000');
    expect(codeOf(await verifyAllocated(allocated, headers, '000001'))).toBe('20051');
    expect(codeOf(await activateAllocated(allocated, headers, { code: '000001' }))).toBe('20051');
    for (let attempt = 2; attempt < 5; attempt += 1) await verifyAllocated(allocated, headers, '000001');
    expect(codeOf(await verifyAllocated(allocated, headers))).toBe('20245');
    expect(codeOf(await activateAllocated(allocated, headers))).toBe('20245');

    const hash = await test.ctx.secrets.hashSecret(CODE);
    await test.ctx.asOwner('UPDATE card SET activation_code_hash = $2 WHERE id = $1', [card.id, hash]);
    expect(codeOf(await verifyAllocated(card, headers))).toBe('10500');
    expect(codeOf(await activateAllocated(card, headers))).toBe('10500');
    await test.ctx.asOwner("UPDATE card SET status = 'Stolen' WHERE id = $1", [card.id]);
    expect(codeOf(await verifyAllocated(card, headers))).toBe('10001');
    expect(codeOf(await activateAllocated(card, headers))).toBe('10001');
  });

  it('needs the checks of its activation: verification 10501 and 20253, and a PIN that may be chosen 20010', async () => {
    const brand = await givenBrand(test.ctx);
    const holder = await givenHolder(test.ctx, { brand, isVerified: false });
    const user = await givenUser(test.ctx, { brand, holder });
    const card = await givenCard(test.ctx, {
      account: await givenAccount(test.ctx, { holder }),
      product: await givenProduct(test.ctx, { brand, isReloadable: true, type: 3 }),
      holder,
      status: 'NotIssued',
      activationCode: CODE,
      activationCheck: 'ekyc',
    });
    await test.ctx.asOwner("UPDATE card SET activation_check = 'questions' WHERE id = $1", [card.id]);
    expect(codeOf(await verifyAllocated(card, user.headers))).toBe('20050');
    expect(codeOf(await activateAllocated(card, user.headers))).toBe('20050');
    await test.ctx.asOwner("UPDATE card SET activation_check = 'ekyc' WHERE id = $1", [card.id]);
    expect((await verifyAllocated(card, user.headers)).json()).toMatchObject({ NextStep: 'eKyc' });
    expect(codeOf(await activateAllocated(card, user.headers))).toBe('10501');
    await test.ctx.asOwner("UPDATE activation SET kyc = 'failed' WHERE card_id = $1", [card.id]);
    expect(codeOf(await activateAllocated(card, user.headers))).toBe('20253');
    // A verdict on only the activation verifies no holder.
    await test.ctx.asOwner("UPDATE activation SET kyc = 'verified' WHERE card_id = $1", [card.id]);
    expect(codeOf(await activateAllocated(card, user.headers))).toBe('10501');
    await test.ctx.asOwner('UPDATE holder SET is_kyc_verified = true WHERE id = $1', [holder.id]);
    expect(codeOf(await activateAllocated(card, user.headers, { pin: '1990' }))).toBe('20010');
    expect((await activateAllocated(card, user.headers)).statusCode).toBe(200);
  });
});
