import { describe, expect, it } from 'vitest';
import { answerAgain, contentHash, keptAnswer, type ToldEvent } from './inbound.ts';

const secrets = { identifierHash: (_kind: string, number: string) => Buffer.from(number) };

const cleared: ToldEvent = {
  key: 'event-1',
  of: 'purchase-1',
  at: '2026-11-20T02:00:00.000Z',
  after: 1,
  did: 'cleared',
  message: {
    reference: 'p-1',
    original: 'p-0',
    card: { connection: 7, id: 'card-1' },
    amount: 12_34,
    channel: 'chip',
    merchant: { mcc: '5814' },
  },
};

describe('the content of a message', () => {
  it('is the same at the time of another attempt, and another with another amount, card or purchase', () => {
    const hash = (one: ToldEvent) => contentHash(secrets, one).toString('hex');
    const { message } = cleared;
    expect(hash({ ...cleared, at: '2026-11-20T02:00:02.000Z', after: 2 })).toBe(hash(cleared));
    for (const other of [{ amount: 12_35 }, { card: { connection: 7, id: 'card-2' } }, { original: 'p-9' }]) {
      expect(hash({ ...cleared, message: { ...message, ...other } })).not.toBe(hash(cleared));
    }
  });

  it('is the same for a result that is told again with what is held by then', () => {
    const result: ToldEvent = { ...cleared, did: 'decided', approved: true, by: 'us', message: cleared.message };
    const hash = (one: ToldEvent) => contentHash(secrets, one).toString('hex');
    expect(hash({ ...result, message: { ...cleared.message, amount: 1_00 } })).toBe(hash(result));
    expect(hash({ ...result, approved: false })).not.toBe(hash(result));
  });
});

describe('a kept answer', () => {
  it.each([
    ['4111111111111111', '4111111111111111'],
    ['say "4111111111111111"', 'purchase-1'],
    ['event-1', '4111-1111-1111-1111'],
  ])('has no card number, and is the same byte for byte again: %s of %s', (key, of) => {
    const answer = { status: 200, headers: { a: 'b' }, body: JSON.stringify({ key, cents: 5, token: of, key2: key }) };
    const kept = keptAnswer({ key, of }, answer);
    expect(JSON.stringify(kept)).not.toMatch(/4111/);
    expect(answerAgain({ key, of }, JSON.parse(JSON.stringify(kept)))).toEqual(answer);
  });

  it('without a card number is kept as it is', () => {
    const answer = { status: 200, headers: {}, body: '{"key":"event-1"}' };
    expect(keptAnswer({ key: 'event-1', of: 'purchase-1' }, answer)).toBe(answer);
  });
});
