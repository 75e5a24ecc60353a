import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { givenApp, type TestApp } from '../../../test-support/app.ts';
import { type CardGiven, givenCard, givenPan, givenProduct, type TestCard } from '../../../test-support/factories.ts';
import { freshReference, postNetwork, purchaseOf, sendNetwork } from '../../../test-support/network.ts';

let test: TestApp;
beforeAll(async () => {
  test = await givenApp();
});
afterAll(() => test.close());

const PIN = '4826';
const cardOf = (given: CardGiven = {}) => givenCard(test.ctx, { balance: 10_000n, pin: PIN, ...given });

async function moneyOf(card: TestCard) {
  const [row] = await test.ctx.asOwner<{ balance: string; held: string; version: string }>(
    'SELECT balance, held, version FROM ledger_account WHERE id = $1',
    [card.account.ledgerAccountId],
  );
  return { balance: Number(row?.balance), held: Number(row?.held), rows: Number(row?.version) };
}

async function keptOf(card: TestCard) {
  return test.ctx.asOwner<{ status: string; answer: string; decline_reason: string | null; merchant_name: string }>(
    'SELECT status, answer, decline_reason, merchant_name FROM authorisation WHERE card_id = $1 ORDER BY id',
    [card.id],
  );
}

describe('POST /network/authorisations', () => {
  it('approves and holds the amount', async () => {
    const card = await cardOf();
    const message = purchaseOf(card, {
      merchant: { name: 'TINROOF NOODLES 0417 SURRY HILLS NSWAU', country: 'AU', mcc: '5812' },
    });
    const answer = await sendNetwork(test, 'authorisations', message);
    expect(answer).toEqual({
      reference: message.reference,
      answer: '00',
      approvalCode: expect.stringMatching(/^\d{6}$/),
      // 100.00 less 12.34
      available: 8766,
    });
    expect(await moneyOf(card)).toEqual({ balance: 10_000, held: 1234, rows: 1 });
    expect(await keptOf(card)).toEqual([
      { status: 'approved', answer: '00', decline_reason: null, merchant_name: 'Tinroof Noodles' },
    ]);
  });

  it.each<[string, CardGiven, object, string, string]>([
    ['a card that is off', { status: 'ActiveOff' }, {}, '62', 'cardOff'],
    ['a restricted card', { status: 'Restricted' }, {}, '62', 'cardBlocked'],
    ['a lost card', { status: 'Lost' }, {}, '41', 'cardBlocked'],
    ['a stolen card', { status: 'Stolen' }, {}, '43', 'cardBlocked'],
    ['a card that was never activated', { status: 'NotIssued' }, {}, '05', 'cardNotActive'],
    ['a card past its month', { expiry: '2026-10' }, {}, '54', 'cardExpired'],
    ['another expiry', {}, { expiry: '2028-01' }, '54', 'cardExpired'],
    ['too little money', {}, { amount: 10_001, pin: PIN }, '51', 'noFunds'],
    ['a wrong PIN', {}, { channel: 'chip', pin: '0000' }, '55', 'wrongPin'],
    ['a bookmaker', {}, { merchant: { name: 'Bets', country: 'AU', mcc: '7995' } }, '57', 'categoryRefused'],
    ['the limit of the day', { spendLimit: 1_233n }, {}, '61', 'overLimit'],
  ])('declines for %s and keeps the reason', async (_, given, asked, answer, reason) => {
    const card = await cardOf(given);
    const message = purchaseOf(card, asked);
    expect(await sendNetwork(test, 'authorisations', message)).toEqual({
      reference: message.reference,
      answer,
      approvalCode: null,
      available: null,
    });
    expect(await moneyOf(card)).toEqual({ balance: 10_000, held: 0, rows: 1 });
    expect(await keptOf(card)).toEqual([
      expect.objectContaining({ status: 'declined', answer, decline_reason: reason }),
    ]);
  });

  it('declines for a wrong CVV2 and keeps the reason', async () => {
    const card = await cardOf();
    const right = test.ctx.secrets.cvv2(card.pan, card.expiry);
    const message = purchaseOf(card, { channel: 'online', cvv2: right === '123' ? '124' : '123' });
    expect(await sendNetwork(test, 'authorisations', message)).toMatchObject({ answer: '05', available: null });
    expect(await moneyOf(card)).toEqual({ balance: 10_000, held: 0, rows: 1 });
    expect(await keptOf(card)).toEqual([
      expect.objectContaining({ status: 'declined', answer: '05', decline_reason: 'wrongSecurityCode' }),
    ]);
  });

  it('answers 14 for a card number that no tenant has', async () => {
    const message = { ...purchaseOf(await cardOf()), cardNumber: '9036000000099990' };
    expect(await sendNetwork(test, 'authorisations', message)).toMatchObject({ answer: '14', available: null });
  });

  it('finds a card issued after its number was unknown, and reads the status of a cached card again', async () => {
    const pan = givenPan();
    const early = { ...purchaseOf(await cardOf()), cardNumber: pan };
    expect(await sendNetwork(test, 'authorisations', early)).toMatchObject({ answer: '14' });
    const card = await cardOf({ pan });
    expect(await sendNetwork(test, 'authorisations', purchaseOf(card))).toMatchObject({ answer: '00' });
    await test.ctx.asOwner("UPDATE card SET status = 'Lost' WHERE id = $1", [card.id]);
    expect(await sendNetwork(test, 'authorisations', purchaseOf(card))).toMatchObject({ answer: '41' });
  });

  it('approves the last available cent and declines one more', async () => {
    const card = await cardOf();
    expect(await sendNetwork(test, 'authorisations', purchaseOf(card, { amount: 6_000 }))).toMatchObject({
      available: 4_000,
    });
    expect(await sendNetwork(test, 'authorisations', purchaseOf(card, { amount: 4_001 }))).toMatchObject({
      answer: '51',
    });
    expect(await sendNetwork(test, 'authorisations', purchaseOf(card, { amount: 4_000 }))).toMatchObject({
      available: 0,
    });
    expect(await moneyOf(card)).toEqual({ balance: 10_000, held: 10_000, rows: 1 });
  });

  it('locks the PIN after three wrong PINs in a row, and a right PIN resets the count', async () => {
    const card = await cardOf();
    const chip = async (pin: string) =>
      (await sendNetwork(test, 'authorisations', purchaseOf(card, { channel: 'chip', pin }))).answer;
    expect([await chip('0000'), await chip('0000'), await chip(PIN)]).toEqual(['55', '55', '00']);
    expect([await chip('0000'), await chip('0000'), await chip('0000'), await chip(PIN)]).toEqual([
      '55',
      '55',
      '75',
      '75',
    ]);
    expect(await sendNetwork(test, 'authorisations', purchaseOf(card))).toMatchObject({ answer: '00' });
  });

  it('approves an online purchase with the right CVV2', async () => {
    const card = await cardOf();
    const cvv2 = test.ctx.secrets.cvv2(card.pan, card.expiry);
    expect(await sendNetwork(test, 'authorisations', purchaseOf(card, { channel: 'online', cvv2 }))).toMatchObject({
      answer: '00',
    });
  });

  it('counts a card’s daily limit by the Melbourne day, less reversed purchases', async () => {
    const card = await cardOf({ spendLimit: 5_000n });
    const first = purchaseOf(card, { amount: 4_000 });
    expect(await sendNetwork(test, 'authorisations', first)).toMatchObject({ answer: '00' });
    expect(await sendNetwork(test, 'authorisations', purchaseOf(card, { amount: 1_001 }))).toMatchObject({
      answer: '61',
    });
    await sendNetwork(test, 'reversals', {
      reference: freshReference(),
      original: first.reference,
      replacementAmount: 2_000,
    });
    expect(await sendNetwork(test, 'authorisations', purchaseOf(card, { amount: 3_000 }))).toMatchObject({
      answer: '00',
    });
    expect(await sendNetwork(test, 'authorisations', purchaseOf(card, { amount: 1 }))).toMatchObject({ answer: '61' });
    // 13:00 UTC is midnight in Melbourne in November.
    test.ctx.setBusinessTime('2026-11-20T12:59:59Z');
    expect(await sendNetwork(test, 'authorisations', purchaseOf(card, { amount: 1 }))).toMatchObject({ answer: '61' });
    test.ctx.setBusinessTime('2026-11-20T13:00:00Z');
    expect(await sendNetwork(test, 'authorisations', purchaseOf(card, { amount: 5_000 }))).toMatchObject({
      answer: '00',
    });
    test.ctx.setBusinessTime('2026-11-20T02:00:00Z');
  });

  it('uses the product’s limit where the card has none', async () => {
    const product = await givenProduct(test.ctx, { settings: { spendLimit: 1_000 } });
    const card = await givenCard(test.ctx, { brand: product.brand, product, balance: 10_000n });
    expect(await sendNetwork(test, 'authorisations', purchaseOf(card, { amount: 1_001 }))).toMatchObject({
      answer: '61',
    });
    expect(await sendNetwork(test, 'authorisations', purchaseOf(card, { amount: 1_000 }))).toMatchObject({
      answer: '00',
    });
  });
});

