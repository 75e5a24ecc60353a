import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { givenApp, type TestApp } from '../../../test-support/app.ts';
import { TEST_START } from '../../../test-support/processes/database.ts';
import { sweep } from '../../../test-support/due-work.ts';
import { type CardGiven, givenCard, type TestCard } from '../../../test-support/factories.ts';
import { freshReference, type NetworkPath, purchaseOf, sendNetwork } from '../../../test-support/network.ts';
import { brokenIn } from '../../../test-support/ledger/verified.ts';
import { openLedger } from '../../ledger/open-ledger.ts';
import { expireHolds } from './due.ts';

let test: TestApp;
beforeAll(async () => {
  test = await givenApp();
});
beforeEach(() => test.ctx.setBusinessTime(TEST_START));
afterAll(async () => {
  const broken = await brokenIn(test.ctx);
  await test.close();
  // The ledger balances after every test.
  expect(broken).toEqual([]);
});

const send = (path: NetworkPath, message: object) => sendNetwork(test, path, message);
const cardWith = (balance: bigint, given: CardGiven = {}) => givenCard(test.ctx, { balance, ...given });

async function moneyOf(card: TestCard) {
  const [row] = await test.ctx.asOwner<{ balance: string; held: string; version: string }>(
    'SELECT balance, held, version FROM ledger_account WHERE id = $1',
    [card.account.ledgerAccountId],
  );
  return { balance: Number(row?.balance), held: Number(row?.held), rows: Number(row?.version) };
}

async function settledOf(card: TestCard): Promise<number> {
  const [row] = await test.ctx.asOwner<{ balance: string }>(
    "SELECT balance FROM ledger_account WHERE tenant_id = $1 AND kind = 'schemeSettlement'",
    [card.brand.tenantId],
  );
  return Number(row?.balance ?? 0);
}

async function courseOf(reference: string) {
  const [row] = await test.ctx.asOwner<{ status: string; current_amount: string }>(
    'SELECT status, current_amount FROM authorisation WHERE reference = $1',
    [reference],
  );
  return row && { status: row.status, amount: Number(row.current_amount) };
}

async function detailsOf(card: TestCard) {
  return test.ctx.asOwner(
    `SELECT d.kind, d.description, d.category, d.channel, d.card_last4, e.amount, e.balance_after FROM transaction_detail d
     JOIN entry e ON e.account_id = d.ledger_account_id AND e.seq = d.seq
     WHERE d.ledger_account_id = $1 ORDER BY d.seq`,
    [card.account.ledgerAccountId],
  );
}

async function spentOf(card: TestCard) {
  return test.ctx.asOwner(
    'SELECT day::text, category, cents FROM spending_day WHERE member_account_id = $1 ORDER BY day, category',
    [card.account.id],
  );
}

/** An approved purchase of 50.00. */
async function approved(card: TestCard, given: object = {}) {
  const message = purchaseOf(card, { amount: 5_000, ...given });
  expect(await send('authorisations', message)).toMatchObject({ answer: '00' });
  return message;
}

/** The clearing of a purchase. */
function clearingOf(purchase: { reference: string }, amount: number, given: object = {}) {
  return { ...purchase, original: purchase.reference, reference: freshReference(), amount, ...given };
}

