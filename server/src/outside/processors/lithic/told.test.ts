import type Lithic from 'lithic';
import { describe, expect, it } from 'vitest';
import {
  CONNECTION,
  givenAsk,
  givenDelivery,
  givenEvent,
  givenTransaction,
  TOKEN,
} from '../../../../test-support/processors/lithic.ts';
import type { Inbound } from '../port.ts';
import { referenceOf } from '../reference.ts';
import { lithic } from './lithic.ts';

type Event = Lithic.Transaction.Event;
type Events = [Event['type'], number, Partial<Event>?][];

const PURCHASE = referenceOf(9, TOKEN);
const told = (body: object, path = 'events') => lithic.read(givenDelivery(body, path), CONNECTION);
const eventsOf = (events: Events) => events.map(([type, cents, given], place) => givenEvent(type, cents, place, given));
const story = (events: Events, status: Lithic.Transaction['status'], hold: number) =>
  told(givenTransaction(eventsOf(events), status, hold));
const short = (inbound: readonly Inbound[]) =>
  inbound.map((each) => {
    if (!('did' in each)) return 'ignored' in each ? each.word : 'other';
    const cents =
      'message' in each ? each.message.amount : 'left' in each ? each.left : 'amount' in each ? each.amount : '';
    return `${each.did} ${cents}`.trim();
  });

