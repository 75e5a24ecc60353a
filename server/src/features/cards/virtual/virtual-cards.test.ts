import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { givenApp, type TestApp } from '../../../../test-support/app.ts';
import { TEST_START } from '../../../../test-support/processes/database.ts';
import {
  type CardGiven,
  givenCard,
  givenHolder,
  givenProduct,
  givenSession,
  givenWebAccount,
  type TestCard,
} from '../../../../test-support/factories.ts';
import { freshReference, purchaseOf, sendNetwork } from '../../../../test-support/network.ts';
import { auditOf, givenUser, type Headers, postApi } from '../../../../test-support/signed-in.ts';
import { balanceOf } from '../../../../test-support/transfers.ts';

let test: TestApp;
beforeAll(async () => {
  test = await givenApp();
});
beforeEach(() => {
  test.ctx.setBusinessTime(TEST_START);
  test.ctx.setSecurityTime(TEST_START);
});
afterAll(() => test.close());

type Kind = 'SingleUse' | 'MerchantLocked';
type Made = { readonly reference: object; readonly number: string; readonly cvv2: string; readonly expiry: string };

/** A holder of an active reloadable card whose product has virtual cards. */
async function givenMaker(given: CardGiven = {}, settings: object = {}) {
  const virtual = await givenProduct(test.ctx, { isReloadable: false, isVirtual: true });
  const product = await givenProduct(test.ctx, {
    brand: virtual.brand,
    settings: { virtualCards: { product: virtual.id, ...settings }, additionalCards: true },
  });
  return { ...(await givenUser(test.ctx, { brand: virtual.brand, product, balance: 10_000n, ...given })), product };
}

const create = (card: TestCard, headers: Headers, Kind: Kind = 'SingleUse') =>
  postApi(test, 'card/createVirtual', headers, { Card: card.reference, Kind });
const codeOf = (response: { json(): { error?: string[] } }) => response.json().error?.[0] ?? 'ok';

async function make(card: TestCard, headers: Headers, kind: Kind): Promise<Made> {
  const { Card: reference } = (await create(card, headers, kind)).json<{ Card: { ExpirationDate: string } }>();
  const revealed = (await postApi(test, 'card/revealSecureDetails', headers, { Card: reference })).json();
  return { reference, number: revealed.CardNumber, cvv2: revealed.Cvv2, expiry: reference.ExpirationDate };
}

/** A purchase of 12.34 in an online shop. */
const online = (made: Made, shop = 'Corner Cafe', given: object = {}) => ({
  ...purchaseOf({ pan: made.number } as TestCard),
  channel: 'online',
  cvv2: made.cvv2,
  merchant: { name: shop, country: 'AU', mcc: '5814' },
  ...given,
});
const buys = async (made: Made, shop?: string, given?: object) =>
  (await sendNetwork(test, 'authorisations', online(made, shop, given))).answer;
const reasonsOf = async (made: Made) =>
  (
    await test.ctx.asOwner<{ decline_reason: string }>(
      `SELECT o.decline_reason FROM authorisation o JOIN card c ON c.id = o.card_id
       WHERE c.last4 = $1 AND c.virtual_kind IS NOT NULL AND o.status = 'declined' ORDER BY o.id`,
      [made.number.slice(-4)],
    )
  ).map(({ decline_reason: reason }) => reason);
const listOf = async (headers: Headers) =>
  (await test.app.inject({ url: '/api/card/cards', headers }))
    .json<{ cards: { value: { VirtualCardKind: Kind | null; LockedMerchant: string | null } }[] }>()
    .cards.map(({ value }) => [value.VirtualCardKind, value.LockedMerchant]);

describe('a single-use card', () => {
  it('pays from the account once and is closed, while the card it was made for still works', async () => {
    const { card, headers } = await givenMaker();
    const made = await make(card, headers, 'SingleUse');
    expect(await listOf(headers)).toEqual([
      [null, null],
      ['SingleUse', null],
    ]);
    const purchase = online(made);
    expect((await sendNetwork(test, 'authorisations', purchase)).answer).toBe('00');
    expect(await listOf(headers)).toEqual([[null, null]]);
    expect(await buys(made)).toBe('05');
    expect(await reasonsOf(made)).toEqual(['cardClosed']);
    expect((await sendNetwork(test, 'authorisations', purchaseOf(card))).answer).toBe('00');
    const { reference: original, ...rest } = purchase;
    expect((await sendNetwork(test, 'clearings', { ...rest, reference: freshReference(), original })).answer).toBe(
      '00',
    );
    // 100.00 less 12.34
    expect(await balanceOf(test.ctx, card.account)).toBe(8_766n);
  });

  it('stays usable after a declined purchase, also for insufficient funds', async () => {
    const { card, headers } = await givenMaker();
    const made = await make(card, headers, 'SingleUse');
    expect(await buys(made, 'Grand Piano', { amount: 10_001 })).toBe('51');
    expect(await buys(made, 'Casino', { merchant: { name: 'Casino', country: 'AU', mcc: '7995' } })).toBe('57');
    expect(await buys(made)).toBe('00');
  });

  it('pays one of twenty concurrent purchases', async () => {
    const { card, headers } = await givenMaker({ balance: 100_000n });
    const made = await make(card, headers, 'SingleUse');
    const answers = await Promise.all(Array.from({ length: 20 }, () => buys(made)));
    expect(answers.toSorted()).toEqual(['00', ...Array(19).fill('05')]);
  });

  it('pays the affordable one of two concurrent purchases', async () => {
    const { card, headers } = await givenMaker();
    const made = await make(card, headers, 'SingleUse');
    const answers = await Promise.all([buys(made, 'Grand Piano', { amount: 10_001 }), buys(made)]);
    expect(answers).toEqual(['51', '00']);
  });

  it.each(['advices', 'clearings'] as const)(
    'is closed by a purchase that was not authorised beforehand (%s)',
    async (path) => {
      const { card, headers } = await givenMaker();
      const made = await make(card, headers, 'SingleUse');
      expect((await sendNetwork(test, path, online(made))).answer).toBe('00');
      expect(await buys(made)).toBe('05');
    },
  );
});

