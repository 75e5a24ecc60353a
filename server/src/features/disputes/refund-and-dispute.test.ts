import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { givenApp, type TestApp } from '../../../test-support/app.ts';
import { dice, oneOf } from '../../../test-support/dice.ts';
import { give, givenStaff } from '../../../test-support/desk/desk.ts';
import { givenBought, takeBackCredits } from '../../../test-support/disputes.ts';
import { freshReference, purchaseOf, sendNetwork } from '../../../test-support/network.ts';
import { inFull, seedOr } from '../../../test-support/sampled.ts';
import { givenUser, postApi } from '../../../test-support/signed-in.ts';
import { balanceOf } from '../../../test-support/transfers.ts';
import { brokenIn } from '../../../test-support/ledger/verified.ts';

let test: TestApp;
beforeAll(async () => {
  test = await givenApp();
});
afterAll(async () => {
  expect(await brokenIn(test.ctx)).toEqual([]);
  await test.close();
});

type Bought = Awaited<ReturnType<typeof givenBought>>;

/** A purchase of 12.34 that was cleared, and what is on its account then. */
async function given() {
  const bought = await givenBought(test);
  return { ...bought, before: await balanceOf(test.ctx, bought.card.account) };
}

async function originalOf({ card }: Bought): Promise<string> {
  const [row] = await test.ctx.asOwner<{ reference: string }>(
    'SELECT reference FROM authorisation WHERE card_id = $1',
    [card.id],
  );
  return row?.reference ?? '';
}

const body = ({ card, sequence }: Bought) => ({ accountNumber: card.account.accountNumber, Sequence: sequence });

async function open(bought: Bought, dollars?: number) {
  const asked = { ...body(bought), Reason: 'notReceived', Explanation: 'It never came.' };
  const response = await postApi(test, 'dispute/open', bought.headers, {
    ...asked,
    ...(dollars !== undefined && { Amount: dollars }),
  });
  return response.json<{ Reference: string; Amount: number; error?: string[] }>();
}
const shown = async (bought: Bought) => (await postApi(test, 'dispute/get', bought.headers, body(bought))).json();

async function refund(bought: Bought, amount: number, original?: string) {
  const message = { reference: freshReference(), amount, original: original ?? (await originalOf(bought)) };
  const first = await sendNetwork(test, 'refunds', purchaseOf(bought.card, message));
  expect(await sendNetwork(test, 'refunds', purchaseOf(bought.card, message))).toEqual(first);
  return first.answer;
}

async function desk({ card }: Bought, name: string, dispute: string, input: Readonly<Record<string, string>> = {}) {
  const { tenantId } = card.brand;
  const [asker, manager] = [await givenStaff(test.ctx, tenantId), await givenStaff(test.ctx, tenantId)];
  const asked = await give(test, asker, name, { input: { dispute, ...input }, reason: 'as the scheme says' });
  const request = asked.body.request?.id;
  return request === undefined ? asked : give(test, manager, 'approve', { input: { request } });
}

async function look({ card }: Pick<Bought, 'card'>, name: string, input: Readonly<Record<string, string>> = {}) {
  const viewer = await givenStaff(test.ctx, card.brand.tenantId, { role: 'viewer' });
  return (await give(test, viewer, name, { input })).body.rows ?? [];
}

/** Open lines of the desk about an account. */
const excessOf = async (bought: Pick<Bought, 'card'>) =>
  (await look(bought, 'excess-refunds')).filter(({ account }) => account === bought.card.account.accountNumber);

async function booksOf({ card }: Bought) {
  const rows = await test.ctx.asOwner<{ kind: string; balance: number }>(
    "SELECT kind, balance::int FROM ledger_account WHERE tenant_id = $1 AND kind IN ('schemeSettlement', 'fees')",
    [card.brand.tenantId],
  );
  const of = (kind: string) => rows.find((row) => row.kind === kind)?.balance ?? 0;
  return { schemeSettlement: of('schemeSettlement'), fees: of('fees') };
}

