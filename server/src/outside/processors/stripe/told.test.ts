import type Stripe from 'stripe';
import { describe, expect, it } from 'vitest';
import {
  AT,
  CARD,
  CONNECTION,
  givenAuthorization,
  givenDecided,
  givenDelivery,
  givenDispute,
  givenTransaction,
} from '../../../../test-support/processors/stripe.ts';
import type { Inbound } from '../port.ts';
import { referenceOf } from '../reference.ts';
import { stripe } from './stripe.ts';

type Known<T> = T extends string ? (string extends T ? never : T) : never;
type Reason = Known<Stripe.Issuing.Authorization.RequestHistory.Reason>;

const PURCHASE = referenceOf(7, 'iauth_sandbox_1');
const told = (type: Stripe.Event['type'], object: object, id = 'evt_sandbox_1') =>
  stripe.read(givenDelivery(type, object, 'events', id), CONNECTION);
const created = (object: object) => told('issuing_authorization.created', object);
const updated = (object: object, id?: string) => told('issuing_authorization.updated', object, id);
const dids = (inbound: readonly Inbound[]) => inbound.map((each) => ('did' in each ? each.did : 'other'));

describe('the result of an ask', () => {
  it('is an approval by us, with what is held', () => {
    expect(created(givenDecided([[1845, true, 'webhook_approved']]))).toMatchObject([
      {
        key: 'iauth_sandbox_1/0',
        of: 'iauth_sandbox_1',
        at: '2026-11-29T08:00:00.000Z',
        did: 'decided',
        approved: true,
        by: 'us',
        message: { reference: PURCHASE, amount: 1845, card: { connection: 7, id: 'ic_sandbox_1' } },
      },
    ]);
  });

  it('of an increment comes before the hold that its event tells', () => {
    const [first, increment, hold] = updated(
      givenDecided(
        [
          [1845, true, 'webhook_approved'],
          [500, true, 'webhook_timeout'],
        ],
        { amount: 2345 },
      ),
    );
    if (!increment || !hold || !('after' in increment) || !('after' in hold)) throw new Error('no place');
    expect(first).not.toHaveProperty('after');
    expect(dids([increment, hold])).toEqual(['decided', 'holdSet']);
    expect(Number(increment.after)).toBeLessThan(Number(hold.after));
  });

  it('says for every reason who decided, and what Stripe declined alone', () => {
    // [an approval, a decline]
    const expected: Record<Reason, readonly [string, string]> = {
      account_disabled: ['processor', 'account_disabled'],
      card_active: ['processor', 'card_active'],
      card_canceled: ['processor', 'card_canceled'],
      card_expired: ['processor', 'card_expired'],
      card_inactive: ['processor', 'card_inactive'],
      cardholder_blocked: ['processor', 'cardholder_blocked'],
      cardholder_inactive: ['processor', 'cardholder_inactive'],
      cardholder_verification_required: ['processor', 'cardholder_verification_required'],
      insecure_authorization_method: ['processor', 'insecure_authorization_method'],
      insufficient_funds: ['processor', 'insufficient_funds'],
      network_fallback: ['network', 'by network'],
      not_allowed: ['processor', 'not_allowed'],
      pin_blocked: ['processor', 'pin_blocked'],
      spending_controls: ['processor', 'spending_controls'],
      stripe_internal_error: ['processor', 'stripe_internal_error'],
      suspected_fraud: ['processor', 'suspected_fraud'],
      verification_failed: ['processor', 'verification_failed'],
      webhook_approved: ['us', 'by processor'],
      webhook_declined: ['processor', 'by us'],
      webhook_error: ['timeout', 'by timeout'],
      webhook_timeout: ['timeout', 'by timeout'],
    };
    for (const [reason, [approvedBy, declined]] of Object.entries(expected)) {
      expect(created(givenDecided([[1845, true, reason]]))).toMatchObject([
        { did: 'decided', approved: true, by: approvedBy },
      ]);
      const outcome = declined.startsWith('by ')
        ? { did: 'decided', approved: false, by: declined.slice(3) }
        : { did: 'declined', reason: declined };
      expect(created(givenDecided([[1845, false, reason]], { status: 'closed' }))).toMatchObject([outcome]);
    }
    expect(created(givenDecided([[1845, false, 'a_new_reason']]))).toMatchObject([
      { did: 'declined', reason: 'a_new_reason', message: { reference: PURCHASE } },
    ]);
  });

  it('is told of every request again, so that a lost event is made up for', () => {
    const grown = givenDecided([
      [1845, true, 'webhook_approved'],
      [500, true, 'webhook_approved'],
      [9_000, false, 'webhook_declined'],
    ]);
    expect(updated(grown)).toMatchObject([
      { key: 'iauth_sandbox_1/0', message: { reference: PURCHASE, amount: 1845 } },
      {
        key: 'iauth_sandbox_1/1',
        message: { reference: referenceOf(7, 'iauth_sandbox_1/1'), original: PURCHASE, amount: 500 },
      },
      { key: 'iauth_sandbox_1/2', did: 'decided', approved: false, by: 'us' },
      { did: 'holdSet', original: PURCHASE, amount: 2345 },
    ]);
    const newestFirst = { ...grown, request_history: [...grown.request_history].reverse() };
    expect(updated(newestFirst)).toEqual(updated(grown));
  });
});

