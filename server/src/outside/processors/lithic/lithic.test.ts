import Lithic from 'lithic';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  CONNECTION,
  type Entry,
  FUEL,
  givenAsk,
  givenDelivery,
  givenEvent,
  givenPos,
  givenTransaction,
  type Terminal,
  TOKEN,
} from '../../../../test-support/processors/lithic.ts';
import { signWebhook, webhookKey } from '../../standard-webhooks.ts';
import { type Ask, UnreadableDelivery } from '../port.ts';
import { referenceOf } from '../reference.ts';
import { lithic } from './lithic.ts';

type Sent = Lithic.CardAuthorizationApprovalRequestWebhookEvent;

const PURCHASE = referenceOf(9, TOKEN);
const asked = (body: object) => lithic.read(givenDelivery(body, 'asks'), CONNECTION) as [Ask];
const message = (given: Partial<Sent>) => asked(givenAsk(given))[0].message;

describe('signatures of Lithic', () => {
  const SECRET = 'MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw';
  const BODY = '{"test": 2432232314}';
  const headers = {
    'webhook-id': 'msg_p5jXN8AQM9LWM0D4loKWxJek',
    'webhook-timestamp': '1614265330',
    'webhook-signature': 'v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=',
  };
  const isGood = (secrets: readonly string[], atS = 1_614_265_330, body = BODY) =>
    lithic.isSigned({ path: 'asks', headers, rawBody: Buffer.from(body) }, secrets, atS * 1000);

  it('accept the published vector, with a prefix and without, and by the older of two secrets', () => {
    expect(isGood([SECRET])).toBe(true);
    expect(isGood([`whsec_${SECRET}`])).toBe(true);
    expect(isGood([Buffer.alloc(32, 1).toString('base64'), SECRET])).toBe(true);
  });

  it('refuse other secrets, secrets of the wrong length, 301 seconds and another body', () => {
    expect(isGood([Buffer.alloc(32, 1).toString('base64')])).toBe(false);
    expect(isGood([SECRET.slice(0, 28), 'no base64', ''])).toBe(false);
    expect([300, 301, -300, -301].map((s) => isGood([SECRET], 1_614_265_330 + s))).toEqual([true, false, true, false]);
    expect(isGood([SECRET], 1_614_265_330, `${BODY} `)).toBe(false);
  });

  it('agree with the official library', () => {
    const library = new Lithic({ apiKey: 'none' }).webhooks;
    const now = Date.now();
    const bytes = fc.uint8Array({ minLength: 24, maxLength: 64 });
    fc.assert(
      fc.property(bytes, fc.json(), (key, body) => {
        const secret = `whsec_${Buffer.from(key).toString('base64')}`;
        const read = webhookKey(secret);
        if (!read) throw new Error('the key cannot be read');
        const signed = { ...signWebhook(read, 'msg_1', now, body) };
        library.verifySignature(body, signed, secret);
        return lithic.isSigned({ path: 'events', headers: signed, rawBody: Buffer.from(body) }, [secret], now);
      }),
      { numRuns: 50 },
    );
    expect(() => library.verifySignature(BODY, headers, `whsec_${SECRET}`)).toThrow();
  });
});

/** The example of a pump that holds more than it asks for, as it arrives. */
const EXAMPLE =
  '{"event_type":"card_authorization.approval_request","token":"5b0c7a52-0000-4000-8000-000000000001","status":"AUTHORIZATION","created":"2026-11-28T08:15:00Z","amounts":{"cardholder":{"amount":15000,"conversion_rate":"1.000000","currency":"AUD"},"hold":{"amount":18000,"currency":"AUD"},"merchant":{"amount":15000,"currency":"AUD"},"settlement":null},"cash_amount":0,"acquirer_fee":0,"card":{"token":"0d1f","last_four":"0017","state":"OPEN","type":"VIRTUAL"},"merchant":{"acceptor_id":"552210009000017","descriptor":"PIER FUEL","city":"HOBART","country":"AUS","mcc":"5542"},"pos":{"entry_mode":{"pan":"CONTACTLESS","card":"PRESENT","cardholder":"PRESENT","pin_entered":false},"terminal":{"type":"FUEL_MACHINE","attended":false,"partial_approval_capable":true,"pin_capability":"CAPABLE"}},"token_info":{"wallet_type":"APPLE_PAY"},"transaction_initiator":"CARDHOLDER","network":"VISA","network_risk_score":120,"avs":{"address":"","zipcode":"","address_on_file_match":"NOT_PRESENT"},"cardholder_authentication":null,"name_validation":null}';