describe('a refund of a disputed purchase', () => {
  it('[26-a] [26-c] of the whole amount takes the provisional credit back and ends the dispute, and the desk sees it', async () => {
    const bought = await given();
    const { Reference } = await open(bought);
    await desk(bought, 'provisional-credit', Reference);
    expect(await refund(bought, 1234)).toBe('00');
    expect((await balanceOf(test.ctx, bought.card.account)) - bought.before).toBe(12_34n);
    expect((await shown(bought)).Dispute).toMatchObject({
      State: 'Resolved',
      Resolution: 'merchantCredit',
      ProvisionalAmount: null,
    });
    const [about] = (await desk(bought, 'dispute', Reference)).body.rows ?? [];
    expect(about).toMatchObject({ what: 'Resolved', words: expect.stringContaining('refunded 12.34') });
    expect(about).toMatchObject({ words: expect.stringContaining('ended as merchantCredit') });
    expect((await desk(bought, 'resolve-dispute', Reference, { resolution: 'chargeback' })).body.error).toBe(
      'dispute_closed',
    );
    expect((await balanceOf(test.ctx, bought.card.account)) - bought.before).toBe(12_34n);
  });

  it('of a part takes that part of the credit back and leaves the rest to be decided', async () => {
    const bought = await given();
    const { Reference } = await open(bought);
    await desk(bought, 'provisional-credit', Reference);
    await refund(bought, 500);
    expect((await balanceOf(test.ctx, bought.card.account)) - bought.before).toBe(12_34n);
    expect((await shown(bought)).Dispute).toMatchObject({ State: 'Open', ProvisionalAmount: 7.34 });
    expect(
      (await desk(bought, 'resolve-dispute', Reference, { resolution: 'part', amount: '8.00' })).body,
    ).toMatchObject({ error: 'input_invalid', field: 'amount' });
    expect((await desk(bought, 'resolve-dispute', Reference, { resolution: 'chargeback' })).body.rows).toMatchObject([
      { credited: '7.34' },
    ]);
    expect((await balanceOf(test.ctx, bought.card.account)) - bought.before).toBe(12_34n);
  });

  it('before a provisional credit leaves only the rest to be credited', async () => {
    const bought = await given();
    const { Reference } = await open(bought);
    await refund(bought, 500);
    expect((await desk(bought, 'provisional-credit', Reference, { amount: '12.34' })).body.error).toBe('input_invalid');
    expect((await desk(bought, 'provisional-credit', Reference)).body.rows).toMatchObject([{ credited: '7.34' }]);
    expect((await balanceOf(test.ctx, bought.card.account)) - bought.before).toBe(12_34n);
  });

  it.each<[string, Readonly<Record<string, string>>, string, string]>([
    ['a chargeback of all', { resolution: 'chargeback' }, '0.00', '12.34'],
    ['a part', { resolution: 'part', amount: '5.00' }, '7.34', '5.00'],
    ['a write-off', { resolution: 'writeOff' }, '0.00', '12.34'],
  ])(
    'after %s goes to the cardholder as far as it is not credited, and the rest is a case of the desk',
    async (_how, input, credited, kept) => {
      const bought = await given();
      const { Reference } = await open(bought);
      await desk(bought, 'resolve-dispute', Reference, input);
      const books = await booksOf(bought);
      expect(await refund(bought, 1234)).toBe('00');
      expect((await balanceOf(test.ctx, bought.card.account)) - bought.before).toBe(12_34n);
      const after = await booksOf(bought);
      expect(after.schemeSettlement - books.schemeSettlement).toBe(-1234);
      expect(after.fees - books.fees).toBe(Number(kept) * 100);
      const original = await originalOf(bought);
      const purchase = {
        purchase: original,
        taken: '12.34',
        refunded: '12.34',
        amount: '12.34',
        merchant: 'Corner Cafe',
      };
      const [excess] = await excessOf(bought);
      expect(excess).toMatchObject({ ...purchase, credited, kept, account: bought.card.account.accountNumber });
      expect(await look(bought, 'cases')).toContainEqual(expect.objectContaining({ kind: 'refund', amount: kept }));
      expect(await look(bought, 'excess-refund', { case: String(excess?.['case']) })).toEqual([excess]);
      const agent = await givenStaff(test.ctx, bought.card.brand.tenantId);
      const closing = { input: { case: String(excess?.['case']) } };
      expect((await give(test, agent, 'close-excess-refund', closing)).body.rows).toMatchObject([{ state: 'Closed' }]);
      expect(await excessOf(bought)).toEqual([]);
    },
  );

  it('of more than the purchase leaves beside a provisional credit what was taken, and the programme the rest', async () => {
    const bought = await given();
    const { Reference } = await open(bought);
    await desk(bought, 'provisional-credit', Reference);
    expect(await refund(bought, 1500)).toBe('00');
    expect((await balanceOf(test.ctx, bought.card.account)) - bought.before).toBe(12_34n);
    expect(await excessOf(bought)).toMatchObject([{ credited: '12.34', kept: '2.66' }]);
  });

  it('that names an unknown purchase leaves the dispute as it is', async () => {
    const bought = await given();
    const { Reference } = await open(bought);
    await desk(bought, 'provisional-credit', Reference);
    await refund(bought, 200, `OTHER-${freshReference()}`);
    expect((await shown(bought)).Dispute).toMatchObject({ State: 'Open', ProvisionalAmount: 12.34 });
    expect((await balanceOf(test.ctx, bought.card.account)) - bought.before).toBe(14_34n);
  });

  it('may name the clearing instead of the authorisation', async () => {
    const bought = await given();
    await open(bought);
    await refund(bought, 1234, `${await originalOf(bought)}C`);
    expect((await shown(bought)).Dispute).toMatchObject({ State: 'Resolved', Resolution: 'merchantCredit' });
  });
});