describe('a clearing', () => {
  it.each([
    ['the whole', 5_000, 15_000],
    ['a part', 3_500, 16_500],
    ['more than was held', 6_200, 13_800],
  ])('takes %s and releases the rest of the hold', async (_, amount, left) => {
    const card = await cardWith(20_000n);
    const purchase = await approved(card);
    const answer = await send('clearings', clearingOf(purchase, amount));
    expect(answer).toMatchObject({ answer: '00', available: left });
    expect(await moneyOf(card)).toEqual({ balance: left, held: 0, rows: 2 });
    expect(await settledOf(card)).toBe(amount);
    expect(await courseOf(purchase.reference)).toEqual({ status: 'cleared', amount });
    expect(await detailsOf(card)).toEqual([
      {
        kind: 'purchase',
        description: 'Corner Cafe',
        category: 'eatingOut',
        channel: 'contactless',
        card_last4: card.pan.slice(-4),
        amount: String(-amount),
        balance_after: String(left),
      },
    ]);
    expect(await spentOf(card)).toEqual([{ day: '2026-11-20', category: 'eatingOut', cents: String(amount) }]);
  });

  it('posts an amount above the balance', async () => {
    const card = await cardWith(5_000n);
    const purchase = await approved(card);
    expect(await send('clearings', clearingOf(purchase, 5_800))).toMatchObject({ answer: '00', available: -800 });
    expect(await moneyOf(card)).toEqual({ balance: -800, held: 0, rows: 2 });
  });

  it('posts without an authorisation, for a lost card too', async () => {
    for (const status of ['Active', 'ActiveOff', 'Lost', 'Stolen', 'Restricted', 'Replaced', 'Closed']) {
      const card = await cardWith(1_000n, { status });
      const { original: _, ...clearing } = clearingOf(purchaseOf(card), 1_500);
      expect(await send('clearings', clearing)).toMatchObject({ answer: '00', available: -500 });
      expect(await moneyOf(card)).toEqual({ balance: -500, held: 0, rows: 2 });
    }
  });

  it('ends the hold of a card that was blocked after the purchase', async () => {
    const card = await cardWith(20_000n);
    const purchase = await approved(card);
    await test.ctx.asOwner("UPDATE card SET status = 'Stolen' WHERE id = $1", [card.id]);
    expect(await send('clearings', clearingOf(purchase, 5_000))).toMatchObject({
      answer: '00',
      available: 15_000,
    });
    expect(await moneyOf(card)).toEqual({ balance: 15_000, held: 0, rows: 2 });
  });

  it('posts after its hold has expired', async () => {
    const card = await cardWith(20_000n);
    const purchase = await approved(card);
    test.ctx.setBusinessTime('2026-11-28T02:00:00Z');
    await sweep(test.ctx, expireHolds);
    expect(await moneyOf(card)).toMatchObject({ held: 0 });
    expect(await send('clearings', clearingOf(purchase, 5_000))).toMatchObject({
      answer: '00',
      available: 15_000,
    });
    expect(await moneyOf(card)).toEqual({ balance: 15_000, held: 0, rows: 2 });
  });

  it('keeps time, id and reference of the pending row', async () => {
    const card = await cardWith(20_000n);
    const purchase = await approved(card);
    test.ctx.setBusinessTime('2026-11-22T02:00:00Z');
    await send('clearings', clearingOf(purchase, 5_000));
    const [row] = await test.ctx.asOwner(
      `SELECT d.public_id = o.public_id AS same_id, d.reference = o.receipt AS same_reference, t.effective_at = o.at AS same_time,
              t.posted_at > o.at AS posted_later
       FROM authorisation o, transaction_detail d JOIN transfer t ON t.id = d.transfer_id
       WHERE o.reference = $1 AND d.ledger_account_id = $2`,
      [purchase.reference, card.account.ledgerAccountId],
    );
    expect(row).toEqual({ same_id: true, same_reference: true, same_time: true, posted_later: true });
    expect(await spentOf(card)).toEqual([{ day: '2026-11-20', category: 'eatingOut', cents: '5000' }]);
  });

  it('posts once when repeated, and again as a second clearing of the purchase', async () => {
    const card = await cardWith(20_000n);
    const purchase = await approved(card);
    const clearing = clearingOf(purchase, 2_000);
    const answers = await Promise.all(Array.from({ length: 50 }, () => send('clearings', clearing)));
    expect(new Set(answers.map((answer) => JSON.stringify(answer))).size).toBe(1);
    expect(await moneyOf(card)).toEqual({ balance: 18_000, held: 0, rows: 2 });
    // A shop that sends in two parts.
    expect(await send('clearings', clearingOf(purchase, 1_000))).toMatchObject({
      answer: '00',
      available: 17_000,
    });
    expect(await detailsOf(card)).toHaveLength(2);
  });

  it('does not end the hold of another account', async () => {
    const [mine, yours] = [await cardWith(20_000n), await cardWith(20_000n)];
    const purchase = await approved(yours);
    await send('clearings', clearingOf(purchase, 1_000, { cardNumber: mine.pan }));
    expect(await moneyOf(mine)).toEqual({ balance: 19_000, held: 0, rows: 2 });
    expect(await moneyOf(yours)).toEqual({ balance: 20_000, held: 5_000, rows: 1 });
    expect(await courseOf(purchase.reference)).toEqual({ status: 'approved', amount: 5_000 });
  });

  it('posts cash as a row of kind cash', async () => {
    const card = await cardWith(20_000n);
    const atm = { channel: 'atm', merchant: { name: 'ATM', country: 'AU', mcc: '6011' } };
    const { original: _, ...clearing } = clearingOf(purchaseOf(card, atm), 6_000);
    await send('clearings', clearing);
    expect(await detailsOf(card)).toEqual([
      expect.objectContaining({ kind: 'cash', category: 'cash', amount: '-6000' }),
    ]);
  });

  it('is answered 14 for an unknown card', async () => {
    const card = await cardWith(0n);
    const clearing = clearingOf(purchaseOf(card), 1_000, { cardNumber: '9036000000099990' });
    expect(await send('clearings', clearing)).toMatchObject({ answer: '14' });
  });
});