describe('a repeated message', () => {
  it('gets the stored answer, for a decline too, and changes nothing', async () => {
    const card = await cardOf();
    const approval = purchaseOf(card);
    const first = await sendNetwork(test, 'authorisations', approval);
    expect(await sendNetwork(test, 'authorisations', approval)).toEqual(first);
    const decline = purchaseOf(card, { amount: 9_999_99 });
    expect(await sendNetwork(test, 'authorisations', { ...decline, pin: PIN })).toMatchObject({ answer: '51' });
    expect(await sendNetwork(test, 'authorisations', { ...decline, pin: PIN })).toMatchObject({ answer: '51' });
    expect(await moneyOf(card)).toEqual({ balance: 10_000, held: 1234, rows: 1 });
    expect(await keptOf(card)).toHaveLength(2);
  });

  it('is answered 94 when its content differs', async () => {
    const card = await cardOf();
    const other = await cardOf();
    const message = purchaseOf(card);
    await sendNetwork(test, 'authorisations', message);
    expect(await sendNetwork(test, 'authorisations', { ...message, amount: 1235 })).toMatchObject({ answer: '94' });
    expect(await sendNetwork(test, 'advices', message)).toMatchObject({ answer: '94' });
    // The other card belongs to another tenant: the reference is the network's, so it is one and the same.
    expect(await sendNetwork(test, 'authorisations', { ...message, cardNumber: other.pan })).toMatchObject({
      answer: '94',
    });
    expect(await moneyOf(card)).toEqual({ balance: 10_000, held: 1234, rows: 1 });
    expect(await moneyOf(other)).toEqual({ balance: 10_000, held: 0, rows: 1 });
  });

  it('holds once when sent 50 times at the same moment', async () => {
    const card = await cardOf();
    const message = purchaseOf(card);
    const answers = await Promise.all(Array.from({ length: 50 }, () => sendNetwork(test, 'authorisations', message)));
    expect(new Set(answers.map((answer) => JSON.stringify(answer))).size).toBe(1);
    expect(answers[0]).toMatchObject({ answer: '00', available: 8766 });
    expect(await moneyOf(card)).toEqual({ balance: 10_000, held: 1234, rows: 1 });
    expect(await keptOf(card)).toHaveLength(1);
  });

  it('leaves 50 different purchases at the same moment within the balance', async () => {
    const card = await cardOf({ balance: 10_000n });
    const answers = await Promise.all(
      Array.from({ length: 50 }, () => sendNetwork(test, 'authorisations', purchaseOf(card, { amount: 999 }))),
    );
    expect(answers.filter(({ answer }) => answer === '00')).toHaveLength(10);
    expect(answers.filter(({ answer }) => answer === '51')).toHaveLength(40);
    expect(await moneyOf(card)).toEqual({ balance: 10_000, held: 9_990, rows: 1 });
  });
});

