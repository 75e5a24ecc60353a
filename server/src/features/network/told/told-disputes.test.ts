import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { givenApp, type TestApp } from '../../../../test-support/app.ts';
import { give, givenStaff } from '../../../../test-support/desk/desk.ts';
import { givenDispute, type GivenDispute } from '../../../../test-support/disputes.ts';
import { brokenIn } from '../../../../test-support/ledger/verified.ts';
import { freshReference, purchaseOf, sendNetwork } from '../../../../test-support/network.ts';
import { balanceOf } from '../../../../test-support/transfers.ts';
import type { Told } from '../../../outside/processors/told.ts';
import { takeTold } from './take-told.ts';

let test: TestApp;
beforeAll(async () => {
  test = await givenApp();
});
afterAll(async () => {
  const broken = await brokenIn(test.ctx);
  await test.close();
  expect(broken).toEqual([]);
});

/** A disputed purchase of 12.34, by the reference of its authorisation, and what is on its account. */
async function given() {
  const dispute = await givenDispute(test);
  const [row] = await test.ctx.asOwner<{ reference: string }>(
    'SELECT reference FROM authorisation WHERE card_id = $1',
    [dispute.card.id],
  );
  return { ...dispute, original: row?.reference ?? '', before: await balanceOf(test.ctx, dispute.card.account) };
}
type Given = Awaited<ReturnType<typeof given>>;

const rowOf = async ({ id }: Pick<GivenDispute, 'id'>) => {
  const [row] = await test.ctx.asOwner<Record<string, unknown>>(
    `SELECT state, resolution, credited::int, refunded::int, provisional::int, provisional_ended_at IS NOT NULL AS is_back
     FROM dispute WHERE id = $1`,
    [id],
  );
  return row;
};
const gained = async ({ card, before }: Given) => Number((await balanceOf(test.ctx, card.account)) - before);

async function credited({ card, reference }: Given): Promise<void> {
  const { tenantId } = card.brand;
  const [asker, manager] = [await givenStaff(test.ctx, tenantId), await givenStaff(test.ctx, tenantId)];
  const asked = await give(test, asker, 'provisional-credit', {
    input: { dispute: reference },
    reason: 'as the processor says',
  });
  await give(test, manager, 'approve', { input: { request: asked.body.request?.id ?? '' } });
}

describe('a refund that its shop takes back', () => {
  it('opens the dispute again that it ended, and credits its provisional credit again', async () => {
    const it = await given();
    await credited(it);
    const refund = purchaseOf(it.card, { amount: 1_234, original: it.original });
    await sendNetwork(test, 'refunds', refund);
    expect(await rowOf(it)).toMatchObject({ state: 'Resolved', resolution: 'merchantCredit', refunded: 1_234 });
    expect(await gained(it)).toBe(1_234);
    const back = purchaseOf(it.card, { amount: 1_234, original: refund.reference });
    const first = await sendNetwork(test, 'refund-reversals', back);
    expect(first.answer).toBe('00');
    expect(await sendNetwork(test, 'refund-reversals', back)).toEqual(first);
    expect(await rowOf(it)).toEqual({
      state: 'Open',
      resolution: null,
      credited: null,
      refunded: 0,
      provisional: 1_234,
      is_back: false,
    });
    // The refund is gone, and the provisional credit is there as before it.
    expect(await gained(it)).toBe(1_234);
  });

  it('of a part takes that part out of the dispute', async () => {
    const it = await given();
    const refund = purchaseOf(it.card, { amount: 1_000, original: it.original });
    await sendNetwork(test, 'refunds', refund);
    await sendNetwork(test, 'refund-reversals', purchaseOf(it.card, { amount: 400, original: refund.reference }));
    expect(await rowOf(it)).toMatchObject({ state: 'Open', refunded: 600 });
    expect(await gained(it)).toBe(600);
  });

  it('before its refund leaves the dispute as it is', async () => {
    const it = await given();
    const refund = purchaseOf(it.card, { amount: 1_234, original: it.original });
    await sendNetwork(test, 'refund-reversals', purchaseOf(it.card, { amount: 1_234, original: refund.reference }));
    await sendNetwork(test, 'refunds', refund);
    expect(await rowOf(it)).toMatchObject({ state: 'Open', refunded: 0 });
    expect(await gained(it)).toBe(0);
  });
});

