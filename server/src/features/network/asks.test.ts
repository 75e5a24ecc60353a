import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { givenApp, type TestApp } from '../../../test-support/app.ts';
import { type CardGiven, givenCard, givenProduct, type TestCard } from '../../../test-support/factories.ts';
import { freshReference, purchaseOf, sendNetwork } from '../../../test-support/network.ts';
import { knownToProcessor, messageOf } from '../../../test-support/processor-cards.ts';
import { authorisePurchase } from './authorise.ts';

let test: TestApp;
beforeAll(async () => {
  test = await givenApp();
});
afterAll(() => test.close());

async function cardOf(settings: object, given: CardGiven = {}) {
  const product = await givenProduct(test.ctx, { settings });
  return givenCard(test.ctx, { brand: product.brand, product, balance: 4_000n, ...given });
}
const factsOf = (card: TestCard) =>
  test.ctx.asOwner(
    `SELECT o.status, o.answer, o.amount::integer, o.current_amount::integer, o.fee_held::integer,
            f.approved_amount::integer, f.asked_amount::integer, f.cash_amount::integer, f.acquirer_fee::integer,
            f.wallet, f.wallet_token, f.risk, f.liability, f.three_ds, f.unknown
     FROM authorisation o LEFT JOIN purchase_fact f ON f.tenant_id = o.tenant_id AND f.authorisation_id = o.id
     WHERE o.card_id = $1 ORDER BY o.id`,
    [card.id],
  );
const NO_FACTS = {
  approved_amount: null,
  asked_amount: null,
  cash_amount: null,
  acquirer_fee: null,
  wallet: null,
  wallet_token: null,
  risk: null,
  liability: null,
  three_ds: null,
  unknown: null,
};

describe('a partial approval', () => {
  const PARTS = { partialApproval: true };
  const asks = (card: TestCard, given: object = {}) =>
    sendNetwork(test, 'authorisations', purchaseOf(card, { amount: 6_250, takesPart: true, ...given }));

  it('holds what is available, and the row keeps what was asked for', async () => {
    const card = await cardOf(PARTS);
    expect(await asks(card)).toMatchObject({ answer: '10', approvedAmount: 4_000, available: 0 });
    expect(await factsOf(card)).toEqual([
      {
        ...NO_FACTS,
        status: 'approved',
        answer: '10',
        amount: 6_250,
        current_amount: 4_000,
        fee_held: 0,
        approved_amount: 4_000,
      },
    ]);
  });

  it('has its foreign fee inside: of 40.00 at 3%, 38.83 and a fee of 1.16', async () => {
    const card = await cardOf({ ...PARTS, foreignFeePoints: 300 });
    const merchant = { name: 'Kiwi Cafe', country: 'NZ', mcc: '5814' };
    expect(await asks(card, { merchant })).toMatchObject({ answer: '10', approvedAmount: 3_883, available: 1 });
    expect(await factsOf(card)).toMatchObject([{ current_amount: 3_883, fee_held: 116 }]);
  });

  it('is answered again to a repeat, and is reversed like any other', async () => {
    const card = await cardOf(PARTS);
    const message = purchaseOf(card, { amount: 6_250, takesPart: true });
    const first = await sendNetwork(test, 'authorisations', message);
    expect(first.answer).toBe('10');
    expect(await sendNetwork(test, 'authorisations', message)).toEqual(first);
    const reversal = { reference: freshReference(), original: message.reference };
    expect(await sendNetwork(test, 'reversals', reversal)).toMatchObject({ answer: '00', available: 4_000 });
  });

  it('is cleared for what was approved', async () => {
    const card = await cardOf(PARTS);
    const message = purchaseOf(card, { amount: 6_250, takesPart: true });
    await sendNetwork(test, 'authorisations', message);
    const clearing = { ...purchaseOf(card, { amount: 4_000 }), original: message.reference };
    expect(await sendNetwork(test, 'clearings', clearing)).toMatchObject({ answer: '00', available: 0 });
    expect(await factsOf(card)).toMatchObject([{ status: 'cleared', current_amount: 4_000 }]);
  });

  it.each<[string, object, object, bigint]>([
    ['the product', {}, {}, 4_000n],
    ['the terminal', PARTS, { takesPart: false }, 4_000n],
    ['the balance', PARTS, {}, 0n],
  ])('is none where %s allows none', async (_, settings, given, balance) => {
    const card = await cardOf(settings, { balance });
    expect((await asks(card, given)).answer).toBe('51');
  });

  it('counts alone against the limit of the day', async () => {
    const card = await cardOf(PARTS, { spendLimit: 8_000n });
    const twice = await Promise.all([asks(card), asks(card, { amount: 3_000 })]);
    // 40.00 of 62.50 leave 40.00 of the limit, and a balance of 0.00.
    expect(twice.map(({ answer }) => answer)).toEqual(['10', '51']);
  });
});