describe('a purchase', () => {
  it('is decided by us, under the reference of its ask', () => {
    expect(story([['AUTHORIZATION', 15_000]], 'PENDING', 15_000)).toMatchObject([
      {
        key: 'event_sandbox_0',
        of: TOKEN,
        at: '2026-11-29T08:00:00Z',
        did: 'decided',
        approved: true,
        by: 'us',
        message: { reference: PURCHASE, amount: 15_000, card: { connection: 9, id: 'card_sandbox_1' } },
      },
    ]);
  });

  it('holds what Lithic holds, where that is more than was asked for', () => {
    const [ask] = lithic.read(givenDelivery(givenAsk({}, { amount: 15_000 }, 18_000), 'asks'), CONNECTION);
    expect(ask).toMatchObject({ message: { amount: 18_000, askedAmount: 15_000 } });
    // What the ask has: our answer is confirmed, and the hold stays.
    const held = story([['AUTHORIZATION', 15_000]], 'PENDING', 18_000);
    expect(held).toHaveLength(1);
    expect(held).toMatchObject([{ did: 'decided', message: { amount: 18_000, askedAmount: 15_000 } }]);
    const alone = story([['AUTHORIZATION_ADVICE', 15_000]], 'PENDING', 18_000);
    expect(alone).toMatchObject([{ did: 'decided', by: 'standIn', message: { amount: 18_000, askedAmount: 15_000 } }]);
  });

  it('holds what it was approved for, where Lithic no longer holds that', () => {
    expect(short(story([['AUTHORIZATION', 15_000]], 'PENDING', 9_000))).toEqual(['decided 15000', 'holdSet 9000']);
    expect(short(story([['AUTHORIZATION', 15_000]], 'EXPIRED', 18_000))).toEqual(['decided 15000', 'holdSet 0']);
  });

  it('grows, is finalised, cleared in parts and ends, each event by its own token', () => {
    const events: Events = [
      ['AUTHORIZATION', 10_000],
      ['AUTHORIZATION', 2_000],
      ['AUTHORIZATION_ADVICE', 9_000],
      ['CLEARING', 6_320],
      ['CLEARING', 1_000],
    ];
    const whole = story(events, 'SETTLED', 0);
    expect(short(whole)).toEqual([
      'decided 10000',
      'decided 2000',
      'holdSet 9000',
      'cleared 6320',
      'cleared 1000',
      'holdSet 0',
    ]);
    expect(whole[1]).toMatchObject({
      message: { reference: referenceOf(9, 'ask/event_sandbox_1'), original: PURCHASE },
    });
    expect(whole[3]).toMatchObject({ key: 'event_sandbox_3', isFinal: false, message: { original: PURCHASE } });
    expect(whole[5]).toMatchObject({ after: Date.UTC(2026, 10, 29, 8, 0, 9) * 100 + 5, original: PURCHASE });
    // An earlier delivery tells the same of the events that it has.
    const earlier = story(events.slice(0, 4), 'PENDING', 2_680);
    expect(earlier.slice(0, 4)).toEqual(whole.slice(0, 4));
    expect(earlier[4]).toMatchObject({ did: 'holdSet', amount: 2_680 });
  });

  it('is reversed in part, whole or after it expired', () => {
    const reversed: Events = [
      ['AUTHORIZATION', 10_000],
      ['AUTHORIZATION_REVERSAL', 4_000],
      ['AUTHORIZATION_REVERSAL', 6_000],
    ];
    expect(short(story(reversed, 'VOIDED', 0))).toEqual(['decided 10000', 'reversed 6000', 'reversed 0', 'holdSet 0']);
    // Of 100.00, 30.00 were charged and 20.00 reversed: 80.00 are left, 50.00 of them held.
    const charged: Events = [
      ['AUTHORIZATION', 10_000],
      ['CLEARING', 3_000],
      ['AUTHORIZATION_REVERSAL', 2_000],
    ];
    expect(short(story(charged, 'PENDING', 5_000)).slice(1)).toEqual(['cleared 3000', 'reversed 8000', 'holdSet 5000']);
    const expired: Events = [
      ['AUTHORIZATION', 10_000],
      ['AUTHORIZATION_EXPIRY', 10_000],
      ['CLEARING', 10_000],
    ];
    expect(short(story(expired, 'SETTLED', 0))).toEqual(['decided 10000', 'expired', 'cleared 10000', 'holdSet 0']);
  });

  it('did not go through where the network had not waited for the answer', () => {
    const late: Events = [
      ['AUTHORIZATION', 10_000],
      ['AUTHORIZATION_ADVICE', 10_000, { result: 'DECLINED', detailed_results: ['DECLINED'] }],
    ];
    expect(story(late, 'VOIDED', 0)[1]).toMatchObject({ did: 'reversed', left: 0, why: 'tooLate', original: PURCHASE });
  });

  it('was approved without us', () => {
    expect(story([['AUTHORIZATION_ADVICE', 4_500]], 'PENDING', 4_500)).toMatchObject([
      { did: 'decided', approved: true, by: 'standIn', message: { reference: PURCHASE, amount: 4_500 } },
    ]);
  });

  it('by one message is approved and paid', () => {
    const paid = story([['FINANCIAL_AUTHORIZATION', 5_000]], 'SETTLED', 0);
    expect(paid).toMatchObject([
      { key: 'event_sandbox_0', did: 'decided', message: { reference: PURCHASE } },
      {
        key: 'event_sandbox_0/paid',
        did: 'cleared',
        isFinal: true,
        message: { original: PURCHASE, amount: 5_000, reference: referenceOf(9, 'event_sandbox_0/paid') },
      },
    ]);
  });

  it('is declined by us, by a late answer, or by Lithic alone with its reason', () => {
    const declined = (detail: Event['detailed_results'][number]) =>
      story([['AUTHORIZATION', 100, { result: 'DECLINED', detailed_results: [detail] }]], 'DECLINED', 0)[0];
    expect(declined('CUSTOM_ASA_RESULT')).toMatchObject({ did: 'decided', approved: false, by: 'us' });
    expect(declined('CUSTOMER_ASA_TIMEOUT')).toMatchObject({ did: 'decided', approved: false, by: 'timeout' });
    expect(declined('MALFORMED_ASA_RESPONSE')).toMatchObject({ did: 'decided', approved: false, by: 'timeout' });
    expect(declined('CARD_PAUSED')).toMatchObject({
      did: 'declined',
      reason: 'CARD_PAUSED',
      message: { reference: PURCHASE, amount: 100 },
    });
    const bare: Events = [['AUTHORIZATION', 100, { result: 'INCORRECT_PIN', detailed_results: [] }]];
    expect(story(bare, 'DECLINED', 0)[0]).toMatchObject({ did: 'declined', reason: 'INCORRECT_PIN' });
  });
});

describe('every result of Lithic', () => {
  it('but an approval declines', () => {
    const results: Record<Event['result'], boolean> = {
      ACCOUNT_PAUSED: false,
      ACCOUNT_STATE_TRANSACTION_FAIL: false,
      APPROVED: true,
      BANK_CONNECTION_ERROR: false,
      BANK_NOT_VERIFIED: false,
      CARD_CLOSED: false,
      CARD_PAUSED: false,
      DECLINED: false,
      FRAUD_ADVICE: false,
      IGNORED_TTL_EXPIRY: false,
      SUSPECTED_FRAUD: false,
      INACTIVE_ACCOUNT: false,
      INCORRECT_PIN: false,
      INVALID_CARD_DETAILS: false,
      INSUFFICIENT_FUNDS: false,
      INSUFFICIENT_FUNDS_PRELOAD: false,
      INVALID_TRANSACTION: false,
      MERCHANT_BLACKLIST: false,
      ORIGINAL_NOT_FOUND: false,
      PREVIOUSLY_COMPLETED: false,
      SINGLE_USE_RECHARGED: false,
      SWITCH_INOPERATIVE_ADVICE: false,
      UNAUTHORIZED_MERCHANT: false,
      UNKNOWN_HOST_TIMEOUT: false,
      USER_TRANSACTION_LIMIT: false,
    };
    for (const [result, approved] of Object.entries(results) as [Event['result'], boolean][]) {
      const [first] = story([['AUTHORIZATION', 100, { result, detailed_results: [] }]], 'PENDING', 100);
      expect(first).toMatchObject(approved ? { did: 'decided', approved } : { did: 'declined', reason: result });
    }
  });
});

