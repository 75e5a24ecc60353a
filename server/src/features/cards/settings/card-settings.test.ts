import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { givenApp, type TestApp } from '../../../../test-support/app.ts';
import { TEST_START } from '../../../../test-support/processes/database.ts';
import {
  type CardGiven,
  givenAccount,
  givenCard,
  givenHolder,
  givenProduct,
  givenSession,
  givenWebAccount,
  type TestCard,
} from '../../../../test-support/factories.ts';
import { purchaseOf, sendNetwork } from '../../../../test-support/network.ts';
import { auditOf, givenUser, type Headers, postApi } from '../../../../test-support/signed-in.ts';
import { postMoney, transferBody } from '../../../../test-support/transfers.ts';

let test: TestApp;
beforeAll(async () => {
  test = await givenApp();
});
beforeEach(() => {
  test.ctx.setBusinessTime(TEST_START);
  test.ctx.setSecurityTime(TEST_START);
});
afterAll(() => test.close());

const SETTINGS = { purchaseLimits: true, paymentLimits: true, internalTransfers: true };

async function givenManaged(given: CardGiven = {}, settings: object = {}) {
  const product = await givenProduct(test.ctx, { settings: { ...SETTINGS, ...settings } });
  return givenUser(test.ctx, { brand: product.brand, product, balance: 1_000_000n, pin: '4826', ...given });
}

/** Someone else's card on the account of an owner: a nominee, signed in. */
async function givenNominee({ card }: { card: TestCard }, productOf: { id: number }) {
  const holder = await givenHolder(test.ctx, { brand: card.brand });
  const product = { ...productOf, brand: card.brand };
  const own = await givenCard(test.ctx, { account: card.account, holder, product });
  const webAccount = await givenWebAccount(test.ctx, { holder, account: card.account, extension: '01' });
  return { card: own, headers: (await givenSession(test.ctx, { webAccount })).headers };
}

const post = (call: string, headers: Headers, body: object) => postApi(test, call, headers, body);
const codeOf = (response: { json(): { error?: string[] } }) => response.json().error?.[0] ?? 'ok';
const buys = async (card: TestCard, given: object = {}) =>
  (await sendNetwork(test, 'authorisations', purchaseOf(card, given))).answer;
const detailsOf = async (card: TestCard, headers: Headers) =>
  (await post('card/details', headers, { Card: card.reference })).json();

describe('POST card/toggleContactless', () => {
  const toggle = (card: TestCard, headers: Headers, NewContactlessValue: boolean) =>
    post('card/toggleContactless', headers, { Card: card.reference, NewContactlessValue });

  it('declines contactless purchases alone while it is off, and approves them again once on', async () => {
    const { card, headers } = await givenManaged();
    expect(await buys(card)).toBe('00');
    expect(codeOf(await toggle(card, headers, false))).toBe('ok');
    expect(await buys(card)).toBe('57');
    expect(await buys(card, { channel: 'chip', pin: '4826' })).toBe('00');
    expect((await detailsOf(card, headers)).AllowContactlessTransactions).toBe(false);
    await toggle(card, headers, true);
    expect(await buys(card)).toBe('00');
    await toggle(card, headers, true);
    expect(await auditOf(test.ctx, card)).toEqual(['card.contactless_changed ok', 'card.contactless_changed ok']);
  });

  it('is refused where the product has no switch, and for a card that is not in use', async () => {
    const fixed = await givenManaged({}, { contactlessSwitch: false });
    expect(codeOf(await toggle(fixed.card, fixed.headers, false))).toBe('10001');
    const lost = await givenManaged({ status: 'Lost' });
    expect(codeOf(await toggle(lost.card, lost.headers, false))).toBe('10001');
    expect(codeOf(await toggle(fixed.card, lost.headers, false))).toBe('10000');
  });
});

describe('POST card/changeName', () => {
  const name = (card: TestCard, headers: Headers, CardName: unknown) =>
    post('card/changeName', headers, { Card: card.reference, CardName });

  it('changes the name that is shown', async () => {
    const { card, headers } = await givenManaged();
    expect(codeOf(await name(card, headers, "  Mum's 2nd card, v1.0  "))).toBe('ok');
    expect((await detailsOf(card, headers)).CardName).toBe("Mum's 2nd card, v1.0");
    // A pasted line break is a space.
    expect(codeOf(await name(card, headers, 'Card\n2'))).toBe('ok');
    expect((await detailsOf(card, headers)).CardName).toBe('Card 2');
  });

  it.each(['', '1st card', 'a'.repeat(27), 'Card <b>'])('%j is no name', async (typed) => {
    const { card, headers } = await givenManaged();
    const response = await name(card, headers, typed);
    expect(response.json()).toMatchObject({ error: ['20010'], field: 'CardName' });
  });

  it('accepts a Chinese name, and is refused for a card not in use or another person’s card', async () => {
    const { card, headers } = await givenManaged();
    expect(codeOf(await name(card, headers, '旅行卡'))).toBe('ok');
    const blocked = await givenManaged({ status: 'Restricted' });
    expect(codeOf(await name(blocked.card, blocked.headers, 'Card'))).toBe('10001');
    expect(codeOf(await name(card, blocked.headers, 'Card'))).toBe('10000');
  });
});

