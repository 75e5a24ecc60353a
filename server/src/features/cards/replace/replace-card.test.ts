import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { givenApp, type TestApp } from '../../../../test-support/app.ts';
import { type CardGiven, givenProduct, type TestCard } from '../../../../test-support/factories.ts';
import { freshReference, purchaseOf, sendNetwork } from '../../../../test-support/network.ts';
import { givenUser, type Headers, postApi, statusOf } from '../../../../test-support/signed-in.ts';
import { balanceOf, postMoney } from '../../../../test-support/transfers.ts';

let test: TestApp;
beforeAll(async () => {
  test = await givenApp();
});
afterAll(() => test.close());

const SETTINGS = { replacementByCardholder: true };

type Given = CardGiven & { readonly isAllocated?: boolean };

async function givenReplaceable({ isAllocated = true, ...given }: Given = {}, settings: object = {}) {
  const product = await givenProduct(test.ctx, { settings: { ...SETTINGS, ...settings } });
  const user = await givenUser(test.ctx, { brand: product.brand, product, pin: '4826', ...given });
  await allocate(user.card, isAllocated);
  return user;
}

async function allocate({ id }: TestCard, isAllocated = true): Promise<void> {
  await test.ctx.asOwner('UPDATE card SET is_allocated = $2 WHERE id = $1', [id, isAllocated]);
}

const replace = (card: TestCard, headers: Headers, IsCardDamaged = false) =>
  postMoney(test, 'card/replace', headers, { Card: card.reference, IsCardDamaged });

type Successor = { status: string; expiry: string; masked_number: string; same_number: boolean; pvv: string | null };
const successorsOf = (card: TestCard) =>
  test.ctx.asOwner<Successor>(
    `SELECT n.status, n.expiry, n.masked_number, n.pan_hash = o.pan_hash AS same_number, n.pvv
     FROM card n JOIN card o ON o.id = n.replaces_id WHERE o.id = $1`,
    [card.id],
  );