/** Messages of so many cents that name a purchase, or one of its messages. */
const followingOf =
  (sent: ReturnType<typeof purchaseOf>) =>
  (amount: number, original = sent.reference) => ({ ...sent, reference: freshReference(), original, amount });

describe('refunds that come to more than their purchase', () => {
  it('[4-B10] are credited, and each is a line of the desk with its purchase', async () => {
    const { card } = await givenUser(test.ctx, { balance: 200_00n });
    const purchase = purchaseOf(card, { amount: 100_00 });
    const follow = followingOf(purchase);
    await sendNetwork(test, 'authorisations', purchase);
    await sendNetwork(test, 'clearings', follow(100_00));
    expect((await sendNetwork(test, 'refunds', follow(100_00))).answer).toBe('00');
    expect(await excessOf({ card })).toEqual([]);
    const second = follow(100_00);
    expect((await sendNetwork(test, 'refunds', second)).answer).toBe('00');
    expect(await balanceOf(test.ctx, card.account)).toBe(300_00n);
    const line = { purchase: purchase.reference, refund: second.reference, taken: '100.00', refunded: '200.00' };
    expect(await excessOf({ card })).toMatchObject([{ ...line, amount: '100.00', credited: '100.00', kept: '0.00' }]);
    expect(await look({ card }, 'cases')).toContainEqual(
      expect.objectContaining({ kind: 'refund', account: card.account.accountNumber, amount: '100.00' }),
    );
  });

  it('[4-B10-s1] are compared with what was cleared of a declined purchase', async () => {
    const { card } = await givenUser(test.ctx, { balance: 610_00n });
    const sent = purchaseOf(card, { amount: 20_00, channel: 'chip' });
    expect((await sendNetwork(test, 'authorisations', sent)).answer).toBe('55');
    const follow = followingOf(sent);
    await sendNetwork(test, 'clearings', follow(26_00));
    for (const amount of [26_00, 26_00, 500_00]) await sendNetwork(test, 'refunds', follow(amount));
    expect(await balanceOf(test.ctx, card.account)).toBe(1_136_00n);
    expect((await excessOf({ card })).map(({ amount, taken, refunded }) => [amount, taken, refunded])).toEqual([
      ['26.00', '26.00', '52.00'],
      ['500.00', '26.00', '552.00'],
    ]);
  });

  it('are no line any more once a clearing that came later covers them', async () => {
    const { card } = await givenUser(test.ctx, { balance: 200_00n });
    const purchase = purchaseOf(card, { amount: 100_00, channel: 'online', credentialOnFile: true });
    const follow = followingOf(purchase);
    await sendNetwork(test, 'authorisations', purchase);
    await sendNetwork(test, 'refunds', follow(30_00));
    expect(await excessOf({ card })).toMatchObject([{ taken: '0.00', refunded: '30.00' }]);
    await sendNetwork(test, 'clearings', follow(20_00));
    expect(await excessOf({ card })).toMatchObject([{ taken: '20.00', refunded: '30.00' }]);
    await sendNetwork(test, 'clearings', follow(80_00));
    expect(await excessOf({ card })).toEqual([]);
  });

  it('count clearings and refunds that name a part of the purchase as of all of it', async () => {
    const { card } = await givenUser(test.ctx, { balance: 200_00n });
    const purchase = purchaseOf(card, { amount: 100_00, channel: 'online', credentialOnFile: true });
    const follow = followingOf(purchase);
    await sendNetwork(test, 'authorisations', purchase);
    const parcel = follow(40_00, purchase.reference);
    for (const clearing of [parcel, follow(60_00, purchase.reference)]) await sendNetwork(test, 'clearings', clearing);
    await sendNetwork(test, 'refunds', follow(70_00, parcel.reference));
    expect(await excessOf({ card })).toEqual([]);
    await sendNetwork(test, 'refunds', follow(30_01, purchase.reference));
    expect(await excessOf({ card })).toMatchObject([{ taken: '100.00', refunded: '100.01' }]);
  });
});