describe('a reversal', () => {
  const reversalOf = (original: string, given: object = {}) => ({ reference: freshReference(), original, ...given });

  it('releases the whole hold, and a second one changes nothing', async () => {
    const card = await cardWith(20_000n);
    const purchase = await approved(card);
    const reversal = reversalOf(purchase.reference);
    expect(await send('reversals', reversal)).toMatchObject({ answer: '00', available: 20_000 });
    expect(await send('reversals', reversal)).toMatchObject({ answer: '00', available: 20_000 });
    expect(await send('reversals', reversalOf(purchase.reference))).toMatchObject({
      answer: '00',
      available: 20_000,
    });
    expect(await moneyOf(card)).toEqual({ balance: 20_000, held: 0, rows: 1 });
    expect(await courseOf(purchase.reference)).toEqual({ status: 'reversed', amount: 0 });
  });

  it('releases a part of the hold, and a further part in a second reversal', async () => {
    const card = await cardWith(20_000n);
    const purchase = await approved(card);
    const part = (replacementAmount: number) =>
      send('reversals', reversalOf(purchase.reference, { replacementAmount }));
    expect(await part(3_000)).toMatchObject({ answer: '00', available: 17_000 });
    expect(await part(3_000)).toMatchObject({ answer: '00', available: 17_000 });
    expect(await part(1_000)).toMatchObject({ answer: '00', available: 19_000 });
    expect(await part(4_000)).toMatchObject({ answer: '61' });
    expect(await moneyOf(card)).toEqual({ balance: 20_000, held: 1_000, rows: 1 });
    expect(await send('clearings', clearingOf(purchase, 1_000))).toMatchObject({ available: 19_000 });
  });

  it('is not permitted for a cleared purchase', async () => {
    const card = await cardWith(20_000n);
    const purchase = await approved(card);
    await send('clearings', clearingOf(purchase, 5_000));
    expect(await send('reversals', reversalOf(purchase.reference))).toMatchObject({ answer: '57' });
    expect(await moneyOf(card)).toEqual({ balance: 15_000, held: 0, rows: 2 });
  });

  it('changes nothing for a declined purchase', async () => {
    const card = await cardWith(100n);
    const purchase = purchaseOf(card);
    await send('authorisations', purchase);
    // It is kept for a server that stood in and approved, so the answer leaves out the available balance.
    const answer = await send('reversals', reversalOf(purchase.reference));
    expect(answer).toMatchObject({ answer: '00', available: null });
    expect(await moneyOf(card)).toMatchObject({ balance: 100, held: 0 });
    expect(await courseOf(purchase.reference)).toEqual({ status: 'declined', amount: 1234 });
  });

  it('leaves the money taken and nothing held beside a clearing at the same moment', async () => {
    for (let round = 0; round < 5; round += 1) {
      const card = await cardWith(20_000n);
      const purchase = await approved(card);
      const [reversed, cleared] = await Promise.all([
        send('reversals', reversalOf(purchase.reference)),
        send('clearings', clearingOf(purchase, 5_000)),
      ]);
      expect(cleared.answer).toBe('00');
      // The reversal came first (00) or found it cleared (57); the money is taken and nothing held.
      expect(['00', '57']).toContain(reversed.answer);
      expect(await moneyOf(card)).toEqual({ balance: 15_000, held: 0, rows: 2 });
    }
  });
});

