import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { givenApp, type TestApp } from '../../../../test-support/app.ts';
import { give, givenStaff } from '../../../../test-support/desk/desk.ts';
import { givenCard, type TestCard } from '../../../../test-support/factories.ts';
import { brokenIn } from '../../../../test-support/ledger/verified.ts';
import { freshReference, purchaseOf, sendNetwork } from '../../../../test-support/network.ts';
import { knownToProcessor, messageOf } from '../../../../test-support/processor-cards.ts';
import { authorisePurchase } from '../authorise.ts';
import { takeTold, type TakenTold } from './take-told.ts';

let test: TestApp;
beforeAll(async () => {
  test = await givenApp();
});
afterAll(async () => {
  const broken = await brokenIn(test.ctx);
  await test.close();
  expect(broken).toEqual([]);
});

/** Only a dispute needs its programme. */
const BY = { tenantId: 1, connection: 1 };
const AT = '2026-11-20T02:00:00Z';
const keyed = (after?: number) => ({ key: freshReference(), of: 'of', at: AT, after });
const tell = async (told: TakenTold) => (await takeTold(test.ctx, told, BY)).answer;

async function sumsOf({ account }: TestCard): Promise<{ balance: number; held: number }> {
  const [row] = await test.ctx.asOwner<{ balance: string; held: string }>(
    'SELECT balance, held FROM ledger_account WHERE id = $1',
    [account.ledgerAccountId],
  );
  return { balance: Number(row?.balance), held: Number(row?.held) };
}

const purchasesOf = ({ id }: TestCard) =>
  test.ctx.asOwner<{ status: string; decline_reason: string | null; ending: string | null; word: string | null }>(
    `SELECT o.status, o.decline_reason, e.kind AS ending, e.word FROM authorisation o
     LEFT JOIN purchase_ending e ON e.authorisation_id = o.id WHERE o.card_id = $1 ORDER BY o.id`,
    [id],
  );

const codesOf = ({ account }: TestCard) =>
  test.ctx.asOwner<{ code: number; amount: string }>(
    'SELECT code, amount FROM entry WHERE account_id = $1 AND code > 15 ORDER BY seq',
    [account.ledgerAccountId],
  );

describe('a purchase that was declined elsewhere', () => {
  it('is a declined row with our reason and the processor’s word, holds nothing and can be cleared', async () => {
    const card = await givenCard(test.ctx, { balance: 10_000n });
    const notice = purchaseOf(card, { reason: 'CARD_PAUSED' });
    const first = await sendNetwork(test, 'notices', notice);
    expect(first.answer).toBe('00');
    expect(await sendNetwork(test, 'notices', notice)).toEqual(first);
    expect((await sendNetwork(test, 'notices', { ...notice, amount: 1 })).answer).toBe('94');
    expect(await purchasesOf(card)).toEqual([
      { status: 'declined', decline_reason: 'cardOff', ending: 'elsewhere', word: 'CARD_PAUSED' },
    ]);
    expect(await sumsOf(card)).toEqual({ balance: 10_000, held: 0 });
    const cleared = purchaseOf(card, { amount: 1_234, original: notice.reference });
    expect((await sendNetwork(test, 'clearings', cleared)).answer).toBe('00');
    expect(await sumsOf(card)).toEqual({ balance: 8_766, held: 0 });
  });

  it('leaves no row where it was a check of 0.00, and is unknown where its card is', async () => {
    const card = await givenCard(test.ctx, { balance: 10_000n });
    const check = purchaseOf(card, { amount: 0, reason: 'declined' });
    expect((await sendNetwork(test, 'notices', check)).answer).toBe('00');
    expect(await purchasesOf(card)).toEqual([]);
    const unknown = messageOf({ connection: 9, id: 'card_unknown' });
    expect(await tell({ ...keyed(), did: 'declined', reason: 'x', message: unknown })).toBe('14');
  });
});

describe('an approval that came too late', () => {
  it.each(['after', 'before'] as const)('is reversed whole, told %s its authorisation', async (when) => {
    const card = await givenCard(test.ctx, { balance: 10_000n });
    const purchase = purchaseOf(card, { amount: 5_000 });
    const reversal = { reference: freshReference(), original: purchase.reference, why: 'tooLate' };
    if (when === 'before') await sendNetwork(test, 'reversals', reversal);
    await sendNetwork(test, 'authorisations', purchase);
    if (when === 'after') await sendNetwork(test, 'reversals', reversal);
    expect(await purchasesOf(card)).toMatchObject([{ status: 'reversed', ending: 'tooLate' }]);
    expect(await sumsOf(card)).toEqual({ balance: 10_000, held: 0 });
  });
});

