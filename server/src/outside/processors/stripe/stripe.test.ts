import fc from 'fast-check';
import Stripe from 'stripe';
import { describe, expect, it } from 'vitest';
import {
  AT,
  BAKERY,
  CARD,
  CONNECTION,
  givenAsk,
  givenDecided,
  givenDelivery,
} from '../../../../test-support/processors/stripe.ts';
import { type Ask, UnreadableDelivery } from '../port.ts';
import { referenceOf } from '../reference.ts';
import { signStripe } from '../../stripe-signature.ts';
import { stripe } from './stripe.ts';

const SECRET = 'whsec_demo';
const BODY = '{"id":"evt_1"}';
const SIGNED_AT = 1_764_353_760;
/** Computed by hand: HMAC-SHA-256 under the whole text of the secret. */
const SIGNATURE = '66562bc3668179c971377573f997270564d9cf94cd27a70d7f6a0752742a3a79';

const isGood = (header: string | undefined, body: string = BODY, atS = SIGNED_AT, secrets = [SECRET]) =>
  stripe.isSigned(
    { path: 'asks', headers: { 'stripe-signature': header }, rawBody: Buffer.from(body) },
    secrets,
    atS * 1000,
  );
const asked = (object: object) =>
  stripe.read(givenDelivery('issuing_authorization.request', object, 'asks'), CONNECTION) as [Ask];

/** The example of a contactless purchase by a phone, as it arrives. */
const EXAMPLE =
  '{"id":"evt_sandbox_000001","object":"event","type":"issuing_authorization.request","created":1796000000,"data":{"object":{"id":"iauth_sandbox_000001","object":"issuing.authorization","amount":0,"approved":false,"status":"pending","authorization_method":"contactless","card_presence":"present","wallet":"apple_pay","token":"itok_sandbox_01","card":{"id":"ic_sandbox_01","last4":"0017"},"currency":"aud","merchant_amount":0,"merchant_currency":"aud","pending_request":{"amount":1845,"currency":"aud","merchant_amount":1845,"merchant_currency":"aud","is_amount_controllable":true,"amount_details":{"atm_fee":null,"cashback_amount":0},"network_risk_score":12},"merchant_data":{"category_code":"5814","name":"HARBOUR BAKERY","city":"HOBART","country":"AU","network_id":"552210009000017","terminal_id":"T1"},"verification_data":{"cvc_check":"not_provided","expiry_check":"match","address_line1_check":"not_provided","address_postal_code_check":"not_provided","three_d_secure":null,"authentication_exemption":null},"network_data":{"transaction_id":"3011"},"request_history":[]}}}';