describe('a refund', () => {
  it('credits the account and reduces the spending of its category', async () => {
    const card = await cardWith(20_000n);
    const purchase = await approved(card);
    await send('clearings', clearingOf(purchase, 5_000));
    const refund = { ...purchase, reference: freshReference(), original: purchase.reference, amount: 3_900 };
    expect(await send('refunds', refund)).toMatchObject({ answer: '00', available: 18_900 });
    expect(await send('refunds', refund)).toMatchObject({ answer: '00', available: 18_900 });
    expect(await moneyOf(card)).toEqual({ balance: 18_900, held: 0, rows: 3 });
    expect(await settledOf(card)).toBe(1_100);
    expect(await detailsOf(card)).toMatchObject([
      { kind: 'purchase' },
      { kind: 'refund', amount: '3900', category: 'eatingOut' },
    ]);
    expect(await spentOf(card)).toEqual([{ day: '2026-11-20', category: 'eatingOut', cents: '1100' }]);
  });

  it('credits the account of a lost card', async () => {
    const card = await cardWith(0n, { status: 'Lost' });
    expect(await send('refunds', purchaseOf(card, { amount: 700 }))).toMatchObject({
      answer: '00',
      available: 700,
    });
  });
});

describe('an advice', () => {
  it('is held regardless of the status, limit and balance of the card', async () => {
    const card = await cardWith(1_000n, { status: 'ActiveOff', spendLimit: 1n });
    const advice = purchaseOf(card, { amount: 4_000 });
    expect(await send('advices', advice)).toMatchObject({ answer: '00', available: -3_000 });
    expect(await send('advices', advice)).toMatchObject({ answer: '00', available: -3_000 });
    expect(await moneyOf(card)).toEqual({ balance: 1_000, held: 4_000, rows: 1 });
    expect(await send('clearings', clearingOf(advice, 4_000))).toMatchObject({ answer: '00', available: -3_000 });
    expect(await moneyOf(card)).toEqual({ balance: -3_000, held: 0, rows: 2 });
  });

  it('is answered 14 for an unknown card', async () => {
    const card = await cardWith(0n);
    expect(await send('advices', purchaseOf(card, { cardNumber: '9036000000099990' }))).toMatchObject({
      answer: '14',
    });
  });
});