describe('a reference', () => {
  it.each(['refunds', 'advices', 'clearings'] as const)(
    'of an authorisation is answered 94 among the %s, even with the same content',
    async (path) => {
      const card = await cardOf();
      const message = purchaseOf(card);
      expect(await sendNetwork(test, 'authorisations', message)).toMatchObject({ answer: '00' });
      const before = await moneyOf(card);
      expect(await sendNetwork(test, path, message)).toMatchObject({ answer: '94' });
      expect(await moneyOf(card)).toEqual(before);
    },
  );
});

describe('the signature', () => {
  const UNSIGNED = { error: ['401'] };

  it('is refused when it is missing, of another body or under another key', async () => {
    const card = await cardOf();
    const message = purchaseOf(card);
    const bad = ['', '0'.repeat(64), 'not hexadecimal'];
    for (const signature of bad) {
      const response = await postNetwork(test, 'authorisations', message, { 'wattle-signature': signature });
      expect(response.statusCode).toBe(401);
      expect(response.json()).toMatchObject(UNSIGNED);
    }
    const signed = await postNetwork(test, 'authorisations', message);
    const moved = await test.app.inject({
      method: 'POST',
      url: '/network/authorisations',
      headers: {
        'content-type': 'application/json',
        'wattle-timestamp': String(Math.floor(test.ctx.clocks.security.now() / 1000)),
      },
      payload: JSON.stringify(message),
    });
    expect(signed.statusCode).toBe(200);
    expect(moved.statusCode).toBe(401);
    expect(await moneyOf(card)).toMatchObject({ held: 1234 });
  });

  it('is valid for 5 minutes of the security clock, independent of the business clock', async () => {
    const card = await cardOf();
    const then = test.ctx.clocks.security.now();
    const timestamp = String(Math.floor(then / 1000));
    const { signatureOf } = await import('../../outside/processors/wattle/signature.ts');
    const statusAfter = async (seconds: number) => {
      const message = purchaseOf(card, { amount: 1 });
      const signature = signatureOf(test.ctx.secrets.networkKey, {
        timestamp,
        method: 'POST',
        path: '/network/authorisations',
        body: JSON.stringify(message),
      });
      test.ctx.setSecurityTime(then + seconds * 1000);
      const headers = { 'wattle-timestamp': timestamp, 'wattle-signature': signature };
      const { statusCode } = await postNetwork(test, 'authorisations', message, headers);
      test.ctx.setSecurityTime(then);
      return statusCode;
    };
    test.ctx.setBusinessTime('2026-12-31T00:00:00Z');
    expect(await statusAfter(0)).toBe(200);
    expect(await statusAfter(300)).toBe(200);
    expect(await statusAfter(301)).toBe(401);
    expect(await statusAfter(-301)).toBe(401);
    test.ctx.setBusinessTime('2026-11-20T02:00:00Z');
  });

  it('is refused on another path, so an authorisation cannot be replayed as a refund', async () => {
    const card = await cardOf();
    const message = purchaseOf(card);
    const timestamp = String(Math.floor(test.ctx.clocks.security.now() / 1000));
    const { signatureOf } = await import('../../outside/processors/wattle/signature.ts');
    const signature = signatureOf(test.ctx.secrets.networkKey, {
      timestamp,
      method: 'POST',
      path: '/network/authorisations',
      body: JSON.stringify(message),
    });
    const headers = { 'wattle-timestamp': timestamp, 'wattle-signature': signature };
    const before = await moneyOf(card);
    expect((await postNetwork(test, 'refunds', message, headers)).statusCode).toBe(401);
    expect(await moneyOf(card)).toEqual(before);
    expect((await postNetwork(test, 'authorisations', message, headers)).statusCode).toBe(200);
  });

  it('is checked before the format, so an unsigned request learns nothing about it', async () => {
    const response = await postNetwork(test, 'authorisations', {}, { 'wattle-signature': '0'.repeat(64) });
    expect(response.statusCode).toBe(401);
  });
});

