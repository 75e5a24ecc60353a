import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { givenApp, type TestApp } from '../../../../test-support/app.ts';
import { TEST_START } from '../../../../test-support/processes/database.ts';
import { type CardGiven, givenProduct, givenSession, type TestCard } from '../../../../test-support/factories.ts';
import { auditOf, givenUser, postApi } from '../../../../test-support/signed-in.ts';

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

describe('POST card/revealSecureDetails', () => {
  const givenVirtual = async (given: CardGiven = {}, settings: object = {}) => {
    const product = await givenProduct(test.ctx, { isVirtual: true, settings });
    return givenUser(test.ctx, { brand: product.brand, product, ...given });
  };

  it('shows number, expiry and CVV2 of an active virtual card, uncached and audited', async () => {
    const { card, headers } = await givenVirtual();
    const response = await postApi(test, 'card/revealSecureDetails', headers, about(card));
    expect(response.json()).toEqual({
      CardNumber: card.pan,
      ExpirationDate: '2029-11',
      Cvv2: test.ctx.secrets.cvv2(card.pan, '2029-11'),
    });
    expect(response.headers['cache-control']).toContain('no-store');
    expect(await auditOf(test.ctx, card)).toEqual(['card.revealed ok']);
  });

  it('is refused for a card that is not virtual or not active', async () => {
    const plastic = await givenUser(test.ctx);
    expect(
      (await postApi(test, 'card/revealSecureDetails', plastic.headers, about(plastic.card))).json().error,
    ).toEqual(['10001']);
    const off = await givenVirtual({ status: 'ActiveOff' });
    expect((await postApi(test, 'card/revealSecureDetails', off.headers, about(off.card))).json().error).toEqual([
      '10001',
    ]);
    const old = await givenVirtual({ expiry: '2026-10' });
    expect((await postApi(test, 'card/revealSecureDetails', old.headers, about(old.card))).json().error).toEqual([
      '10001',
    ]);
    expect(await auditOf(test.ctx, off.card)).toEqual(['card.revealed card_problem']);
  });

  it('shows them 5 times in an hour of the security clock, also on concurrent requests', async () => {
    const { card, headers } = await givenVirtual();
    const responses = await Promise.all(
      Array.from({ length: 8 }, () => postApi(test, 'card/revealSecureDetails', headers, about(card))),
    );
    expect(responses.map(({ statusCode }) => statusCode).toSorted((a, b) => a - b)).toEqual([
      200, 200, 200, 200, 200, 429, 429, 429,
    ]);
    const refused = responses.find(({ statusCode }) => statusCode === 429);
    expect(refused?.json().error).toEqual(['429']);
    expect(refused?.headers['retry-after']).toBeDefined();
    expect(refused?.body).not.toContain(card.pan);
    test.ctx.setBusinessTime('2026-12-20T02:00:00Z');
    expect((await postApi(test, 'card/revealSecureDetails', headers, about(card))).statusCode).toBe(429);
    // The session has expired an hour later, so a new one is used.
    test.ctx.setSecurityTime('2026-11-20T03:00:01Z');
    const later = await givenSession(test.ctx, { card });
    expect((await postApi(test, 'card/revealSecureDetails', later.headers, about(card))).statusCode).toBe(200);
  });

  it('shows them as often as the product allows', async () => {
    const { card, headers } = await givenVirtual({}, { revealsAnHour: 1 });
    expect((await postApi(test, 'card/revealSecureDetails', headers, about(card))).statusCode).toBe(200);
    expect((await postApi(test, 'card/revealSecureDetails', headers, about(card))).statusCode).toBe(429);
  });
});
