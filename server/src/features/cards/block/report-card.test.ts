import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { givenApp, type TestApp } from '../../../../test-support/app.ts';
import { givenProduct, givenSession } from '../../../../test-support/factories.ts';
import { purchaseOf, sendNetwork } from '../../../../test-support/network.ts';
import { givenUser, postApi, statusOf } from '../../../../test-support/signed-in.ts';

let test: TestApp;
beforeAll(async () => {
  test = await givenApp();
});
afterAll(() => test.close());

const answersTo = async (card: Parameters<typeof purchaseOf>[0]) =>
  (await sendNetwork(test, 'authorisations', purchaseOf(card))).answer;

describe('POST card/block', () => {
  it('returns a reference number, and the next purchase is declined', async () => {
    const { card, headers } = await givenUser(test.ctx);
    expect(await answersTo(card)).toBe('00');
    const response = await postApi(test, 'card/block', headers, { Card: card.reference });
    expect(response.json()).toEqual({
      IsSuccessful: true,
      // 20 November 2026 is day 324.
      ReferenceNumber: expect.stringMatching(/^26324\d{7,}$/),
    });
    expect(await statusOf(test.ctx, card)).toBe('Restricted');
    expect(await answersTo(card)).toBe('62');
    const again = await postApi(test, 'card/block', headers, { Card: card.reference });
    expect(again.json()).toEqual(response.json());
  });

  it('is refused for a card that is not reloadable, and for a card-only session', async () => {
    const product = await givenProduct(test.ctx, { isReloadable: false });
    const { card, headers } = await givenUser(test.ctx, { brand: product.brand, product });
    expect((await postApi(test, 'card/block', headers, { Card: card.reference })).json().error).toEqual(['10001']);
    const cardOnly = await givenSession(test.ctx, { card });
    expect((await postApi(test, 'card/block', cardOnly.headers, { Card: card.reference })).statusCode).toBe(403);
  });
});

describe('POST card/lost', () => {
  it.each([
    [{}, 'Lost', '41'],
    [{ IsStolen: false }, 'Lost', '41'],
    [{ IsStolen: true }, 'Stolen', '43'],
  ])('%j: the card is %s and the network gets %s', async (how, status, answer) => {
    const { card } = await givenUser(test.ctx);
    const { headers } = await givenSession(test.ctx, { card });
    const response = await postApi(test, 'card/lost', headers, { Card: card.reference, ...how });
    expect(response.json().ReferenceNumber).toMatch(/^26324\d{7,}$/);
    expect(await statusOf(test.ctx, card)).toBe(status);
    expect(await answersTo(card)).toBe(answer);
    const details = (await postApi(test, 'card/details', headers, { Card: card.reference })).json();
    expect(details.Report).toEqual({
      By: 'you',
      At: expect.stringMatching(/^2026-11-20T02:0/),
      ReferenceNumber: response.json().ReferenceNumber,
    });
  });

  it('is accepted for a product without replacements, and for a virtual card', async () => {
    const product = await givenProduct(test.ctx, { isReloadable: false, isVirtual: true });
    const { card, headers } = await givenUser(test.ctx, { brand: product.brand, product });
    expect((await postApi(test, 'card/lost', headers, { Card: card.reference })).statusCode).toBe(200);
  });
});

describe('the notice of a report', () => {
  it.each([
    ['lost', {}, false],
    ['stolen', { IsStolen: true }, false],
    // It is neither lost nor stolen.
    ['cancelled', {}, true],
    ['cancelled', { IsStolen: true }, true],
  ])('says %s (%j, virtual: %s)', async (change, how, isVirtual) => {
    const product = await givenProduct(test.ctx, { isVirtual });
    const { card, headers, webAccount } = await givenUser(test.ctx, { brand: product.brand, product });
    await postApi(test, 'card/lost', headers, { Card: card.reference, ...how });
    const told = await test.ctx.asOwner(
      "SELECT params ->> 'change' AS change FROM notification WHERE web_account_id = $1 AND kind = 'cardChanged'",
      [webAccount.id],
    );
    expect(told).toEqual([{ change }]);
  });
});