describe('an ask of Lithic', () => {
  it('is read from the example, with what is held and what was asked for', () => {
    const read = lithic.read({ ...givenDelivery({}, 'asks'), rawBody: Buffer.from(EXAMPLE) }, CONNECTION);
    expect(read).toEqual([
      {
        key: expect.stringMatching(/^5b0c7a52-0000-4000-8000-000000000001\/[0-9a-f]{32}$/),
        of: TOKEN,
        at: '2026-11-28T08:15:00Z',
        do: 'authorise',
        message: {
          reference: PURCHASE,
          card: { connection: 9, id: '0d1f' },
          amount: 18_000,
          askedAmount: 15_000,
          channel: 'contactless',
          merchant: { name: 'PIER FUEL', city: 'HOBART', country: 'AU', acceptorId: '552210009000017', mcc: '5542' },
          at: '2026-11-28T08:15:00Z',
          proofs: { pin: 'absent', cvv2: 'notChecked', expiry: 'notChecked' },
          threeDs: 'none',
          wallet: { kind: 'apple' },
          takesPin: true,
          takesPart: true,
          risk: 120,
        },
      },
    ]);
  });

  it('is the same question where its bytes are the same, whatever the id of its delivery', () => {
    const key = (body: object, id: string) =>
      (lithic.read(givenDelivery(body, 'asks', id), CONNECTION) as [Ask])[0].key;
    expect(key(givenAsk(), 'msg_1')).toBe(key(givenAsk(), 'msg_2'));
    expect(key(givenAsk({}, { amount: 15_001 }), 'msg_1')).not.toBe(key(givenAsk(), 'msg_1'));
    const known = givenAsk({ event_token: 'event_1' });
    expect(key(known, 'msg_1')).toBe(key({ ...known, network_risk_score: 130 }, 'msg_2'));
    expect(key(known, 'msg_1')).not.toBe(key(givenAsk({ event_token: 'event_2' }), 'msg_1'));
  });

  it('is another message than the event of its result, which has its event token', () => {
    const token = 'event_1';
    const [question] = asked(givenAsk({ event_token: token }));
    const events = [givenEvent('AUTHORIZATION', 15_000, 0, { token })];
    const [told] = lithic.read(givenDelivery(givenTransaction(events, 'PENDING', 15_000)), CONNECTION);
    expect(told).toMatchObject({ did: 'decided', message: { reference: question.message.reference } });
    expect(told?.key).not.toBe(question.key);
    // A further question adds to the purchase under the reference of its key, which its result has too.
    const [further] = asked(givenAsk({ event_token: 'event_2' }));
    const both = [...events, givenEvent('AUTHORIZATION', 2_000, 1, { token: 'event_2' })];
    const [, result] = lithic.read(givenDelivery(givenTransaction(both, 'PENDING', 17_000)), CONNECTION);
    const reference = referenceOf(CONNECTION.id, further.key);
    expect(result).toMatchObject({ message: { reference, original: question.message.reference } });
  });

  it('is one of four by its status, and another status is declined', () => {
    const expected: Record<Sent['status'], Ask['do']> = {
      AUTHORIZATION: 'authorise',
      FINANCIAL_AUTHORIZATION: 'authorise',
      CREDIT_AUTHORIZATION: 'creditAuthorise',
      FINANCIAL_CREDIT_AUTHORIZATION: 'creditAuthorise',
      BALANCE_INQUIRY: 'balance',
    };
    for (const [status, does] of Object.entries(expected)) {
      expect(asked({ ...givenAsk(), status })[0].do).toBe(does);
    }
    expect(lithic.read(givenDelivery({ ...givenAsk(), status: 'GIFT' }, 'asks'), CONNECTION)).toMatchObject([
      {
        ignored: true,
        word: 'ask GIFT',
        answer: { status: 200, body: `{"result":"DO_NOT_HONOUR","token":"${TOKEN}"}` },
      },
    ]);
  });

  it('holds what Lithic holds, or what was asked for where it does not say', () => {
    expect(asked(givenAsk({}, {}, null))[0].message).toMatchObject({ amount: 15_000, askedAmount: undefined });
    expect(asked(givenAsk({}, { amount: -2_000 }, null))[0].message.amount).toBe(2_000);
    expect(message({ cash_amount: 5_000, acquirer_fee: 250 })).toMatchObject({ cashAmount: 5_000, acquirerFee: 250 });
    expect(message({ cash_amount: 99_000, acquirer_fee: -10 })).toMatchObject({
      cashAmount: 18_000,
      acquirerFee: undefined,
    });
  });

  it('has the rate as it was sent, and the digits of the currency of the shop', () => {
    const of = (merchant_currency: string, merchant_amount: number, conversion_rate: string) =>
      asked(givenAsk({}, { merchant_currency, merchant_amount, conversion_rate }))[0].message.shopAmount;
    expect(of('USD', 10_000, '1.500000')).toEqual({ amount: 10_000, currency: 'USD', exponent: 2, rate: '1.5' });
    expect(of('JPY', 14_600, '0.010274')).toEqual({ amount: 14_600, currency: 'JPY', exponent: 0, rate: '0.010274' });
    // 150.00 AUD for 30.000 KWD, where the rate cannot be read.
    expect(of('KWD', 30_000, 'five')).toEqual({ amount: 30_000, currency: 'KWD', exponent: 3, rate: '5' });
    expect(of('AUD', 15_000, '1.000000')).toBeUndefined();
  });

  it('knows a country by three letters, Kosovo and the Antilles too, and is not stopped by another', () => {
    const of = (country: string) => message({ merchant: { ...FUEL, country } }).merchant.country;
    expect(['NZL', 'GBR', 'CHN', 'QZZ', 'ANT', 'ZZZ', ''].map(of)).toEqual([
      'NZ',
      'GB',
      'CN',
      'XK',
      'AN',
      undefined,
      undefined,
    ]);
  });

  it('is not stopped by anything that may be left out', () => {
    const { merchant, pos, token_info, network_risk_score, cash_amount, acquirer_fee, ...rest } = givenAsk();
    expect([merchant, pos, token_info, network_risk_score, cash_amount, acquirer_fee]).not.toContain(undefined);
    const bare = asked({ ...rest, merchant: null, pos: { entry_mode: null, terminal: 'none' } })[0].message;
    expect(bare).toMatchObject({ channel: 'online', merchant: { mcc: '0000' }, proofs: { pin: 'absent' } });
  });

  it('names the currency that its connection does not bill in', () => {
    expect(asked(givenAsk({}, { currency: 'USD' }))[0].currency).toBe('USD');
    expect(asked(givenAsk())[0].currency).toBeUndefined();
  });

  it('cannot be read without an event, a card or an amount', () => {
    const bodies = [{}, { ...givenAsk(), card: {} }, { ...givenAsk(), amounts: {} }, { ...givenAsk(), created: 'now' }];
    for (const body of bodies) {
      expect(() => lithic.read(givenDelivery(body, 'asks'), CONNECTION)).toThrow(UnreadableDelivery);
    }
    for (const text of ['', '[]', '7']) {
      const delivery = { ...givenDelivery({}), rawBody: Buffer.from(text) };
      expect(() => lithic.read(delivery, CONNECTION)).toThrow(UnreadableDelivery);
    }
  });
});

