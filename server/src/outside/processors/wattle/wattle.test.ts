import { describe, expect, it } from 'vitest';
import { UnreadableDelivery } from '../port.ts';
import { referenceOf } from '../reference.ts';
import { signatureOf } from './signature.ts';
import { wattle } from './wattle.ts';

const CONNECTION = { id: 7, currency: 'AUD', increments: 'differences' } as const;
const NOW_MS = Date.parse('2026-11-20T02:00:00Z');
const SECRET = '6b'.repeat(32);

const purchase = {
  reference: 'NET-000001',
  cardNumber: '4111111111111111',
  amount: 12_34,
  currency: 'AUD',
  channel: 'contactless',
  merchant: { name: 'Corner Cafe', country: 'AU', mcc: '5814' },
};

function deliveryOf(path: string, body: object, secondsAgo = 0) {
  const rawBody = Buffer.from(JSON.stringify(body));
  const timestamp = String(NOW_MS / 1000 - secondsAgo);
  const signed = { timestamp, method: 'POST', path: `/network/${path}`, body: rawBody };
  const signature = signatureOf(Buffer.from(SECRET, 'hex'), signed);
  return { path, rawBody, headers: { 'wattle-timestamp': timestamp, 'wattle-signature': signature } };
}

const readOne = (path: string, body: object) => wattle.read(deliveryOf(path, body), CONNECTION)[0];

describe('our own protocol', () => {
  it('is signed for its path, within 5 minutes, by any of the secrets', () => {
    const given = deliveryOf('authorisations', purchase);
    expect(wattle.isSigned(given, ['6c'.repeat(32), SECRET], NOW_MS)).toBe(true);
    expect(wattle.isSigned(given, ['6c'.repeat(32)], NOW_MS)).toBe(false);
    expect(wattle.isSigned({ ...given, path: 'refunds' }, [SECRET], NOW_MS)).toBe(false);
    expect(wattle.isSigned(deliveryOf('advices', purchase, 301), [SECRET], NOW_MS)).toBe(false);
    expect(wattle.isSigned(deliveryOf('advices', purchase, -301), [SECRET], NOW_MS)).toBe(false);
  });

  it('refuses a secret that is too short to be a key', () => {
    expect(wattle.isSigned(deliveryOf('authorisations', purchase), ['', 'zz'], NOW_MS)).toBe(false);
  });

  it('reads an authorisation, whose reference is kept under its connection', () => {
    expect(readOne('authorisations', purchase)).toMatchObject({
      do: 'authorise',
      key: 'NET-000001',
      of: 'NET-000001',
      at: '2026-11-20T02:00:00.000Z',
      message: { reference: referenceOf(7, 'NET-000001'), amount: 12_34, card: { number: '4111111111111111' } },
    });
  });

  it('reads a balance inquiry, and answers what is available and what is on the account', () => {
    const { amount: _amount, ...inquiry } = purchase;
    const ask = readOne('balances', inquiry);
    expect(ask).toMatchObject({
      do: 'balance',
      key: 'NET-000001',
      message: { reference: referenceOf(7, 'NET-000001'), amount: 0, card: { number: '4111111111111111' } },
    });
    expect(wattle.secretOf('balances')).toBe('asks');
    if (!ask || !('do' in ask)) throw new Error('no ask');
    const { reference } = ask.message;
    const decided = { reference, answer: '00', approvalCode: '123456', available: 5, ledgerBalance: 9 } as const;
    expect(wattle.answer(ask, decided, CONNECTION).body).toBe(
      '{"reference":"NET-000001","answer":"00","approvalCode":"123456","available":5,"ledgerBalance":9}',
    );
  });

  it('reads an increment, a clearing, a reversal and a refund as parts of their purchase', () => {
    const original = 'NET-000001';
    const inBooks = referenceOf(7, original);
    const part = { ...purchase, reference: 'NET-000002', original };
    expect(readOne('authorisations', part)).toMatchObject({
      do: 'increment',
      of: original,
      message: { original: inBooks },
    });
    expect(readOne('clearings', { ...part, isFinal: true })).toMatchObject({
      did: 'cleared',
      of: original,
      isFinal: true,
      message: { original: inBooks },
    });
    expect(readOne('reversals', { reference: 'NET-000003', original })).toMatchObject({
      did: 'reversed',
      original: inBooks,
      left: 0,
    });
    expect(readOne('refunds', part)).toMatchObject({ did: 'refunded', message: { original: inBooks } });
    expect(readOne('advices', purchase)).toMatchObject({ did: 'decided', approved: true, by: 'standIn' });
  });

  it('reads what is told of a decline, a hold, an expiry, a correction and refunds, with its place', () => {
    const original = 'NET-000001';
    const inBooks = referenceOf(7, original);
    const part = { ...purchase, reference: 'NET-000002', original };
    const named = { reference: 'NET-000003', original, after: 5 };
    const reference = referenceOf(7, 'NET-000003');
    expect(readOne('notices', { ...purchase, reason: 'CARD_PAUSED' })).toMatchObject({
      did: 'declined',
      reason: 'CARD_PAUSED',
      message: { reference: inBooks },
    });
    expect(readOne('holds', { ...named, amount: 20_00 })).toMatchObject({
      did: 'holdSet',
      reference,
      original: inBooks,
      amount: 20_00,
      after: 5,
    });
    expect(readOne('expiries', named)).toMatchObject({ did: 'expired', reference, original: inBooks, after: 5 });
    expect(readOne('reversals', { ...named, why: 'tooLate' })).toMatchObject({ did: 'reversed', why: 'tooLate' });
    expect(readOne('corrections', { ...part, side: 'debit' })).toMatchObject({ did: 'corrected', side: 'debit' });
    expect(readOne('refund-authorisations', purchase)).toMatchObject({ did: 'refundAuthorised' });
    expect(readOne('refund-reversals', part)).toMatchObject({
      did: 'refundReversed',
      refund: inBooks,
      message: { reference: referenceOf(7, 'NET-000002') },
    });
    for (const path of ['notices', 'holds', 'expiries', 'corrections', 'refund-authorisations', 'refund-reversals'])
      expect(wattle.secretOf(path)).toBe('events');
  });

  it('throws for what is no message of the contract', () => {
    for (const body of [{}, { ...purchase, currency: 'USD' }, { ...purchase, amount: -1 }]) {
      expect(() => readOne('authorisations', body)).toThrow(UnreadableDelivery);
    }
  });

  it('answers with the reference of the sender', () => {
    const ask = readOne('authorisations', purchase);
    if (!ask || !('do' in ask)) throw new Error('no ask');
    const decided = { reference: ask.message.reference, answer: '00', approvalCode: '123456', available: 5 } as const;
    expect(wattle.answer(ask, decided, CONNECTION).body).toBe(
      '{"reference":"NET-000001","answer":"00","approvalCode":"123456","available":5}',
    );
    expect(wattle.silence(ask, CONNECTION).body).toBe(
      '{"reference":"NET-000001","answer":"96","approvalCode":null,"available":null}',
    );
  });
});