describe('what is held', () => {
  const approved = (given: object) => givenDecided([[10_000, true, 'webhook_approved']], given);
  const states = (object: object) => updated(object).slice(1);

  it('is set to less and to more, with an order', () => {
    const [less] = states(approved({ amount: 6_320 }));
    expect(less).toMatchObject({ did: 'holdSet', amount: 6_320, original: PURCHASE, after: AT * 1000 + 1 });
    expect(states(approved({ amount: 10_000 }))).toMatchObject([{ did: 'holdSet', amount: 10_000 }]);
  });

  it('is a part where only a part was approved', () => {
    expect(dids(created(approved({ amount: 10_000 })))).toEqual(['decided']);
    expect(created(approved({ amount: 4_000 }))).toMatchObject([{ did: 'decided' }, { did: 'holdSet', amount: 4_000 }]);
  });

  it('may be nothing for a while: only a status ends a purchase', () => {
    expect(states(approved({ amount: 0 }))).toMatchObject([{ did: 'holdSet', amount: 0 }]);
    expect(updated(approved({ amount: 10_000 }), 'evt_sandbox_2').slice(1)).toMatchObject([
      { did: 'holdSet', amount: 10_000, key: 'iauth_sandbox_1/evt_sandbox_2' },
    ]);
  });

  it('ends by each status of its own', () => {
    const expected: Record<Known<Stripe.Issuing.Authorization.Status>, object> = {
      pending: { did: 'holdSet', amount: 0 },
      closed: { did: 'holdSet', amount: 0, key: 'iauth_sandbox_1/evt_sandbox_1' },
      reversed: { did: 'reversed', left: 0, original: PURCHASE },
      expired: { did: 'expired', original: PURCHASE },
    };
    for (const [status, state] of Object.entries(expected)) {
      expect(states(approved({ amount: 0, status }))).toMatchObject([state]);
    }
    expect(states({ ...approved({}), status: 'frozen' })).toMatchObject([{ did: 'holdSet', amount: 10_000 }]);
    expect(dids(updated(givenDecided([[100, false, 'webhook_declined']], { status: 'closed' })))).toEqual(['decided']);
  });

  it('leaves out what was captured, whether the amount of the authorisation has it or not', () => {
    const transactions = [givenTransaction({ amount: -3_000 })];
    expect(states(approved({ amount: 10_000, transactions }))).toMatchObject([{ amount: 7_000 }]);
    expect(states(approved({ amount: 7_000, transactions }))).toMatchObject([{ amount: 7_000 }]);
  });
});