describe('every word of Lithic', () => {
  const entry = (given: Entry, terminal: Terminal = {}) => message({ pos: givenPos(given, terminal) });

  it('for the entry of a number is a channel, or goes by the presence of the card', () => {
    const expected: Record<NonNullable<Entry['pan']>, string> = {
      AUTO_ENTRY: 'online',
      BAR_CODE: 'online',
      CONTACTLESS: 'contactless',
      CREDENTIAL_ON_FILE: 'online',
      ECOMMERCE: 'online',
      ERROR_KEYED: 'manual',
      ERROR_MAGNETIC_STRIPE: 'magstripe',
      ICC: 'chip',
      KEY_ENTERED: 'manual',
      MAGNETIC_STRIPE: 'magstripe',
      MANUAL: 'manual',
      OCR: 'online',
      SECURE_CARDLESS: 'online',
      UNKNOWN: 'online',
      UNSPECIFIED: 'online',
    };
    for (const [pan, channel] of Object.entries(expected) as [NonNullable<Entry['pan']>, string][]) {
      const sent = entry({ pan, card: 'NOT_PRESENT', cardholder: 'NOT_PRESENT' });
      expect(sent).toMatchObject({ channel, unknown: undefined });
    }
    const presences: Record<NonNullable<Entry['card']>, string> = {
      PRESENT: 'chip',
      NOT_PRESENT: 'online',
      UNKNOWN: 'online',
    };
    for (const [card, channel] of Object.entries(presences) as [NonNullable<Entry['card']>, string][]) {
      expect(entry({ pan: 'UNKNOWN', card }).channel).toBe(channel);
    }
  });

  it('for the holder is an order by mail or telephone, or a series', () => {
    const expected: Record<NonNullable<Entry['cardholder']>, readonly [string, true?]> = {
      DEFERRED_BILLING: ['online'],
      ELECTRONIC_ORDER: ['online'],
      INSTALLMENT: ['online', true],
      MAIL_ORDER: ['manual'],
      NOT_PRESENT: ['online'],
      PRESENT: ['online'],
      REOCCURRING: ['online', true],
      TELEPHONE_ORDER: ['manual'],
      UNKNOWN: ['online'],
    };
    for (const [cardholder, [channel, recurring]] of Object.entries(expected)) {
      const sent = entry({ pan: 'ECOMMERCE', cardholder: cardholder as NonNullable<Entry['cardholder']> });
      expect(sent).toMatchObject({ channel, recurring, unknown: undefined });
    }
    expect(entry({ pan: 'CREDENTIAL_ON_FILE' }).credentialOnFile).toBe(true);
    expect(message({ transaction_initiator: 'MERCHANT' }).credentialOnFile).toBe(true);
    expect(message({ transaction_initiator: 'CARDHOLDER' }).credentialOnFile).toBeUndefined();
  });

  it('for a terminal says whether it takes a PIN, and whether it pays out cash', () => {
    const expected: Record<Lithic.Transaction.Pos.Terminal['pin_capability'], boolean | undefined> = {
      CAPABLE: true,
      INOPERATIVE: false,
      NOT_CAPABLE: false,
      UNSPECIFIED: undefined,
    };
    for (const [pin_capability, takesPin] of Object.entries(expected)) {
      expect(entry({}, { pin_capability } as Terminal).takesPin).toBe(takesPin);
    }
    expect(entry({ pin_entered: true }, { type: 'ATM' })).toMatchObject({ channel: 'atm', proofs: { pin: 'match' } });
    expect(message({ merchant: { ...FUEL, mcc: '6011' } }).channel).toBe('atm');
    expect(entry({}, { partial_approval_capable: false }).takesPart).toBe(false);
  });

  it('for a token is a wallet only where a device holds it', () => {
    const expected: Record<Lithic.TokenInfo['wallet_type'], object | undefined> = {
      APPLE_PAY: { kind: 'apple' },
      GOOGLE_PAY: { kind: 'google' },
      MASTERPASS: { kind: 'other' },
      MERCHANT: undefined,
      OTHER: undefined,
      SAMSUNG_PAY: { kind: 'samsung' },
    };
    for (const [wallet_type, wallet] of Object.entries(expected)) {
      const sent = message({ token_info: { wallet_type: wallet_type as Lithic.TokenInfo['wallet_type'] } });
      expect([sent.wallet, sent.unknown]).toEqual([wallet, undefined]);
    }
  });

  it('for 3-D Secure is a result and who bears fraud', () => {
    type Authentication = NonNullable<Sent['cardholder_authentication']>;
    const base: Authentication = {
      authentication_method: 'FRICTIONLESS',
      authentication_result: 'NONE',
      decision_made_by: 'NETWORK',
      liability_shift: 'NONE',
      three_ds_authentication_token: null,
    };
    const results: Record<Authentication['authentication_result'], string> = {
      ATTEMPTS: 'attempted',
      DECLINE: 'failed',
      NONE: 'none',
      SUCCESS: 'authenticated',
    };
    for (const [authentication_result, threeDs] of Object.entries(results)) {
      const cardholder_authentication = { ...base, authentication_result } as Authentication;
      expect(message({ cardholder_authentication })).toMatchObject({ threeDs, liability: 'shop' });
    }
    const shifts: Record<Authentication['liability_shift'], string> = {
      '3DS_AUTHENTICATED': 'issuer',
      TOKEN_AUTHENTICATED: 'issuer',
      NONE: 'shop',
    };
    for (const [liability_shift, liability] of Object.entries(shifts)) {
      const cardholder_authentication = { ...base, liability_shift } as Authentication;
      expect(message({ cardholder_authentication }).liability).toBe(liability);
    }
  });

  it('that no table has is kept, and taken for nothing', () => {
    const odd = {
      ...givenAsk(),
      pos: {
        entry_mode: { pan: 'THOUGHT', card: 'NEAR', cardholder: 'ASLEEP' },
        terminal: { pin_capability: 'MAYBE' },
      },
      token_info: { wallet_type: 'RING' },
    };
    const sent = asked(odd)[0].message;
    expect(sent).toMatchObject({ channel: 'online', wallet: undefined, takesPin: undefined });
    expect(sent.unknown?.map(({ word }) => word).toSorted()).toEqual(['ASLEEP', 'MAYBE', 'NEAR', 'RING', 'THOUGHT']);
  });
});

