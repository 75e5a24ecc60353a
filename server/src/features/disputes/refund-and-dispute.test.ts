import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { givenApp, type TestApp } from '../../../test-support/app.ts';
import { give, givenStaff } from '../../../test-support/desk.ts';
import { givenBought } from '../../../test-support/disputes.ts';
import { freshReference, purchaseOf, sendNetwork } from '../../../test-support/network.ts';
import { givenUser, postApi } from '../../../test-support/signed-in.ts';
import { balanceOf } from '../../../test-support/transfers.ts';
import { brokenIn } from '../../../test-support/verified.ts';

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

  it('after a chargeback of the same amount is refused', async () => {
    const bought = await given();
    const { Reference } = await open(bought);
    await desk(bought, 'resolve-dispute', Reference, { resolution: 'chargeback' });
    expect(await refund(bought, 1234)).toBe('57');
    expect((await balanceOf(test.ctx, bought.card.account)) - bought.before).toBe(12_34n);
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