describe('a balance inquiry', () => {
  const asks = ({ amount: _amount, ...message }: ReturnType<typeof purchaseOf>) =>
    sendNetwork(test, 'balances', message);

  it('answers what is available and what is on the account, and holds nothing', async () => {
    const card = await cardOf({ balanceInquiry: true });
    await sendNetwork(test, 'authorisations', purchaseOf(card, { amount: 1_500 }));
    const message = purchaseOf(card);
    const answer = await asks(message);
    expect(answer).toMatchObject({ answer: '00', available: 2_500, ledgerBalance: 4_000 });
    expect(await asks(message)).toEqual(answer);
    expect(await factsOf(card)).toHaveLength(1);
  });

  it('is declined where the product has none, and for a card that is lost', async () => {
    expect(await asks(purchaseOf(await cardOf({})))).toMatchObject({ answer: '57', available: null });
    const lost = await cardOf({ balanceInquiry: true }, { status: 'Lost' });
    expect(await asks(purchaseOf(lost))).toMatchObject({ answer: '41', available: null });
  });

  it('counts a wrong PIN, and needs one at an ATM', async () => {
    const card = await cardOf({ balanceInquiry: true, cash: true }, { pin: '4826' });
    const atm = (given: object) => asks(purchaseOf(card, { channel: 'atm', ...given }));
    expect((await atm({})).answer).toBe('55');
    expect((await atm({ pin: '0000' })).answer).toBe('55');
    expect((await atm({ pin: '4826' })).answer).toBe('00');
    expect((await atm({ pin: '0000' })).answer).toBe('55');
    expect((await atm({ pin: '0001' })).answer).toBe('55');
    expect((await atm({ pin: '0002' })).answer).toBe('75');
  });

  it('is no repeat of a check of the card under the same reference', async () => {
    const card = await cardOf({ balanceInquiry: true });
    const message = purchaseOf(card, { amount: 0 });
    expect((await sendNetwork(test, 'authorisations', message)).answer).toBe('00');
    expect((await asks(message)).answer).toBe('94');
  });
});

describe('what is beyond the first protocol', () => {
  it('is kept beside the purchase, approved or declined', async () => {
    const card = await cardOf({ cash: true });
    const parts = { askedAmount: 3_000, cashAmount: 1_000, acquirerFee: 250, risk: 120, liability: 'shop' };
    const wallet = { kind: 'apple', token: 'tok_1' };
    const sent = { amount: 3_500, wallet, threeDs: 'authenticated', ...parts };
    expect((await sendNetwork(test, 'authorisations', purchaseOf(card, sent))).answer).toBe('00');
    expect((await sendNetwork(test, 'authorisations', purchaseOf(card, sent))).answer).toBe('51');
    const kept = {
      ...NO_FACTS,
      asked_amount: 3_000,
      cash_amount: 1_000,
      acquirer_fee: 250,
      wallet: 'apple',
      wallet_token: 'tok_1',
      risk: 120,
      liability: 'shop',
      three_ds: 'authenticated',
    };
    expect(await factsOf(card)).toMatchObject([
      { answer: '00', ...kept },
      { answer: '51', ...kept },
    ]);
  });

  it('has no row where there is nothing, and keeps words that have no meaning here', async () => {
    const card = await cardOf({});
    const known = await knownToProcessor(test.ctx, card);
    await authorisePurchase(test.ctx, messageOf(known, { askedAmount: 1_234, threeDs: 'none', unknown: [] }));
    const unknown = [{ field: 'pos.entry_mode.pan', word: 'TELEPATHY' }];
    await authorisePurchase(test.ctx, messageOf(known, { unknown }));
    expect(await factsOf(card)).toMatchObject([NO_FACTS, { unknown }]);
    const rows = await test.ctx.asOwner(
      'SELECT f.* FROM purchase_fact f JOIN authorisation o ON o.id = f.authorisation_id WHERE o.card_id = $1',
      [card.id],
    );
    expect(rows).toHaveLength(1);
  });

  it('is refused where it is no word of the protocol', async () => {
    const card = await cardOf({});
    for (const given of [{ wallet: { kind: 'huawei' } }, { risk: 1_000 }, { threeDs: 'maybe' }, { proofs: {} }]) {
      await expect(sendNetwork(test, 'authorisations', purchaseOf(card, given))).rejects.toThrow('answered 400');
    }
  });
});

describe('a purchase by wallet', () => {
  it('is approved above the limit without a PIN, and for a card without plastic', async () => {
    const product = await givenProduct(test.ctx, { isVirtual: true });
    const virtual = await givenCard(test.ctx, { brand: product.brand, product, balance: 50_000n });
    const plastic = await cardOf({}, { balance: 50_000n });
    for (const card of [virtual, plastic]) {
      const tap = purchaseOf(card, { amount: 20_000, wallet: true });
      expect((await sendNetwork(test, 'authorisations', tap)).answer).toBe('00');
    }
    expect((await sendNetwork(test, 'authorisations', purchaseOf(virtual))).answer).toBe('57');
  });
});

describe('a purchase whose processor compares', () => {
  const proofs = { pin: 'absent', cvv2: 'absent', expiry: 'match' } as const;

  it('is bought online without a CVV2 as the product says, by 3-D Secure', async () => {
    const card = await cardOf({ onlineWithoutCvv2: 'authenticated' });
    const online = (given: object) =>
      sendNetwork(test, 'authorisations', purchaseOf(card, { channel: 'online', amount: 100, proofs, ...given }));
    expect((await online({})).answer).toBe('05');
    expect((await online({ threeDs: 'authenticated' })).answer).toBe('00');
    expect((await online({ proofs: { ...proofs, cvv2: 'match' } })).answer).toBe('00');
    expect((await online({ proofs: { ...proofs, cvv2: 'mismatch' }, threeDs: 'authenticated' })).answer).toBe('05');
    expect((await online({ proofs: { ...proofs, expiry: 'mismatch' } })).answer).toBe('54');
  });

  it('is not compared here, whatever values come beside the results', async () => {
    const card = await cardOf({}, { pin: '4826' });
    const wrong = { channel: 'chip', amount: 100, pin: '0000', proofs: { ...proofs, pin: 'match' } };
    for (let tries = 0; tries < 4; tries += 1) {
      expect((await sendNetwork(test, 'authorisations', purchaseOf(card, wrong))).answer).toBe('00');
    }
  });
});