describe('a malformed message', () => {
  it.each([
    ['no amount', { amount: undefined }, 'amount'],
    ['an amount below zero', { amount: -1 }, 'amount'],
    ['a part of a cent', { amount: 12.5 }, 'amount'],
    ['an amount as text', { amount: '1234' }, 'amount'],
    ['100,000,000.00', { amount: 10_000_000_000 }, 'amount'],
    ['another currency', { currency: 'NZD' }, 'currency'],
    ['a short card number', { cardNumber: '903600000000001' }, 'cardNumber'],
    ['an unknown channel', { channel: 'carrierPigeon' }, 'channel'],
    ['a PIN of five digits', { pin: '12345' }, 'pin'],
    ['a short reference', { reference: 'A1' }, 'reference'],
    ['a time in the year 0', { at: '0000-01-01T00:00:00Z' }, 'at'],
    ['a month that does not exist', { at: '2026-13-01T00:00:00Z' }, 'at'],
  ])('with %s is answered 400 and names the field', async (_, given, field) => {
    const card = await cardOf();
    const response = await postNetwork(test, 'authorisations', purchaseOf(card, given));
    expect(response.statusCode).toBe(400);
    expect(response.json()).toMatchObject({ error: ['20010'], field });
    expect(await keptOf(card)).toEqual([]);
  });
});