describe('answers to Lithic', () => {
  const [ask] = asked(givenAsk());
  const decision = { reference: PURCHASE, approvalCode: null, available: null };
  const answer = (given: object) => lithic.answer(ask, { ...decision, answer: '00', ...given }, CONNECTION);

  it('approve with the balance, and name an amount only for a part', () => {
    expect(answer({ available: 7_000, ledgerBalance: 25_000 })).toEqual({
      status: 200,
      headers: { 'Content-Type': 'application/json' },
      body: `{"result":"APPROVED","token":"${TOKEN}","balance":{"amount":25000,"available":7000}}`,
    });
    expect(answer({ approvedAmount: 18_000 }).body).toBe(`{"result":"APPROVED","token":"${TOKEN}"}`);
    expect(answer({ answer: '10', approvedAmount: 4_000, available: 0 }).body).toBe(
      `{"result":"APPROVED","token":"${TOKEN}","balance":{"amount":null,"available":0},"approved_amount":4000}`,
    );
  });

  it('decline with a word of Lithic, or another one', () => {
    const expected = {
      '51': 'INSUFFICIENT_FUNDS',
      '61': 'VELOCITY_EXCEEDED',
      '62': 'CARD_PAUSED',
      '57': 'UNAUTHORIZED_MERCHANT',
      '54': 'CARD_EXPIRED',
      '41': 'CARD_LOST',
      '43': 'CARD_STOLEN',
      '05': 'DO_NOT_HONOUR',
      '14': 'DO_NOT_HONOUR',
      '96': 'DO_NOT_HONOUR',
    };
    for (const [code, result] of Object.entries(expected)) {
      expect(answer({ answer: code }).body).toBe(`{"result":"${result}","token":"${TOKEN}"}`);
    }
    expect(lithic.silence(ask, CONNECTION).body).toBe(`{"result":"NO_ANSWER_IN_TIME","token":"${TOKEN}"}`);
    expect(lithic.taken()).toEqual({ status: 200, headers: { 'Content-Type': 'application/json' }, body: '{}' });
  });
});