describe('POST card/replace', () => {
  it('gives a lost card a new number for the fee, and the old card no longer works', async () => {
    const { card, headers } = await givenReplaceable();
    await postApi(test, 'card/lost', headers, { Card: card.reference });
    const response = await replace(card, headers);
    expect(response.json()).toEqual({
      result: true,
      ReferenceNumber: expect.stringMatching(/^26324\d{7,}$/),
      Fee: 9.95,
    });
    // 100.00 less 9.95
    expect(await balanceOf(test.ctx, card.account)).toBe(9_005n);
    expect(await statusOf(test.ctx, card)).toBe('Replaced');
    expect(await successorsOf(card)).toEqual([
      // 36 months after November 2026.
      {
        status: 'Ordered',
        expiry: '2029-11',
        masked_number: expect.stringMatching(/^9036 \d\d•• •••• \d{4}$/),
        same_number: false,
        pvv: null,
      },
    ]);
    expect((await sendNetwork(test, 'authorisations', purchaseOf(card))).answer).toBe('05');
    const list = await test.app.inject({ method: 'GET', url: '/api/card/cards', headers });
    expect(list.json().cards.map((item: { value: { CardStatus: string } }) => item.value.CardStatus)).toEqual([
      'Ordered',
    ]);
  });

  it('is free for a stolen card', async () => {
    const { card, headers } = await givenReplaceable({ balance: 0n });
    await postApi(test, 'card/lost', headers, { Card: card.reference, IsStolen: true });
    expect((await replace(card, headers)).json()).toMatchObject({ result: true, Fee: 0 });
    expect(await balanceOf(test.ctx, card.account)).toBe(0n);
    expect(await successorsOf(card)).toHaveLength(1);
    expect((await replace(card, headers)).json().error).toEqual(['20143']);
  });

  it('keeps number and PIN of a damaged card with another expiry, and the old card still works', async () => {
    const { card, headers } = await givenReplaceable();
    expect((await replace(card, headers, true)).json()).toMatchObject({ Fee: 9.95 });
    expect(await statusOf(test.ctx, card)).toBe('Active');
    const [successor] = await successorsOf(card);
    // Its own expiry is 2029-11 already, and number and expiry are unique together.
    expect(successor).toMatchObject({ status: 'Ordered', expiry: '2029-12', same_number: true });
    expect(successor?.pvv).toBe(test.ctx.secrets.pvv(card.pan, 1, '4826'));
    expect((await sendNetwork(test, 'authorisations', purchaseOf(card, { expiry: card.expiry }))).answer).toBe('00');
    expect((await sendNetwork(test, 'authorisations', purchaseOf(card))).answer).toBe('00');
    expect((await replace(card, headers, true)).json().error).toEqual(['20143']);
    expect(await balanceOf(test.ctx, card.account)).toBe(9_005n);
  });

  it('is refused without a change when the balance does not cover the fee', async () => {
    const { card, headers } = await givenReplaceable({ balance: 994n });
    expect((await replace(card, headers)).json().error).toEqual(['20144']);
    expect(await statusOf(test.ctx, card)).toBe('Active');
    expect(await successorsOf(card)).toEqual([]);
  });

  it.each<[string, Given, object]>([
    ['whose product leaves it to the programme', {}, { replacementByCardholder: false }],
    ['that was never allocated', { isAllocated: false }, {}],
    ['that is temporary and not issued', { status: 'NotIssued' }, { isTemporary: true }],
    ['that is on its way', { status: 'Ordered' }, {}],
    ['that is blocked', { status: 'Restricted' }, {}],
  ])('is refused for a card %s', async (_, given, settings) => {
    const { card, headers } = await givenReplaceable(given, settings);
    expect((await replace(card, headers)).json().error).toEqual(['10001']);
  });

  it('is refused for a card that is not reloadable, unless its product says so', async () => {
    const outcomeOf = async (settings: object) => {
      const product = await givenProduct(test.ctx, { isReloadable: false, settings: { ...SETTINGS, ...settings } });
      const user = await givenUser(test.ctx, { brand: product.brand, product });
      await allocate(user.card);
      return (await replace(user.card, user.headers)).statusCode;
    };
    expect(await outcomeOf({})).toBe(400);
    expect(await outcomeOf({ replacesNonReloadable: true })).toBe(200);
  });

  it('answers for another person’s card as for a card that does not exist', async () => {
    const { card } = await givenReplaceable();
    const stranger = await givenReplaceable();
    expect((await replace(card, stranger.headers)).json().error).toEqual(['10000']);
  });

  it.each([
    [false, 'lost'],
    [true, 'damaged'],
  ])('issues one card for one fee on 20 concurrent requests (damaged: %s)', async (isDamaged) => {
    const { card, headers } = await givenReplaceable();
    const responses = await Promise.all(Array.from({ length: 20 }, () => replace(card, headers, isDamaged)));
    const answers = responses.map((response) => (response.statusCode === 200 ? 'ok' : response.json().error[0]));
    expect(answers.toSorted()).toEqual([...Array(19).fill('20143'), 'ok']);
    expect(await balanceOf(test.ctx, card.account)).toBe(9_005n);
    expect(await successorsOf(card)).toHaveLength(1);
  });

  it('repeats the first answer for the same key, and refuses the key with another body', async () => {
    const { card, headers } = await givenReplaceable();
    const body = { Card: card.reference, IsCardDamaged: true };
    const key = 'replacement-of-a-damaged-card-1';
    const first = await postMoney(test, 'card/replace', headers, body, key);
    expect((await postMoney(test, 'card/replace', headers, body, key)).json()).toEqual(first.json());
    const other = await postMoney(test, 'card/replace', headers, { ...body, IsCardDamaged: false }, key);
    expect(other.json().error).toEqual(['409']);
  });

  it('posts a late clearing of the old card', async () => {
    const { card, headers } = await givenReplaceable();
    const purchase = purchaseOf(card);
    expect((await sendNetwork(test, 'authorisations', purchase)).answer).toBe('00');
    expect((await replace(card, headers)).statusCode).toBe(200);
    const { reference: original, ...rest } = purchase;
    const clearing = { ...rest, reference: freshReference(), original };
    expect((await sendNetwork(test, 'clearings', clearing)).answer).toBe('00');
    // 100.00 less 9.95 less 12.34
    expect(await balanceOf(test.ctx, card.account)).toBe(7_771n);
  });
});

describe('POST card/getCardReplacementFee', () => {
  it('returns the fee for the card in its status and for a stolen one, and when a card would arrive', async () => {
    const { card, headers } = await givenReplaceable();
    const feeOf = async () =>
      (await postApi(test, 'card/getCardReplacementFee', headers, { Card: card.reference })).json();
    // 7 business days after Friday 20 November.
    const ArrivesBy = '2026-12-01';
    expect(await feeOf()).toEqual({ ReplacementFee: 9.95, StolenReplacementFee: 0, ArrivesBy });
    await postApi(test, 'card/lost', headers, { Card: card.reference, IsStolen: true });
    expect(await feeOf()).toEqual({ ReplacementFee: 0, StolenReplacementFee: 0, ArrivesBy });
    const stranger = await givenReplaceable();
    const body = { Card: card.reference };
    expect((await postApi(test, 'card/getCardReplacementFee', stranger.headers, body)).json().error).toEqual(['10000']);
  });
});