describe('every type of event', () => {
  it('after an approval has its meaning', () => {
    const expected: Record<Event['type'], string[]> = {
      AUTHORIZATION: ['decided 500'],
      AUTHORIZATION_ADVICE: ['holdSet 500'],
      AUTHORIZATION_EXPIRY: ['expired'],
      AUTHORIZATION_REVERSAL: ['reversed 9500'],
      BALANCE_INQUIRY: [],
      CLEARING: ['cleared 500'],
      CORRECTION_CREDIT: ['corrected 500'],
      CORRECTION_DEBIT: ['corrected 500'],
      CREDIT_AUTHORIZATION: ['refundAuthorised 500'],
      CREDIT_AUTHORIZATION_ADVICE: ['refundAuthorised 500'],
      FINANCIAL_AUTHORIZATION: ['decided 500', 'cleared 500'],
      FINANCIAL_CREDIT_AUTHORIZATION: ['refunded 500'],
      RETURN: ['refunded 500'],
      RETURN_REVERSAL: ['refundReversed 500'],
    };
    for (const [type, did] of Object.entries(expected) as [Event['type'], string[]][]) {
      const read = story(
        [
          ['AUTHORIZATION', 10_000],
          [type, 500],
        ],
        'PENDING',
        10_000,
      );
      expect(short(read.filter(({ key }) => key.startsWith('event_sandbox_1')))).toEqual(did);
    }
  });

  it('that is new, or was not carried out, is kept and changes nothing', () => {
    const events = eventsOf([
      ['AUTHORIZATION', 10_000],
      ['AUTHORIZATION_REVERSAL', 4_000, { result: 'ORIGINAL_NOT_FOUND' }],
    ]);
    const odd = { ...givenEvent('CLEARING', 1, 2), type: 'TELEPATHY' };
    const read = told({ ...givenTransaction(events, 'PENDING', 10_000), events: [...events, odd] });
    expect(short(read)).toEqual(['decided 10000', 'AUTHORIZATION_REVERSAL ORIGINAL_NOT_FOUND', 'TELEPATHY APPROVED']);
    expect(read[2]).toMatchObject({ ignored: true, key: 'event_sandbox_2' });
  });
});

