import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { givenApp, type TestApp } from '../../../test-support/app.ts';
import { givenProduct, type TestCard, type TestProduct } from '../../../test-support/factories.ts';
import { givenUser, postApi } from '../../../test-support/signed-in.ts';
import { INNER_STATUSES, type InnerStatus } from '../card-facts/card-status.states.domain.ts';

const PASSWORD = 'Golden-Wattle-2026';

let test: TestApp;
let plastic: TestProduct;
let virtual: TestProduct;
beforeAll(async () => {
  test = await givenApp();
  const settings = { purchaseLimits: true, paymentLimits: true };
  plastic = await givenProduct(test.ctx, { settings });
  virtual = await givenProduct(test.ctx, { brand: plastic.brand, isVirtual: true, settings });
});
afterAll(() => test.close());

type Ask = (card: TestCard) => object;
const ofCard =
  (rest: object = {}): Ask =>
  ({ reference }) => ({ Card: reference, ...rest });

const IN_USE: readonly InnerStatus[] = ['Active', 'ActiveOff'];

/** Changes of a card: call, body, and the statuses that allow it. */
const ACTIONS: readonly (readonly [string, Ask, readonly InnerStatus[]])[] = [
  ['card/toggleContactless', ofCard({ NewContactlessValue: false }), IN_USE],
  ['card/changeName', ofCard({ CardName: 'Groceries' }), IN_USE],
  ['card/changeSpendLimit', ofCard({ NewSpendLimit: 100 }), IN_USE],
  ['card/changePaymentLimit', ({ reference }) => ({ CardSummary: reference, NewPaymentLimit: 500 }), IN_USE],
  [
    'card/changePin',
    ({ reference: card }) => ({
      memberNumber: card.AccountNumber,
      maskedCard: card.MaskedCardNumber,
      expiryDate: card.ExpirationDate,
      pin: '7391',
      password: PASSWORD,
    }),
    IN_USE,
  ],
  ['card/getControls', ofCard(), IN_USE],
  ['card/changeControl', ofCard({ Control: 'overseas', IsAllowed: false }), IN_USE],
  ['card/revealSecureDetails', ofCard(), ['Active']],
];

describe.each(ACTIONS)('POST %s', (call, ask, allowedIn) => {
  it.each(INNER_STATUSES)('is allowed or refused for a card that is %s', async (status) => {
    const product = call === 'card/revealSecureDetails' ? virtual : plastic;
    const { card, headers } = await givenUser(test.ctx, { brand: product.brand, product, status, pin: '4826' });
    const response = await postApi(test, call, headers, ask(card));
    const answer = response.statusCode === 200 ? 'ok' : response.json().error[0];
    expect(answer).toBe(allowedIn.includes(status) ? 'ok' : '10001');
  });
});