describe('a merchant-locked card', () => {
  it('is locked by its first approved purchase, and pays at that merchant again', async () => {
    const { card, headers } = await givenMaker();
    const made = await make(card, headers, 'MerchantLocked');
    expect(await buys(made, 'Grand Piano', { amount: 10_001 })).toBe('51');
    expect(await buys(made, 'Stream Tunes')).toBe('00');
    expect(await listOf(headers)).toContainEqual(['MerchantLocked', 'Stream Tunes']);
    expect(await buys(made, 'STREAM TUNES')).toBe('00');
    expect(await buys(made, 'Corner Cafe')).toBe('57');
    expect(await reasonsOf(made)).toEqual(['noFunds', 'otherMerchant']);
  });

  it('is locked to the first of several merchants with concurrent purchases', async () => {
    const { card, headers } = await givenMaker();
    const made = await make(card, headers, 'MerchantLocked');
    const answers = await Promise.all(['Stream Tunes', 'Corner Cafe', 'Stream Tunes'].map((shop) => buys(made, shop)));
    const [[, lockedTo] = []] = (await listOf(headers)).slice(1);
    const expected = lockedTo === 'Stream Tunes' ? ['00', '57', '00'] : ['57', '00', '57'];
    expect(answers).toEqual(expected);
  });
});

describe('virtual cards are made', () => {
  it('up to a daily number, and again on the next day', async () => {
    const { card, headers } = await givenMaker({}, { aDay: 2 });
    const left = async () => (await postApi(test, 'card/getVirtualCards', headers, { Card: card.reference })).json();
    expect(await left()).toEqual({ IsOffered: true, CardsLeft: 2, CardsADay: 2, MaximumCardCount: 10 });
    const codes = (await Promise.all(Array.from({ length: 5 }, () => create(card, headers)))).map(codeOf);
    expect(codes.toSorted()).toEqual(['10001', '10001', '10001', 'ok', 'ok']);
    expect((await left()).CardsLeft).toBe(0);
    test.ctx.setBusinessTime(new Date(test.ctx.clocks.business.now() + 24 * 3_600_000).toISOString());
    expect((await left()).CardsLeft).toBe(2);
    expect(codeOf(await create(card, headers))).toBe('ok');
  });

  it('up to a number at a time, and again after one is deleted', async () => {
    const { card, headers } = await givenMaker({}, { aDay: 9, most: 1 });
    const made = await make(card, headers, 'MerchantLocked');
    expect(codeOf(await create(card, headers))).toBe('10001');
    const remove = (reference: object) => postApi(test, 'card/deleteVirtual', headers, { Card: reference });
    expect(codeOf(await remove(made.reference))).toBe('ok');
    expect(codeOf(await remove(made.reference))).toBe('ok');
    expect(await buys(made)).toBe('05');
    expect(codeOf(await create(card, headers))).toBe('ok');
    expect(codeOf(await remove(card.reference))).toBe('10001');
    expect(await auditOf(test.ctx, card)).toEqual([
      'card.virtual_made ok',
      'card.virtual_made card_problem',
      'card.virtual_made ok',
      'card.virtual_deleted card_problem',
    ]);
  });

  it('without counting as additional cards of the account', async () => {
    const { card, headers } = await givenMaker();
    await create(card, headers);
    const body = { memberNumber: card.account.accountNumber, checkBalance: false };
    expect((await postApi(test, 'card/canOrderAdditionalCard', headers, body)).json().CardCount).toBe(1);
  });

  it.each<[string, CardGiven, object]>([
    ['a card that is off', { status: 'ActiveOff' }, {}],
    ['a card that was reported lost', { status: 'Lost' }, {}],
    ['a product without them', {}, { product: null }],
  ])('not after %s', async (_, given, settings) => {
    const { card, headers } = await givenMaker(given, settings);
    expect(codeOf(await create(card, headers))).toBe('10001');
    const offer = (await postApi(test, 'card/getVirtualCards', headers, { Card: card.reference })).json();
    expect(offer).toMatchObject({ IsOffered: false, CardsLeft: 0 });
  });

  it('not by a nominee, and not for a card that is not reloadable', async () => {
    const { card, headers, product } = await givenMaker();
    const holder = await givenHolder(test.ctx, { brand: card.brand });
    const nominees = await givenCard(test.ctx, { account: card.account, holder, product });
    const webAccount = await givenWebAccount(test.ctx, { holder, account: card.account, extension: '01' });
    const own = (await givenSession(test.ctx, { webAccount })).headers;
    expect(codeOf(await create(nominees, own))).toBe('10001');
    const made = await make(card, headers, 'SingleUse');
    const again = await postApi(test, 'card/createVirtual', headers, { Card: made.reference, Kind: 'SingleUse' });
    expect(codeOf(again)).toBe('10001');
  });
});
