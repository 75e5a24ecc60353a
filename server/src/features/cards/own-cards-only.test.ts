import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { givenApp, type TestApp } from '../../../test-support/app.ts';
import { TEST_START } from '../../../test-support/database.ts';
import {
  givenAccount,
  givenBrand,
  givenCard,
  givenHolder,
  givenProduct,
  givenSession,
  givenWebAccount,
  type TestCard,
} from '../../../test-support/factories.ts';
import { givenUser, postApi, type Headers } from '../../../test-support/signed-in.ts';

let test: TestApp;
beforeAll(async () => {
  test = await givenApp();
});
beforeEach(() => {
  test.ctx.setBusinessTime(TEST_START);
  test.ctx.setSecurityTime(TEST_START);
});
afterAll(() => test.close());

const about = (card: TestCard) => ({ Card: card.reference });

describe('a card that is not the caller’s', () => {
  const CALLS = [
    'card/details',
    'card/turnCardOff',
    'card/turnCardOn',
    'card/revealSecureDetails',
    'transaction/recent',
    'transaction/spending',
  ];

  it.each(CALLS)('is refused by %s with 10000 and unchanged', async (call) => {
    const product = await givenProduct(test.ctx, { isVirtual: true });
    const victim = await givenUser(test.ctx, { brand: product.brand, product });
    const before = await test.ctx.asOwner('SELECT to_jsonb(c) AS card FROM card c WHERE id = $1', [victim.card.id]);

    const sameBrand = await givenUser(test.ctx, { brand: product.brand });
    const tenant = { id: product.brand.tenantId, name: '' };
    const otherBrand = await givenUser(test.ctx, { brand: await givenBrand(test.ctx, { tenant }) });
    const otherTenant = await givenUser(test.ctx);
    const nominee = await givenHolder(test.ctx, { brand: product.brand });
    const nomineeCard = await givenCard(test.ctx, { account: victim.card.account, holder: nominee });
    const nomineeLogin = await givenWebAccount(test.ctx, {
      holder: nominee,
      account: victim.card.account,
      extension: '01',
    });
    const sibling = await givenCard(test.ctx, { holder: victim.holder });
    const callers: Record<string, Headers> = {
      'another holder': sameBrand.headers,
      'another brand': otherBrand.headers,
      'another tenant': otherTenant.headers,
      'a nominee of the account': (await givenSession(test.ctx, { webAccount: nomineeLogin })).headers,
      'the nominee’s card': (await givenSession(test.ctx, { card: nomineeCard })).headers,
      'the holder’s other card': (await givenSession(test.ctx, { card: sibling })).headers,
    };
    for (const [who, headers] of Object.entries(callers)) {
      const response = await postApi(test, call, headers, about(victim.card));
      expect([who, response.statusCode, response.json().error]).toEqual([who, 400, ['10000']]);
    }
    expect(await test.ctx.asOwner('SELECT to_jsonb(c) AS card FROM card c WHERE id = $1', [victim.card.id])).toEqual(
      before,
    );
    expect(await test.ctx.asOwner('SELECT * FROM secure_reveal WHERE card_id = $1', [victim.card.id])).toEqual([]);
    expect((await postApi(test, call, { authorization: 'Bearer none' }, about(victim.card))).statusCode).toBe(401);
  });

  it.each([
    ['AccountNumber', '1234'],
    ['MaskedCardNumber', '9036000000000017'],
    ['ExpirationDate', '2029-13'],
  ])('a reference with a wrong %s is 400 and names the field', async (field, value) => {
    const { card, headers } = await givenUser(test.ctx);
    const response = await postApi(test, 'card/details', headers, { Card: { ...card.reference, [field]: value } });
    expect(response.statusCode).toBe(400);
    expect(response.json().field).toContain(field);
  });

  it('is not found by parts of several own cards', async () => {
    const { card, holder, headers } = await givenUser(test.ctx);
    const other = await givenCard(test.ctx, { account: await givenAccount(test.ctx, { holder }) });
    const mixed = { Card: { ...card.reference, MaskedCardNumber: other.maskedNumber } };
    expect((await postApi(test, 'card/details', headers, mixed)).json().error).toEqual(['10000']);
  });
});