describe('the amount that may be disputed', () => {
  it('excludes what refunds have given back', async () => {
    const bought = await given();
    await refund(bought, 1000);
    expect((await open(bought, 12.34)).error).toBeDefined();
    expect(await open(bought)).toMatchObject({ Amount: 2.34 });
  });

  it('is zero after a refund of the whole amount', async () => {
    const bought = await given();
    await refund(bought, 1234);
    expect((await shown(bought)).CanDispute).toBe(false);
    expect((await open(bought)).error).toBeDefined();
  });

  it('excludes what an earlier dispute has decided', async () => {
    const bought = await given();
    const { Reference } = await open(bought, 10);
    await desk(bought, 'resolve-dispute', Reference, { resolution: 'lost' });
    expect((await open(bought, 12.34)).error).toBeDefined();
    expect(await open(bought)).toMatchObject({ Amount: 2.34 });
  });

  it('is reduced by the part of a refund that exceeds a partial dispute', async () => {
    const bought = await given();
    await open(bought, 6);
    await refund(bought, 800);
    expect((await shown(bought)).Dispute).toMatchObject({ State: 'Resolved', Resolution: 'merchantCredit' });
    expect(await open(bought)).toMatchObject({ Amount: 4.34 });
  });

  it('is reduced once by a refund that arrived before the clearing', async () => {
    const user = await givenUser(test.ctx, { balance: 100_000n });
    const purchase = purchaseOf(user.card, { channel: 'online', credentialOnFile: true });
    const { reference: original } = purchase;
    await sendNetwork(test, 'authorisations', purchase);
    const clear = async (amount: number) => {
      await sendNetwork(test, 'clearings', { ...purchase, amount, original, reference: freshReference() });
      const [row] = await test.ctx.asOwner<{ seq: string }>(
        "SELECT max(seq) AS seq FROM transaction_detail WHERE ledger_account_id = $1 AND kind = 'purchase'",
        [user.card.account.ledgerAccountId],
      );
      return { ...user, sequence: Number(row?.seq) };
    };
    await sendNetwork(test, 'refunds', { ...purchase, amount: 700, original, reference: freshReference() });
    const first = await clear(500);
    const second = await clear(734);
    expect((await shown(first)).CanDispute).toBe(false);
    expect(await open(second)).toMatchObject({ Amount: 5.34 });
  });
});

