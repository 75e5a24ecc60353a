import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { givenApp, type TestApp } from '../../test-support/app.ts';
import { sweep } from '../../test-support/due-work.ts';
import { givenBrand, givenCard, givenProduct, type TestCard } from '../../test-support/factories.ts';
import { freshReference, purchaseOf, sendNetwork } from '../../test-support/network.ts';
import { expireHolds } from '../features/network/due.ts';
import { PURCHASE_INVARIANTS } from '../features/network/public.ts';
import { WORDS_INVARIANTS } from '../features/transactions/public.ts';
import { verify } from './verify.ts';

let test: TestApp;
let card: TestCard;
beforeEach(async () => {
  test = await givenApp();
  const brand = await givenBrand(test.ctx);
  const product = await givenProduct(test.ctx, { brand, settings: { foreignFeePoints: 300 } });
  card = await givenCard(test.ctx, { brand, product, balance: 100_000n });
});
afterEach(() => test.close());

/**
 * A purchase of each course: open, partly reversed, cleared abroad, reversed, run out, declined, advised; a refund. Then
 * what a processor told: a purchase that it has put in an order, with a refund that was reversed, a decline, and an
 * announced refund that came.
 */
async function givenPurchases() {
  const approve = async () => {
    const purchase = purchaseOf(card, { amount: 5_000 });
    await sendNetwork(test, 'authorisations', purchase);
    return purchase;
  };
  const follow = (purchase: { reference: string }, more: object) => ({
    ...purchase,
    original: purchase.reference,
    reference: freshReference(),
    ...more,
  });
  await approve();
  test.ctx.setBusinessTime('2026-12-20T02:00:00Z');
  await sweep(test.ctx, expireHolds);
  const takeBack = ({ reference }: { reference: string }, more = {}) =>
    sendNetwork(test, 'reversals', { original: reference, reference: freshReference(), ...more });
  await takeBack(await approve(), { replacementAmount: 3_000 });
  await takeBack(await approve());
  await sendNetwork(
    test,
    'clearings',
    follow(await approve(), { amount: 6_000, merchant: { name: 'Blue Bottle', country: 'US', mcc: '5814' } }),
  );
  await sendNetwork(test, 'authorisations', purchaseOf(card, { amount: 900_000 }));
  await sendNetwork(test, 'advices', purchaseOf(card, { amount: 700 }));
  await sendNetwork(test, 'refunds', purchaseOf(card, { amount: 800 }));
  const ordered = await approve();
  await sendNetwork(test, 'clearings', follow(ordered, { amount: 2_000, isFinal: false, after: 5 }));
  const back = follow(ordered, { amount: 500 });
  await sendNetwork(test, 'refunds', back);
  await sendNetwork(test, 'refund-reversals', follow(back, {}));
  await sendNetwork(test, 'notices', purchaseOf(card, { reason: 'INSUFFICIENT_FUNDS' }));
  const announced = purchaseOf(card, { amount: 300 });
  await sendNetwork(test, 'refund-authorisations', announced);
  await sendNetwork(test, 'refunds', follow(announced, {}));
}

async function broken(): Promise<string[]> {
  const lines: string[] = [];
  await verify(test.ctx.ownerUrl, { say: (line) => lines.push(line) });
  return lines.flatMap((line) => /^ {4}✗ ([a-z-]+):/.exec(line)?.[1] ?? []);
}

