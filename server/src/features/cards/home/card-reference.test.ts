import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { givenApp, type TestApp } from '../../../../test-support/app.ts';
import { givenAccount, givenCard } from '../../../../test-support/factories.ts';
import { givenUser, postApi } from '../../../../test-support/signed-in.ts';

let test: TestApp;
beforeAll(async () => {
  test = await givenApp();
});
afterAll(() => test.close());

describe('a reference to a card', () => {
  it.each([
    ['AccountNumber', '1234'],
    ['MaskedCardNumber', '9036000000000017'],
    ['ExpirationDate', '2029-13'],
  ])('with a wrong %s is answered 400 and names the field', async (field, value) => {
    const { card, headers } = await givenUser(test.ctx);
    const response = await postApi(test, 'card/details', headers, { Card: { ...card.reference, [field]: value } });
    expect(response.statusCode).toBe(400);
    expect(response.json().field).toContain(field);
  });

  it('that mixes parts of several of the caller’s cards is not found', async () => {
    const { card, holder, headers } = await givenUser(test.ctx);
    const other = await givenCard(test.ctx, { account: await givenAccount(test.ctx, { holder }) });
    const mixed = { Card: { ...card.reference, MaskedCardNumber: other.maskedNumber } };
    expect((await postApi(test, 'card/details', headers, mixed)).json().error).toEqual(['10000']);
  });
});