describe('spend limits', () => {
  const change = (card: TestCard, headers: Headers, NewSpendLimit: unknown) =>
    post('card/changeSpendLimit', headers, { Card: card.reference, NewSpendLimit });

  it('offer the steps of the programme up to the limit of the product', async () => {
    const { card, headers } = await givenManaged();
    const all = await post('card/getSpendLimits', headers, { Card: card.reference });
    expect(all.json()).toEqual({ PaymentLimits: [50, 100, 200, 500, 1000, 2000, 5000] });
    const small = await givenManaged({}, { spendLimitMax: 300_00 });
    const few = await post('card/getSpendLimits', small.headers, { Card: small.card.reference });
    expect(few.json()).toEqual({ PaymentLimits: [50, 100, 200] });
  });

  it('apply to the next purchase once lowered, including what was spent before', async () => {
    const { card, headers } = await givenManaged();
    expect(await buys(card, { amount: 40_00 })).toBe('00');
    expect(codeOf(await change(card, headers, 50))).toBe('ok');
    expect(await buys(card, { amount: 10_01 })).toBe('61');
    expect(await buys(card, { amount: 10_00 })).toBe('00');
    expect(await detailsOf(card, headers)).toMatchObject({ SpendLimit: 50, SpentToday: 50 });
    expect(codeOf(await change(card, headers, -1))).toBe('ok');
    expect(await buys(card, { amount: 60_00 })).toBe('00');
    expect(await detailsOf(card, headers)).toMatchObject({ SpendLimit: -1 });
  });

  it.each([
    [5001, '20244'],
    [99_999, '20244'],
    [60, '20010'],
    [0, '20010'],
    [-2, '20010'],
    [50.5, '20010'],
    ['50', '20010'],
  ])('are refused at %j with %s', async (typed, code) => {
    const { card, headers } = await givenManaged();
    const response = await change(card, headers, typed);
    expect(response.json()).toMatchObject({ error: [code], field: 'NewSpendLimit' });
  });

  it('are refused to a nominee, to a product without them and for a card not in use', async () => {
    const owner = await givenManaged();
    const [{ product_id: id } = { product_id: 0 }] = await test.ctx.asOwner<{ product_id: number }>(
      'SELECT product_id FROM card WHERE id = $1',
      [owner.card.id],
    );
    const nominee = await givenNominee(owner, { id });
    expect(codeOf(await change(nominee.card, nominee.headers, 50))).toBe('10001');
    const asked = await post('card/getSpendLimits', nominee.headers, { Card: nominee.card.reference });
    expect(codeOf(asked)).toBe('10001');
    const plain = await givenManaged({}, { purchaseLimits: false });
    expect(codeOf(await change(plain.card, plain.headers, 50))).toBe('10001');
    const off = await givenManaged({ status: 'Stolen' });
    expect(codeOf(await change(off.card, off.headers, 50))).toBe('10001');
    expect(codeOf(await change(owner.card, off.headers, 50))).toBe('10000');
    expect(codeOf(await post('card/getSpendLimits', off.headers, { Card: owner.card.reference }))).toBe('10000');
  });
});

describe('POST card/changePaymentLimit', () => {
  const change = (card: TestCard, headers: Headers, NewPaymentLimit: unknown) =>
    post('card/changePaymentLimit', headers, { CardSummary: card.reference, NewPaymentLimit });

  it('applies to the next transfer, together with what was paid today', async () => {
    const { card, headers } = await givenManaged();
    const payee = await givenAccount(test.ctx, { brand: card.brand });
    await givenCard(test.ctx, { account: payee });
    const pay = async (Amount: number) =>
      codeOf(await postMoney(test, 'transfer/internal', headers, transferBody(card.account, payee, { Amount })));
    expect(await pay(60)).toBe('ok');
    expect(codeOf(await change(card, headers, 100))).toBe('ok');
    expect(await detailsOf(card, headers)).toMatchObject({
      IsAccountPaymentLimitSet: true,
      AccountPaymentLimit: 100,
      ProductPaymentLimit: 5000,
      PaidToday: 60,
    });
    expect(await pay(40.01)).toBe('20242');
    expect(await pay(40)).toBe('ok');
    expect(codeOf(await change(card, headers, 200))).toBe('ok');
    expect(await pay(100)).toBe('ok');
    expect(codeOf(await change(card, headers, 0))).toBe('ok');
    expect(await pay(0.01)).toBe('20242');
  });

  it.each([
    [5001, '20244'],
    [100_000, '20010'],
    [-1, '20010'],
    [10.5, '20010'],
    ['100', '20010'],
  ])('refuses %j with %s', async (typed, code) => {
    const { card, headers } = await givenManaged();
    const response = await change(card, headers, typed);
    expect(response.json()).toMatchObject({ error: [code], field: 'NewPaymentLimit' });
  });

  it('is refused where the product has no limit, and for another person’s card', async () => {
    const plain = await givenManaged({}, { paymentLimits: false });
    expect(codeOf(await change(plain.card, plain.headers, 50))).toBe('10001');
    const stranger = await givenManaged();
    expect(codeOf(await change(plain.card, stranger.headers, 50))).toBe('10000');
  });
});