describe('signatures of Stripe', () => {
  it('accepts the vector, also after a wrong signature, and by the second secret', () => {
    expect(signStripe(SECRET, SIGNED_AT * 1000, BODY)).toBe(`t=${SIGNED_AT},v1=${SIGNATURE}`);
    expect(isGood(`t=${SIGNED_AT},v1=${SIGNATURE}`)).toBe(true);
    expect(isGood(`t=${SIGNED_AT},v1=${'0'.repeat(64)},v1=${SIGNATURE},v0=abc`)).toBe(true);
    expect(isGood(`t=${SIGNED_AT},v1=${SIGNATURE}`, BODY, SIGNED_AT, ['whsec_new', SECRET])).toBe(true);
  });

  it('refuses a wrong secret, 301 seconds, another body, and headers that are none', () => {
    const good = `t=${SIGNED_AT},v1=${SIGNATURE}`;
    expect([300, 301, -300, -301].map((s) => isGood(good, BODY, SIGNED_AT + s))).toEqual([true, false, true, false]);
    expect(isGood(good, BODY, SIGNED_AT, ['demo'])).toBe(false);
    expect(isGood(good, BODY, SIGNED_AT, [''])).toBe(false);
    expect(isGood(good, BODY, SIGNED_AT, [])).toBe(false);
    expect(isGood(good, `${BODY}\n`)).toBe(false);
    const malformed = [
      undefined,
      '',
      't=1',
      `v1=${SIGNATURE}`,
      `t=${SIGNED_AT}`,
      `t=${SIGNED_AT},v0=${SIGNATURE}`,
      `t=${SIGNED_AT},v1=${SIGNATURE.slice(2)}`,
      `t=${SIGNED_AT + 1},v1=${SIGNATURE}`,
      `t=${SIGNED_AT},t=${SIGNED_AT},v1=${SIGNATURE}`,
      `t=-${SIGNED_AT},v1=${SIGNATURE}`,
    ];
    expect(malformed.filter((header) => isGood(header))).toEqual([]);
  });

  it('refuses every altered byte', () => {
    fc.assert(
      fc.property(fc.nat(BODY.length - 1), fc.integer({ min: 1, max: 255 }), (at, change) => {
        const rawBody = Buffer.from(BODY);
        rawBody.writeUInt8(rawBody.readUInt8(at) ^ change, at);
        const headers = { 'stripe-signature': `t=${SIGNED_AT},v1=${SIGNATURE}` };
        return !stripe.isSigned({ path: 'asks', headers, rawBody }, [SECRET], SIGNED_AT * 1000);
      }),
    );
    expect(isGood(`t=${SIGNED_AT},v1=${SIGNATURE}`)).toBe(true);
  });

  it('agrees with the official library in both directions', () => {
    const library = new Stripe('sk_test_none').webhooks;
    const now = Math.floor(Date.now() / 1000);
    fc.assert(
      fc.property(fc.stringMatching(/^whsec_[A-Za-z0-9]{1,40}$/), fc.json(), (secret, value) => {
        const payload = `{"id":"evt_1","object":"event","value":${value}}`;
        const theirs = library.generateTestHeaderString({ payload, secret, timestamp: now });
        const ours = library.constructEvent(payload, signStripe(secret, now * 1000, payload), secret);
        return ours.id === 'evt_1' && isGood(theirs, payload, now, [secret]);
      }),
      { numRuns: 50 },
    );
    expect(() => library.constructEvent(BODY, `t=${now},v1=${SIGNATURE}`, SECRET)).toThrow('signature');
  });
});