describe('a transaction', () => {
  const once = (given: object) => told('issuing_transaction.created', givenTransaction(given));

  it('is a clearing, linked to its purchase or forced, whatever its sign', () => {
    for (const amount of [-1845, 1845]) {
      expect(once({ amount })).toMatchObject([
        {
          key: 'ipi_sandbox_1',
          of: 'iauth_sandbox_1',
          did: 'cleared',
          isFinal: false,
          message: { reference: referenceOf(7, 'ipi_sandbox_1'), original: PURCHASE, amount: 1845 },
        },
      ]);
    }
    const [forced] = once({ authorization: null });
    expect(forced).toMatchObject({ of: 'ipi_sandbox_1', did: 'cleared' });
    expect((forced as { message: { original?: string } }).message.original).toBeUndefined();
  });

  it('is a refund, or a refund taken back', () => {
    expect(once({ type: 'refund', amount: 900 })).toMatchObject([{ did: 'refunded', message: { amount: 900 } }]);
    expect(once({ type: 'refund', amount: -900 })).toMatchObject([{ did: 'refundReversed', message: { amount: 900 } }]);
  });

  it('of another kind or currency is kept for a person', () => {
    const types: Record<Known<Stripe.Issuing.Transaction.Type>, string> = { capture: 'cleared', refund: 'refunded' };
    for (const [type, did] of Object.entries(types)) expect(dids(once({ type, amount: 1 }))).toEqual([did]);
    expect(told('issuing_transaction.created', { ...givenTransaction(), type: 'swap' })).toEqual([
      { ignored: true, key: 'ipi_sandbox_1', word: 'transaction swap' },
    ]);
    expect(once({ currency: 'eur' })).toMatchObject([{ did: 'cleared', currency: 'EUR' }]);
  });
});

describe('other events', () => {
  it('of a dispute are its states, and what became of its money', () => {
    const expected: Record<Known<Stripe.Issuing.Dispute.Status>, string> = {
      unsubmitted: 'needsInfo',
      submitted: 'submitted',
      won: 'won',
      lost: 'lost',
      expired: 'expired',
    };
    for (const [status, state] of Object.entries({ ...expected, appealed: 'other' })) {
      expect(told('issuing_dispute.updated', givenDispute(status))).toMatchObject([
        { did: 'disputed', dispute: 'idp_sandbox_1', state, amount: 1845, original: referenceOf(7, 'ipi_sandbox_1') },
      ]);
    }
    const funds = ['issuing_dispute.funds_reinstated', 'issuing_dispute.funds_rescinded'] as const;
    expect(funds.map((type) => told(type, givenDispute('submitted'))[0])).toMatchObject([
      { state: 'fundsBack' },
      { state: 'fundsTaken' },
    ]);
    const whole = { ...givenDispute('won'), transaction: givenTransaction() };
    expect(told('issuing_dispute.closed', whole)).toMatchObject([{ of: 'iauth_sandbox_1', original: PURCHASE }]);
  });

  it('of a card are its states', () => {
    const expected: Record<Known<Stripe.Issuing.Card.Status>, string> = {
      active: 'on',
      inactive: 'off',
      canceled: 'closed',
    };
    for (const [status, state] of Object.entries(expected)) {
      expect(told('issuing_card.updated', { ...CARD, status })).toMatchObject([
        { did: 'cardState', card: 'ic_sandbox_1', of: 'ic_sandbox_1', state, after: AT },
      ]);
    }
    expect(dids(told('issuing_card.updated', { ...CARD, status: 'molten' }))).toEqual(['other']);
  });

  it('are kept where their kind or their object is not understood', () => {
    expect(told('issuing_token.created', {})).toEqual([
      { ignored: true, key: 'evt_sandbox_1', word: 'issuing_token.created' },
    ]);
    expect(updated({ ...givenAuthorization(), amount: 'much' })).toMatchObject([{ ignored: true }]);
    expect(updated(givenAuthorization())).toMatchObject([{ ignored: true }]);
    expect(told('issuing_transaction.created', { id: 'ipi_1' })).toMatchObject([{ ignored: true }]);
  });
});