describe('refunds and corrections', () => {
  it('are linked to their purchase, or stand alone, and name what they take back', () => {
    const alone = story(
      [
        ['CREDIT_AUTHORIZATION', 900],
        ['RETURN', 900, { effective_polarity: 'CREDIT' }],
        ['RETURN_REVERSAL', 900],
      ],
      'SETTLED',
      0,
    );
    expect(short(alone)).toEqual(['refundAuthorised 900', 'refunded 900', 'refundReversed 900']);
    expect(alone[2]).toMatchObject({ refund: referenceOf(9, 'event_sandbox_1') });
    expect(story([['RETURN', 900]], 'SETTLED', 0)).toMatchObject([{ message: { original: undefined } }]);
    expect(short(story([['CLEARING', 900, { effective_polarity: 'CREDIT' }]], 'SETTLED', 0))).toEqual(['refunded 900']);
    const sides = story(
      [
        ['CORRECTION_DEBIT', 5],
        ['CORRECTION_CREDIT', 5],
      ],
      'SETTLED',
      0,
    );
    expect(sides).toMatchObject([{ side: 'debit' }, { side: 'credit' }]);
  });

  it('are announced once, under the reference of their ask, and end by their clearing, reversal or expiry', () => {
    const [ask] = lithic.read(givenDelivery({ ...givenAsk(), status: 'CREDIT_AUTHORIZATION' }, 'asks'), CONNECTION);
    expect(ask).toMatchObject({ do: 'creditAuthorise', message: { reference: PURCHASE } });
    const announced: Events = [
      ['CREDIT_AUTHORIZATION', 900, { effective_polarity: 'CREDIT' }],
      ['CREDIT_AUTHORIZATION_ADVICE', 900, { effective_polarity: 'CREDIT' }],
    ];
    const endedBy = (type: Event['type'], cents: number) =>
      story([...announced, [type, cents, { effective_polarity: 'CREDIT' }]], 'PENDING', -900);
    const cleared = endedBy('CLEARING', 900);
    expect(short(cleared)).toEqual(['refundAuthorised 900', 'CREDIT_AUTHORIZATION_ADVICE APPROVED', 'refunded 900']);
    expect(cleared[0]).toMatchObject({ message: { reference: PURCHASE } });
    expect(cleared[2]).toMatchObject({ message: { original: PURCHASE, reference: referenceOf(9, 'event_sandbox_2') } });
    expect(endedBy('RETURN', 900)[2]).toMatchObject({ did: 'refunded', message: { original: PURCHASE } });
    expect(endedBy('AUTHORIZATION_REVERSAL', 900).slice(2)).toMatchObject([
      { did: 'reversed', original: PURCHASE, left: 0 },
    ]);
    expect(endedBy('AUTHORIZATION_REVERSAL', 400).slice(2)).toMatchObject([
      { did: 'reversed', original: PURCHASE, left: 500 },
    ]);
    expect(endedBy('AUTHORIZATION_EXPIRY', 900).slice(2)).toMatchObject([{ did: 'expired', original: PURCHASE }]);
    // An advice alone announces too.
    expect(story([['CREDIT_AUTHORIZATION_ADVICE', 900]], 'PENDING', 0)).toMatchObject([
      { did: 'refundAuthorised', message: { reference: PURCHASE } },
    ]);
  });

  it('by one message end what their ask has announced', () => {
    const status = 'FINANCIAL_CREDIT_AUTHORIZATION';
    const [ask] = lithic.read(givenDelivery({ ...givenAsk(), status }, 'asks'), CONNECTION);
    expect(ask).toMatchObject({ do: 'creditAuthorise', message: { reference: PURCHASE } });
    const paid = story(
      [
        [status, 900],
        ['RETURN_REVERSAL', 900],
      ],
      'SETTLED',
      0,
    );
    const reference = referenceOf(9, 'event_sandbox_0');
    expect(paid).toMatchObject([
      { did: 'refunded', message: { amount: 900, reference, original: PURCHASE } },
      { did: 'refundReversed', refund: reference },
    ]);
  });

  it('in the transaction of a purchase do not take its reference', () => {
    const declined: Partial<Event> = { result: 'DECLINED', detailed_results: ['CUSTOM_ASA_RESULT'] };
    for (const first of [{}, declined]) {
      const read = story(
        [
          ['AUTHORIZATION', 10_000, first],
          ['CREDIT_AUTHORIZATION', 500],
          ['CREDIT_AUTHORIZATION_ADVICE', 500],
        ],
        'PENDING',
        10_000,
      );
      expect(read.slice(0, 3)).toMatchObject([
        { did: 'decided', message: { reference: PURCHASE } },
        { did: 'refundAuthorised', message: { reference: referenceOf(9, 'event_sandbox_1'), original: PURCHASE } },
        { ignored: true },
      ]);
    }
  });

  it('of a forced clearing stand alone too, and another currency is named', () => {
    const events = eventsOf([['CLEARING', 900]]);
    const usd = events.map((event) => ({
      ...event,
      amounts: { ...event.amounts, cardholder: { ...event.amounts.cardholder, currency: 'USD' } },
    }));
    expect(told(givenTransaction(usd, 'SETTLED', 0))[0]).toMatchObject({ did: 'cleared', currency: 'USD' });
  });
});

describe('other events of Lithic', () => {
  const card = (state: string) => ({
    event_type: 'card.updated',
    card_token: 'card_sandbox_1',
    state,
    previous_fields: {},
  });

  it('of a card are its states', () => {
    expect(['OPEN', 'PAUSED', 'CLOSED'].map((state) => told(card(state))[0])).toMatchObject([
      { key: 'msg_sandbox_1', did: 'cardState', card: 'card_sandbox_1', state: 'on', after: Date.UTC(2026, 10, 29, 8) },
      { state: 'off' },
      { state: 'closed' },
    ]);
    expect(told(card('PENDING_FULFILLMENT'))).toMatchObject([{ ignored: true, word: 'card.updated' }]);
  });

  it('are kept where they are not known, and declined where they wait for an answer', () => {
    expect(told({ event_type: 'statements.created' })).toEqual([
      { ignored: true, key: 'msg_sandbox_1', word: 'statements.created' },
    ]);
    expect(told({ event_type: 'tokenization.approval_request' }, 'asks')).toMatchObject([
      { ignored: true, answer: { status: 200, body: '{"result":"DO_NOT_HONOUR"}' } },
    ]);
    expect(told({ event_type: 'card_transaction.updated', token: TOKEN })).toMatchObject([{ ignored: true }]);
    expect(story([['BALANCE_INQUIRY', 0]], 'SETTLED', 0)).toMatchObject([{ word: 'card_transaction.updated' }]);
  });
});