describe('an ask of Stripe', () => {
  it('is read from the example', () => {
    const delivery = { path: 'asks', headers: {}, rawBody: Buffer.from(EXAMPLE) };
    expect(stripe.read(delivery, CONNECTION)).toEqual([
      {
        key: 'evt_sandbox_000001',
        of: 'iauth_sandbox_000001',
        at: '2026-11-30T00:53:20.000Z',
        do: 'authorise',
        message: {
          reference: referenceOf(7, 'iauth_sandbox_000001'),
          card: { connection: 7, id: 'ic_sandbox_01' },
          amount: 1845,
          channel: 'contactless',
          merchant: {
            name: 'HARBOUR BAKERY',
            city: 'HOBART',
            country: 'AU',
            acceptorId: '552210009000017',
            mcc: '5814',
          },
          at: '2026-11-30T00:53:20.000Z',
          proofs: { pin: 'notChecked', cvv2: 'absent', expiry: 'match' },
          threeDs: 'none',
          wallet: { kind: 'apple', token: 'itok_sandbox_01' },
          takesPart: true,
          risk: 12,
        },
      },
    ]);
  });

  it('adds to its purchase where there were requests before, by a reference that its result finds again', () => {
    const before = givenDecided([[1845, true, 'webhook_approved']]);
    const [increment] = asked(givenAsk({ amount: 500 }, { request_history: before.request_history }));
    expect(increment).toMatchObject({
      do: 'increment',
      of: 'iauth_sandbox_1',
      message: {
        amount: 500,
        reference: referenceOf(7, 'iauth_sandbox_1/1'),
        original: referenceOf(7, 'iauth_sandbox_1'),
      },
    });
  });

  it('has the amount of the shop with a rate of the two amounts, by the digits of its currency', () => {
    const of = (merchant_amount: number, merchant_currency: string, amount: number) =>
      asked(givenAsk({ amount, merchant_amount, merchant_currency }))[0].message.shopAmount;
    // 12.00 USD for 18.50 AUD; 1200 JPY for 12.34 AUD; 4.000 KWD for 19.99 AUD.
    expect(of(1200, 'usd', 1850)).toEqual({ amount: 1200, currency: 'USD', exponent: 2, rate: '1.5416666667' });
    expect(of(1200, 'jpy', 1234)).toEqual({ amount: 1200, currency: 'JPY', exponent: 0, rate: '0.0102833333' });
    expect(of(4000, 'kwd', 1999)).toEqual({ amount: 4000, currency: 'KWD', exponent: 3, rate: '4.9975' });
    expect(of(1845, 'aud', 1845)).toBeUndefined();
    expect(of(0, 'usd', 0)).toBeUndefined();
  });

  it('has the cash and the fee of an ATM, and cash back of a shop', () => {
    const machine = { ...BAKERY, category_code: '6011' };
    const atm = asked(givenAsk({ amount: 10_250, atm_fee: 250 }, { merchant_data: machine }))[0].message;
    expect(atm).toMatchObject({ channel: 'atm', amount: 10_250, cashAmount: 10_000, acquirerFee: 250 });
    const back = asked(givenAsk({ amount: 8_000, cashback_amount: 5_000 }))[0].message;
    expect(back).toMatchObject({ channel: 'contactless', cashAmount: 5_000, acquirerFee: undefined });
  });

  it('is not stopped by anything that may be left out', () => {
    const object = { ...givenAsk(), merchant_data: null, verification_data: null, wallet: undefined, token: 17 };
    const { message } = asked({ ...object, authorization_method: null, card_presence: null })[0];
    expect(message).toMatchObject({ channel: 'online', merchant: { mcc: '0000' }, threeDs: 'none' });
    expect(message.merchant.country).toBeUndefined();
    expect(message.proofs).toEqual({ pin: 'notChecked', cvv2: 'notChecked', expiry: 'notChecked' });
    const nameless = { ...BAKERY, name: null, city: null, country: null };
    expect(asked(givenAsk({}, { merchant_data: nameless }))[0].message.merchant).toEqual({
      name: '552210009000017',
      acceptorId: '552210009000017',
      mcc: '5814',
    });
  });

  it('names the currency that its connection does not bill in', () => {
    expect(asked(givenAsk({ currency: 'usd' }))[0].currency).toBe('USD');
    expect(asked(givenAsk())[0].currency).toBeUndefined();
  });

  it('cannot be read without an event, a card or an amount', () => {
    const bodies = ['', '[]', 'null', '{"id":"evt_1"}', '{"id":7,"type":"x","created":1,"data":{"object":{}}}'];
    for (const rawBody of bodies.map((text) => Buffer.from(text))) {
      expect(() => stripe.read({ path: 'asks', headers: {}, rawBody }, CONNECTION)).toThrow(UnreadableDelivery);
    }
    for (const object of [
      { ...givenAsk(), card: undefined },
      { ...givenAsk(), pending_request: null },
    ]) {
      expect(() => asked(object)).toThrow(UnreadableDelivery);
    }
    expect(() => asked(givenAsk({ amount: 18.45 }))).toThrow(UnreadableDelivery);
  });
});

/** Words of the official library without its mark for words that it does not know yet. */
type Known<T> = T extends string ? (string extends T ? never : T) : never;