/** Damages done as a superuser, and the names that verify gives them. */
const DAMAGES: readonly [string, string, readonly string[]][] = [
  [
    'what an open purchase stands at is changed',
    "UPDATE authorisation SET current_amount = current_amount + 1 WHERE amount = 5000 AND status = 'approved' AND cleared_amount = 0",
    ['purchase-hold'],
  ],
  [
    'a purchase that was cleared is made open again',
    "UPDATE authorisation SET status = 'approved' WHERE status = 'cleared'",
    ['purchase-hold'],
  ],
  [
    'a purchase that was taken back is called expired',
    "UPDATE authorisation SET status = 'expired' WHERE status = 'reversed'",
    ['purchase-hold'],
  ],
  [
    'a purchase is pointed at a hold that is not there',
    "UPDATE authorisation SET hold_id = 999999 WHERE amount = 5000 AND status = 'approved' AND cleared_amount = 0",
    ['purchase-hold'],
  ],
  [
    'a purchase is moved to a card that is not there',
    'UPDATE authorisation SET card_id = 999999 WHERE amount = 900000',
    ['purchase-of-card'],
  ],
  [
    'a purchase is moved to another account',
    'UPDATE authorisation SET member_account_id = (SELECT max(id) + 1 FROM member_account) WHERE amount = 900000',
    ['purchase-of-card'],
  ],
  [
    'a purchase is given the reference of another message',
    "UPDATE authorisation SET reference = 'another-message' WHERE amount = 900000",
    ['purchase-of-card'],
  ],
  [
    'a declined purchase is removed',
    "DELETE FROM authorisation WHERE status = 'declined' AND amount = 900000",
    ['message-of-network'],
  ],
  [
    'a clearing among the events of a purchase is changed',
    "UPDATE purchase_event SET cents = cents - 1 WHERE kind = 'clearing'",
    ['purchase-event'],
  ],
  [
    'a purchase is said to have come too late that was declined elsewhere',
    "UPDATE purchase_ending SET kind = 'tooLate'",
    ['purchase-ending'],
  ],
  [
    'an announced refund that has not come is said to have come',
    "UPDATE pending_refund SET reference = 'another-message'",
    ['pending-refund'],
  ],
  [
    'more of a refund is taken back than it counted for',
    'UPDATE merchant_credit_undone SET cents = cents + 1',
    ['refund-taken-back'],
  ],
  [
    'a message is pointed at a transfer that is not there',
    "UPDATE network_message SET transfer_id = 999999 WHERE kind = 'refund' AND original IS NULL",
    ['message-of-network'],
  ],
  [
    'the fee of a foreign purchase is changed',
    'UPDATE foreign_part SET fee = fee - 1 WHERE cents > 0',
    ['foreign-fee'],
  ],
  [
    'a purchase falls out of the search of the desk',
    `INSERT INTO search_fill (tenant_id, name, filled_to, noted_to, before_xid)
     SELECT tenant_id, 'purchases', min(id), min(id), 0 FROM authorisation GROUP BY tenant_id`,
    ['purchase-search'],
  ],
  [
    'the words of a posting are moved to another entry',
    'UPDATE transaction_detail SET seq = 999 WHERE seq = (SELECT max(seq) FROM transaction_detail)',
    ['words-of-entry'],
  ],
  [
    'the words of a posting name another transfer',
    'UPDATE transaction_detail SET transfer_id = transfer_id + 1 WHERE seq = (SELECT max(seq) FROM transaction_detail)',
    ['words-of-entry'],
  ],
];

it('verify finds nothing in purchases of every course', async () => {
  await givenPurchases();
  const courses = await test.ctx.asOwner('SELECT status, count(*)::int AS n FROM authorisation GROUP BY 1 ORDER BY 1');
  expect(courses).toEqual([
    { status: 'approved', n: 3 },
    { status: 'cleared', n: 1 },
    { status: 'declined', n: 2 },
    { status: 'expired', n: 1 },
    { status: 'reversed', n: 1 },
  ]);
  expect(await broken()).toEqual([]);
});

describe('verify names the invariant when', () => {
  it.each(DAMAGES)('%s', async (_what, sql, names) => {
    await givenPurchases();
    await test.ctx.asOwner(sql);
    expect(await broken()).toEqual(names);
  });
});

it('each of these invariants is broken by a damage above', () => {
  const names = new Set(DAMAGES.flatMap(([, , found]) => found));
  expect([...names].toSorted()).toEqual(
    [...PURCHASE_INVARIANTS, ...WORDS_INVARIANTS].map(({ name }) => name).toSorted(),
  );
});