type State = Extract<Told, { did: 'disputed' }>['state'];

describe('a dispute at its processor', () => {
  async function tell(it: Given, dispute: string, state: State, after: number, amount?: number) {
    const by = { tenantId: it.card.brand.tenantId, connection: 1 };
    const keyed = { key: freshReference(), of: 'of', at: '2026-11-20T02:00:00Z', after };
    const told = { ...keyed, did: 'disputed', dispute, original: it.original, state, amount } as const;
    return (await takeTold(test.ctx, told, by)).answer;
  }
  const casesOf = async (dispute: string) =>
    test.ctx.asOwner('SELECT about, state FROM told_case WHERE message = $1', [dispute]);

  it.each<[string, readonly (readonly [State, number?])[], Record<string, unknown>, number]>([
    ['unsubmitted', [['needsInfo']], { state: 'NeedsInfo' }, 0],
    ['submitted', [['needsInfo'], ['submitted']], { state: 'Submitted' }, 0],
    ['won', [['submitted'], ['won']], { state: 'Resolved', resolution: 'chargeback', credited: 1_234 }, 1_234],
    ['won in part', [['submitted'], ['won', 500]], { state: 'Resolved', resolution: 'part', credited: 500 }, 500],
    ['lost', [['submitted'], ['lost']], { state: 'Resolved', resolution: 'lost', credited: 0 }, 0],
    ['expired', [['expired']], { state: 'Resolved', resolution: 'lost' }, 0],
    ['funds back', [['submitted'], ['fundsBack']], { state: 'Submitted', provisional: 1_234, is_back: false }, 1_234],
    ['funds taken', [['fundsBack', 700], ['fundsTaken']], { provisional: 700, is_back: true }, 0],
    ['lost with funds', [['fundsBack'], ['lost']], { resolution: 'lost', is_back: true }, 0],
  ])('%s moves ours and its money, once', async (_what, states, row, cents) => {
    const it = await given();
    const dispute = freshReference();
    for (const [place, [state, amount]] of states.entries()) {
      expect(await tell(it, dispute, state, place, amount)).toBe('00');
      expect(await tell(it, dispute, state, place, amount)).toBe('00');
    }
    expect(await rowOf(it)).toMatchObject(row);
    expect(await gained(it)).toBe(cents);
    expect(await casesOf(dispute)).toEqual([]);
  });

  it('that is older than what was told changes nothing', async () => {
    const it = await given();
    const dispute = freshReference();
    await tell(it, dispute, 'submitted', 5);
    await tell(it, dispute, 'needsInfo', 4);
    expect(await rowOf(it)).toMatchObject({ state: 'Submitted' });
  });

  it('moves by two states of one second', async () => {
    const it = await given();
    const dispute = freshReference();
    for (const state of ['needsInfo', 'submitted', 'submitted'] as const) await tell(it, dispute, state, 5);
    expect(await rowOf(it)).toMatchObject({ state: 'Submitted' });
    expect(await casesOf(dispute)).toEqual([]);
  });

  it('is kept without a card number', async () => {
    const it = await given();
    await tell(it, `dispute ${it.card.pan}`, 'needsInfo', 5);
    const kept = await test.ctx.asOwner<{ external_id: string }>(
      'SELECT external_id FROM processor_dispute WHERE tenant_id = $1',
      [it.card.brand.tenantId],
    );
    expect(kept.map(({ external_id: id }) => id.includes(it.card.pan))).toEqual([false]);
  });

  it('stops at the desk where the state has no meaning here, or no dispute of ours is named', async () => {
    const it = await given();
    const [unknown, foreign] = [freshReference(), freshReference()];
    expect(await tell(it, unknown, 'other', 1)).toBe('00');
    expect(await tell({ ...it, original: freshReference() }, foreign, 'won', 1)).toBe('00');
    expect(await rowOf(it)).toMatchObject({ state: 'Open' });
    expect([await casesOf(unknown), await casesOf(foreign)]).toEqual([
      [{ about: 'other', state: 'Open' }],
      [{ about: 'won', state: 'Open' }],
    ]);
  });
});