describe('a hold that the processor sets', () => {
  it('is held beyond the balance, and an older one changes nothing', async () => {
    const card = await givenCard(test.ctx, { balance: 10_000n });
    const purchase = purchaseOf(card, { amount: 5_000 });
    await sendNetwork(test, 'authorisations', purchase);
    const set = (amount: number, after: number) =>
      sendNetwork(test, 'holds', { reference: freshReference(), original: purchase.reference, amount, after });
    expect((await set(15_000, 7)).answer).toBe('00');
    expect((await set(2_000, 6)).answer).toBe('00');
    expect(await sumsOf(card)).toEqual({ balance: 10_000, held: 15_000 });
    await set(2_000, 8);
    expect(await sumsOf(card)).toEqual({ balance: 10_000, held: 2_000 });
  });

  it('is held again after an expiry, which leaves the purchase open for a late clearing', async () => {
    const card = await givenCard(test.ctx, { balance: 10_000n });
    const purchase = purchaseOf(card, { amount: 5_000 });
    await sendNetwork(test, 'authorisations', purchase);
    const named = () => ({ reference: freshReference(), original: purchase.reference });
    await sendNetwork(test, 'expiries', { ...named(), after: 1 });
    expect(await sumsOf(card)).toEqual({ balance: 10_000, held: 0 });
    expect(await purchasesOf(card)).toMatchObject([{ status: 'expired', ending: 'expired' }]);
    await sendNetwork(test, 'holds', { ...named(), amount: 4_000, after: 2 });
    expect(await sumsOf(card)).toEqual({ balance: 10_000, held: 4_000 });
    await sendNetwork(test, 'expiries', { ...named(), after: 3 });
    await sendNetwork(test, 'clearings', { ...purchaseOf(card), ...named(), amount: 4_500, after: 4 });
    expect(await sumsOf(card)).toEqual({ balance: 5_500, held: 0 });
  });

  it('of a purchase that has not come is kept, and a repeat with other content is refused', async () => {
    const original = freshReference();
    const set = { reference: freshReference(), original, amount: 4_000, after: 1 };
    const first = await sendNetwork(test, 'holds', set);
    expect(first.answer).toBe('00');
    expect(await sendNetwork(test, 'holds', set)).toEqual(first);
    expect((await sendNetwork(test, 'holds', { ...set, amount: 1 })).answer).toBe('94');
    expect((await sendNetwork(test, 'expiries', { reference: set.reference, original })).answer).toBe('94');
  });
});

describe('a card of a processor', () => {
  it('stays held after a clearing that does not say that it is the last one, and two days past the processor’s term', async () => {
    const card = await givenCard(test.ctx, { balance: 10_000n });
    const known = await knownToProcessor(test.ctx, card);
    const bought = messageOf(known, { amount: 5_000 });
    await authorisePurchase(test.ctx, bought);
    const [row] = await test.ctx.asOwner<{ days: number }>(
      'SELECT extract(day FROM expires_at - at)::int AS days FROM authorisation WHERE card_id = $1',
      [card.id],
    );
    expect(row?.days).toBe(9);
    const part = messageOf(known, { amount: 2_000, original: bought.reference });
    expect(await tell({ ...keyed(1), did: 'cleared', message: part })).toBe('00');
    expect(await sumsOf(card)).toEqual({ balance: 8_000, held: 3_000 });
  });

  it('is cleared before it is asked for, and the ask holds only the rest', async () => {
    const card = await givenCard(test.ctx, { balance: 10_000n });
    const known = await knownToProcessor(test.ctx, card);
    const bought = messageOf(known, { amount: 5_000 });
    const part = messageOf(known, { amount: 2_000, original: bought.reference });
    expect(await tell({ ...keyed(4), did: 'cleared', isFinal: false, message: part })).toBe('00');
    expect((await authorisePurchase(test.ctx, bought)).answer).toBe('00');
    expect(await sumsOf(card)).toEqual({ balance: 8_000, held: 3_000 });
  });

  it('gets a refund with a wrong link as one without a purchase', async () => {
    const merchant = { name: 'Corner Cafe', country: 'AU', mcc: '5814', acceptorId: 'A1' };
    const card = await givenCard(test.ctx, { balance: 10_000n });
    const known = await knownToProcessor(test.ctx, card);
    const bought = messageOf(known, { amount: 5_000, merchant });
    await authorisePurchase(test.ctx, bought);
    const cleared = messageOf(known, { amount: 5_000, merchant, original: bought.reference });
    await tell({ ...keyed(), did: 'cleared', isFinal: true, message: cleared });
    const links = async () =>
      (
        await test.ctx.asOwner<{ seq: string; cents: string }>(
          'SELECT cents FROM merchant_credit WHERE ledger_account_id = $1 ORDER BY transfer_id',
          [card.account.ledgerAccountId],
        )
      ).map(({ cents }) => Number(cents));
    const refund = (amount: number, acceptorId: string) =>
      tell({
        ...keyed(),
        did: 'refunded',
        message: messageOf(known, { amount, merchant: { ...merchant, acceptorId }, original: bought.reference }),
      });
    expect([await refund(1_000, 'A2'), await refund(6_000, 'A1')]).toEqual(['00', '00']);
    expect(await links()).toEqual([]);
    expect(await refund(2_000, 'A1')).toBe('00');
    expect(await links()).toEqual([2_000]);
    expect(await sumsOf(card)).toEqual({ balance: 14_000, held: 0 });
  });
});