describe('refunds and disputes of one purchase in random order', () => {
  const seed = seedOr(306);
  it.each(Array.from({ length: inFull(20, 4) }, (_, at) => seed + at))('history %i', async (history) => {
    const roll = dice(history);
    const bought = await given();
    const taken = 1234;
    /** Cents of the purchase: decided for the cardholder, refunded, and refunded above its amount. */
    let [decided, returned, above, kept] = [0, 0, 0, 0];
    let dispute:
      | { reference: string; id: string; amount: number; refunded: number; provisional: number | undefined }
      | undefined;
    for (let step = 0; step < 9; step += 1) {
      const kind = oneOf(roll, ['open', 'provisional', 'refund', 'refund', 'resolve', 'withdraw'] as const);
      const rest = dispute ? dispute.amount - dispute.refunded : 0;
      if (kind === 'open' && !dispute) {
        const opened = (await open(bought)) as { Reference: string; Amount: number; DisputeId: string };
        if (opened.Reference === undefined) continue;
        const amount = Math.round(opened.Amount * 100);
        dispute = { reference: opened.Reference, id: opened.DisputeId, amount, refunded: 0, provisional: undefined };
      } else if (kind === 'provisional' && dispute?.provisional === undefined && dispute) {
        dispute.provisional = 1 + roll(rest);
        const amount = (dispute.provisional / 100).toFixed(2);
        expect((await desk(bought, 'provisional-credit', dispute.reference, { amount })).status).toBe(200);
      } else if (kind === 'refund') {
        const cents = 1 + roll(taken);
        expect(await refund(bought, cents)).toBe('00');
        const left = taken - decided - returned;
        const credited = decided > 0 || (dispute?.provisional ?? 0) > 0 ? Math.min(cents, left) : cents;
        const counted = Math.min(credited, left);
        [returned, above, kept] = [returned + counted, above + credited - counted, kept + cents - credited];
        const within = Math.min(rest, counted);
        if (dispute) {
          dispute.refunded += within;
          if (dispute.provisional !== undefined) dispute.provisional = Math.max(0, dispute.provisional - within);
          if (dispute.refunded === dispute.amount) dispute = undefined;
        }
      } else if (kind === 'resolve' && dispute) {
        const cents = oneOf(roll, [0, rest, 1 + roll(rest)]);
        const amount = (cents / 100).toFixed(2);
        // A part is less than all.
        const paid = cents < rest ? { resolution: 'part', amount } : { resolution: 'chargeback', amount };
        const input: Record<string, string> = cents === 0 ? { resolution: 'lost' } : paid;
        expect((await desk(bought, 'resolve-dispute', dispute.reference, input)).status).toBe(200);
        [decided, dispute] = [decided + cents, undefined];
      } else if (kind === 'withdraw' && dispute) {
        await postApi(test, 'dispute/withdraw', bought.headers, { DisputeId: dispute.id });
        await takeBackCredits(test, bought.card.brand);
        dispute = undefined;
      }
      const got = Number((await balanceOf(test.ctx, bought.card.account)) - bought.before);
      expect({ history, step, kind, got }).toEqual({
        history,
        step,
        kind,
        got: decided + returned + above + (dispute?.provisional ?? 0),
      });
      expect(decided + returned).toBeLessThanOrEqual(taken);
      const sums = 'SELECT coalesce(sum(kept), 0)::int AS kept FROM excess_refund WHERE member_account_id = $1';
      expect(await test.ctx.asOwner(sums, [bought.card.account.id])).toEqual([{ kept }]);
    }
  });
});