describe('a session without a recent proof', () => {
  async function givenUnproved(settings: object = {}) {
    const { card, headers } = await givenManaged({}, { spendLimit: 500_00, paymentLimit: 1_000_00, ...settings });
    await test.ctx.asOwner('UPDATE session SET proved_at = NULL WHERE brand_id = $1', [card.brand.id]);
    const spend = async (NewSpendLimit: number) =>
      codeOf(await post('card/changeSpendLimit', headers, { Card: card.reference, NewSpendLimit }));
    const pay = async (NewPaymentLimit: number) =>
      codeOf(await post('card/changePaymentLimit', headers, { CardSummary: card.reference, NewPaymentLimit }));
    return { card, headers, spend, pay };
  }

  it('may lower limits and not raise them, even to the product’s own', async () => {
    const { spend, pay } = await givenUnproved();
    expect([await spend(500), await spend(1000), await spend(100), await spend(200), await spend(-1)]).toEqual([
      'ok',
      '428',
      'ok',
      '428',
      '428',
    ]);
    expect([await pay(1000), await pay(1001), await pay(10), await pay(11)]).toEqual(['ok', '428', 'ok', '428']);
  });

  it('may set a limit where there was none, and not remove it', async () => {
    const { spend, pay } = await givenUnproved({ spendLimit: null, paymentLimit: null });
    expect([await spend(5000), await pay(5000), await spend(-1)]).toEqual(['ok', 'ok', '428']);
  });

  it('may turn contactless on again and block a card', async () => {
    const { card, headers } = await givenUnproved();
    const toggle = (NewContactlessValue: boolean) =>
      post('card/toggleContactless', headers, { Card: card.reference, NewContactlessValue });
    expect([codeOf(await toggle(false)), codeOf(await toggle(true))]).toEqual(['ok', 'ok']);
    expect(codeOf(await post('card/block', headers, { Card: card.reference }))).toBe('ok');
  });

  it('gets the answer of an unknown card for another person’s card', async () => {
    const { headers } = await givenUnproved();
    const { card: other } = await givenManaged();
    const body = { CardSummary: other.reference, NewPaymentLimit: 5000 };
    expect(codeOf(await post('card/changePaymentLimit', headers, body))).toBe('10000');
  });
});

describe('POST card/changePin', () => {
  const PASSWORD = 'Golden-Wattle-2026';
  const change = (card: TestCard, headers: Headers, pin: string, password = PASSWORD) => {
    const { AccountNumber, MaskedCardNumber, ExpirationDate } = card.reference;
    const named = { memberNumber: AccountNumber, maskedCard: MaskedCardNumber, expiryDate: ExpirationDate };
    return post('card/changePin', headers, { ...named, pin, password });
  };

  it('makes the next purchase need the new PIN, and unlocks a locked PIN', async () => {
    const { card, headers } = await givenManaged();
    for (const wrong of ['0001', '0002', '0003']) await buys(card, { channel: 'chip', pin: wrong });
    expect(await buys(card, { channel: 'chip', pin: '4826' })).toBe('75');
    expect(codeOf(await change(card, headers, '7391'))).toBe('ok');
    expect(await buys(card, { channel: 'chip', pin: '4826' })).toBe('55');
    expect(await buys(card, { channel: 'chip', pin: '7391' })).toBe('00');
    expect(await auditOf(test.ctx, card)).toEqual(['card.pin_changed ok']);
  });

  // Born on 1 February 1990.
  it.each(['1111', '1234', '9876', '8901', '1990', '0102', '0201', '123', '12345', 'abcd'])(
    'refuses the PIN %s',
    async (pin) => {
      const { card, headers } = await givenManaged();
      expect((await change(card, headers, pin)).json()).toMatchObject({ error: ['20010'], field: 'pin' });
    },
  );

  it('needs the current password, and locks after five wrong ones', async () => {
    const { card, headers } = await givenManaged();
    for (let tries = 0; tries < 4; tries += 1) {
      expect(codeOf(await change(card, headers, '7391', 'Wrong-Password-2026'))).toBe('20041');
    }
    expect(codeOf(await change(card, headers, '7391', 'Wrong-Password-2026'))).toBe('20043');
    expect(codeOf(await change(card, headers, '7391'))).toBe('20043');
    expect(await buys(card, { channel: 'chip', pin: '4826' })).toBe('00');
  });

  it('is refused for a card that is not in use, and for another person’s card', async () => {
    const lost = await givenManaged({ status: 'Lost' });
    expect(codeOf(await change(lost.card, lost.headers, '7391'))).toBe('10001');
    const stranger = await givenManaged();
    expect(codeOf(await change(lost.card, stranger.headers, '7391'))).toBe('10000');
  });
});