describe('a correction', () => {
  it('posts both ways by its own code, beyond the balance, and waits at the desk', async () => {
    const card = await givenCard(test.ctx, { balance: 1_000n });
    const debit = purchaseOf(card, { amount: 1_500, side: 'debit' });
    const first = await sendNetwork(test, 'corrections', debit);
    expect(first.answer).toBe('00');
    expect(await sendNetwork(test, 'corrections', debit)).toEqual(first);
    await sendNetwork(test, 'corrections', purchaseOf(card, { amount: 700, side: 'credit' }));
    expect(await sumsOf(card)).toEqual({ balance: 200, held: 0 });
    expect(await codesOf(card)).toEqual([
      { code: 16, amount: '-1500' },
      { code: 16, amount: '700' },
    ]);
    const staff = await givenStaff(test.ctx, card.brand.tenantId);
    const shown = (await give(test, staff, 'told-cases')).body.rows ?? [];
    const ofIt = shown.filter(({ account }) => account === card.account.accountNumber);
    expect(ofIt).toMatchObject([
      { kind: 'correction', amount: '-15.00', posted: 'yes', about: 'Corner Cafe' },
      { kind: 'correction', amount: '7.00', posted: 'yes' },
    ]);
  });

  it('of a closed account is kept for its former holder, or refused and shown at the desk', async () => {
    const card = await givenCard(test.ctx, { balance: 0n });
    const { ledgerAccountId, id } = card.account;
    await test.ctx.asOwner('UPDATE ledger_account SET closed_at = now() WHERE id = $1', [ledgerAccountId]);
    await test.ctx.asOwner('UPDATE member_account SET is_closed = true WHERE id = $1', [id]);
    const send = (side: string) => sendNetwork(test, 'corrections', purchaseOf(card, { amount: 700, side }));
    expect([(await send('debit')).answer, (await send('credit')).answer]).toEqual(['05', '00']);
    expect(await sumsOf(card)).toEqual({ balance: 0, held: 0 });
    const kept = await test.ctx.asOwner('SELECT cents::int FROM former_money WHERE member_account_id = $1', [id]);
    expect(kept).toEqual([{ cents: 700 }]);
  });
});

describe('an announced refund', () => {
  const pendingOf = ({ id }: TestCard) =>
    test.ctx.asOwner(
      'SELECT amount::int, ending, extract(day FROM ends_at - at)::int AS days FROM pending_refund WHERE card_id = $1',
      [id],
    );

  it.each<[string, readonly string[], string | null, number]>([
    ['moves no money and waits 30 days', ['announce'], null, 0],
    ['ends by its refund', ['announce', 'refund'], 'refunded', 2_000],
    ['has ended where its refund came first', ['refund', 'announce'], 'refunded', 2_000],
    ['ends by its reversal', ['announce', 'reverse'], 'reversed', 0],
    ['has ended where its reversal came first', ['reverse', 'announce'], 'reversed', 0],
  ])('%s', async (_what, steps, ending, balance) => {
    const card = await givenCard(test.ctx, { balance: 0n });
    const announced = purchaseOf(card, { amount: 2_000 });
    const named = { reference: freshReference(), original: announced.reference };
    for (const step of steps) {
      const message = messageOf({ number: card.pan }, { reference: announced.reference, amount: 2_000 });
      const { answer } =
        step === 'announce'
          ? { answer: await tell({ ...keyed(), did: 'refundAuthorised', message }) }
          : step === 'refund'
            ? await sendNetwork(test, 'refunds', { ...announced, ...named })
            : await sendNetwork(test, 'reversals', named);
      expect([step, answer]).toEqual([step, '00']);
    }
    expect(await pendingOf(card)).toEqual([{ amount: 2_000, ending, days: 30 }]);
    expect(await sumsOf(card)).toEqual({ balance, held: 0 });
  });
});