describe('a closed account', () => {
  async function givenClosed(): Promise<TestCard> {
    const card = await cardWith(0n);
    const closing = {
      tenantId: card.brand.tenantId,
      account: card.account.ledgerAccountId,
      at: Date.parse(TEST_START),
    };
    const closed = await test.ctx.database.transact(closing.tenantId, (tx) => openLedger().closeAccount(tx, closing));
    expect(closed.ok).toBe(true);
    return card;
  }

  it('accepts a refund for its former holder once, without a change of balance', async () => {
    const card = await givenClosed();
    const refund = purchaseOf(card);
    const answer = await send('refunds', refund);
    expect(answer).toMatchObject({ answer: '00', available: 0 });
    expect(await send('refunds', refund)).toEqual(answer);
    expect(await moneyOf(card)).toEqual({ balance: 0, held: 0, rows: 0 });
  });

  it.each(['authorisations', 'advices', 'clearings'] as const)(
    'answers 05 to %s and their repeats, and does not change',
    async (call) => {
      const card = await givenClosed();
      const message = purchaseOf(card);
      const declined = { reference: message.reference, answer: '05', approvalCode: null, available: null };
      expect(await send(call, message)).toEqual(declined);
      expect(await send(call, message)).toEqual(declined);
      expect(await moneyOf(card)).toEqual({ balance: 0, held: 0, rows: 0 });
      expect(await detailsOf(card)).toEqual([]);
      expect(await spentOf(card)).toEqual([]);
    },
  );

  it('shows the purchase to its cardholder as declined', async () => {
    const card = await givenClosed();
    const all = [purchaseOf(card), purchaseOf(card)];
    await Promise.all([send('authorisations', all[0] ?? {}), send('advices', all[1] ?? {})]);
    const rows = await test.ctx.asOwner('SELECT status, decline_reason FROM authorisation WHERE card_id = $1', [
      card.id,
    ]);
    const declined = { status: 'declined', decline_reason: 'cardBlocked' };
    expect(rows).toEqual([declined, declined]);
  });

  it('does not affect purchases of other accounts at the same moment', async () => {
    const [closed, open] = [await givenClosed(), await cardWith(10_000n)];
    const answers = await Promise.all(
      [open, closed, open, open].map((card) => send('authorisations', purchaseOf(card, { amount: 1_000 }))),
    );
    expect(answers.map((answer) => answer.answer)).toEqual(['00', '05', '00', '00']);
    expect(await moneyOf(open)).toMatchObject({ held: 3_000 });
  });
});

describe('a hold that is not cleared', () => {
  it.each([
    ['5814', '2026-11-27T02:00:00Z'],
    ['5542', '2026-11-23T02:00:00Z'],
    ['7011', '2026-12-20T02:00:00Z'],
  ])('at a merchant of %s expires at %s, not before', async (mcc, end) => {
    const card = await cardWith(20_000n);
    const purchase = await approved(card, { merchant: { name: 'Shop', country: 'AU', mcc } });
    test.ctx.setBusinessTime(Date.parse(end) - 1);
    await sweep(test.ctx, expireHolds);
    expect(await moneyOf(card)).toMatchObject({ held: 5_000 });
    test.ctx.setBusinessTime(end);
    await sweep(test.ctx, expireHolds);
    expect(await moneyOf(card)).toEqual({ balance: 20_000, held: 0, rows: 1 });
    expect(await courseOf(purchase.reference)).toEqual({ status: 'expired', amount: 5_000 });
  });

  it.each([1, 3])('expires once when %d servers look at the same time, in several batches', async (servers) => {
    const card = await cardWith(200_000n);
    for (let count = 0; count < 105; count += 1) await approved(card, { amount: 100 });
    test.ctx.setBusinessTime('2026-12-31T02:00:00Z');
    await Promise.all(Array.from({ length: servers }, () => sweep(test.ctx, expireHolds)));
    // Servers that share a batch see it smaller than a whole one and stop. The next sweep expires the remaining holds.
    if (servers > 1) await sweep(test.ctx, expireHolds);
    expect(await moneyOf(card)).toEqual({ balance: 200_000, held: 0, rows: 1 });
    const ended = await test.ctx.asOwner(
      "SELECT FROM hold_event e JOIN hold h ON h.id = e.hold_id WHERE h.account_id = $1 AND e.kind = 'expired'",
      [card.account.ledgerAccountId],
    );
    expect(ended).toHaveLength(105);
  });
});