describe('every word of Stripe', () => {
  type Data = Stripe.Issuing.Authorization.VerificationData;

  it('for the way a card was read is a channel', () => {
    const expected: Record<Known<Stripe.Issuing.Authorization.AuthorizationMethod>, string> = {
      chip: 'chip',
      contactless: 'contactless',
      keyed_in: 'manual',
      online: 'online',
      swipe: 'magstripe',
    };
    for (const [word, channel] of Object.entries(expected)) {
      expect(asked(givenAsk({}, { authorization_method: word }))[0].message).toMatchObject({ channel });
    }
  });

  it('that is new goes by the presence of the card, and is kept', () => {
    const presences: Record<Known<Stripe.Issuing.Authorization.CardPresence>, string> = {
      present: 'chip',
      not_present: 'online',
    };
    for (const [card_presence, channel] of Object.entries(presences)) {
      const { message } = asked(givenAsk({}, { authorization_method: 'by_thought', card_presence }))[0];
      expect(message).toMatchObject({ channel, unknown: [{ field: 'authorization_method', word: 'by_thought' }] });
    }
  });

  it('for a comparison, 3-D Secure or a wallet has its meaning', () => {
    const checks: Record<Known<Data['cvc_check' | 'expiry_check']>, string> = {
      match: 'match',
      mismatch: 'mismatch',
      not_provided: 'absent',
    };
    for (const [word, result] of Object.entries(checks)) {
      const { message } = asked(givenAsk({}, { cvc_check: word, expiry_check: word }))[0];
      expect(message.proofs).toEqual({ pin: 'notChecked', cvv2: result, expiry: result });
    }
    const results: Record<Known<NonNullable<Data['three_d_secure']>['result']>, string> = {
      authenticated: 'authenticated',
      attempt_acknowledged: 'attempted',
      failed: 'failed',
      required: 'none',
    };
    for (const [word, threeDs] of Object.entries(results)) {
      expect(asked(givenAsk({}, { three_d_secure: word }))[0].message).toMatchObject({ threeDs });
    }
    const wallets: Record<Known<Stripe.Issuing.Transaction.Wallet>, string> = {
      apple_pay: 'apple',
      google_pay: 'google',
      samsung_pay: 'samsung',
    };
    for (const [wallet, kind] of Object.entries(wallets)) {
      expect(asked(givenAsk({}, { wallet }))[0].message.wallet).toEqual({ kind });
    }
  });

  it('that no table has is counted, and never taken for a wallet or a success', () => {
    const odd = { wallet: 'ring', three_d_secure: 'perhaps', cvc_check: 'half', expiry_check: 'x'.repeat(99) };
    const { message } = asked(givenAsk({}, odd))[0];
    expect(message.wallet).toBeUndefined();
    expect(message).toMatchObject({ threeDs: 'none', proofs: { cvv2: 'notChecked', expiry: 'notChecked' } });
    expect(message.unknown).toEqual([
      { field: 'verification_data.cvc_check', word: 'half' },
      { field: 'verification_data.expiry_check', word: 'x'.repeat(60) },
      { field: 'verification_data.three_d_secure.result', word: 'perhaps' },
      { field: 'wallet', word: 'ring' },
    ]);
    expect(asked(givenAsk({}, { token: 'itok_of_a_shop' }))[0].message.wallet).toBeUndefined();
  });
});

describe('answers to Stripe', () => {
  const [ask] = asked(givenAsk());
  const reference = referenceOf(7, 'iauth_sandbox_1');
  const headers = { 'Content-Type': 'application/json', 'Stripe-Version': '2026-10-28.endive' };
  const decision = { reference, approvalCode: null, available: null };

  it('approve, approve a part, and decline with the reason beside, byte for byte', () => {
    const answer = (given: object) => stripe.answer(ask, { ...decision, answer: '00', ...given }, CONNECTION);
    expect(answer({})).toEqual({
      status: 200,
      headers,
      body: `{"approved":true,"metadata":{"wattle":"${reference}"}}`,
    });
    expect(answer({ answer: '10', approvedAmount: 1000 }).body).toBe(
      `{"approved":true,"amount":1000,"metadata":{"wattle":"${reference}"}}`,
    );
    expect(answer({ answer: '51', reason: 'noFunds' })).toEqual({
      status: 200,
      headers,
      body: `{"approved":false,"metadata":{"wattle":"${reference}","declined_reason":"noFunds"}}`,
    });
    expect(answer({ answer: '05' }).body).toContain('"declined_reason":"05"');
  });

  it('decline in words where no decision came in time', () => {
    expect(stripe.silence(ask, CONNECTION)).toEqual({
      status: 200,
      headers,
      body: `{"approved":false,"metadata":{"wattle":"${reference}","declined_reason":"noAnswer"}}`,
    });
    expect(stripe.taken()).toEqual({
      status: 200,
      headers: { 'Content-Type': 'application/json' },
      body: '{"received":true}',
    });
  });

  it('decline a question of a kind that is not known', () => {
    const delivery = givenDelivery('issuing_card.created', CARD, 'asks');
    const text = Buffer.from(delivery.rawBody).toString().replace('issuing_card.created', 'issuing_future.decision');
    expect(stripe.read({ ...delivery, rawBody: Buffer.from(text) }, CONNECTION)).toEqual([
      {
        ignored: true,
        key: 'evt_sandbox_1',
        word: 'issuing_future.decision',
        answer: { status: 200, headers, body: '{"approved":false}' },
      },
    ]);
    expect(AT).toBe(Date.UTC(2026, 10, 29, 8) / 1000);
  });
});
