import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { givenApp, type TestApp } from '../../../../test-support/app.ts';
import { sweep } from '../../../../test-support/due-work.ts';
import { givenBrand, givenProduct, givenTenant, type TestCard } from '../../../../test-support/factories.ts';
import { givenUser } from '../../../../test-support/signed-in.ts';
import { balanceOf } from '../../../../test-support/transfers.ts';
import type { CardMaker, PlasticOrder } from '../../../outside/card-maker/port.ts';
import { collectCardOrders, makeCards } from '../orders/card-orders.due.ts';
import { renewCards } from './renew-cards.due.ts';

let test: TestApp;
beforeAll(async () => {
  test = await givenApp();
});
afterAll(() => test.close());

/** 21 November 2026, 01:15 in Melbourne: cards to the end of December are about to expire. */
const NIGHT = Date.parse('2026-11-20T14:15:00Z');
const ADDRESS = { AddressLine1: '1 Wattle Street', Suburb: 'Fremantle', State: 'WA', PostCode: '6160' };

async function givenExpiring(expiry: string, isReloadable = true): Promise<TestCard> {
  const brand = await givenBrand(test.ctx, { tenant: await givenTenant(test.ctx) });
  const product = await givenProduct(test.ctx, { brand, isReloadable });
  const { card } = await givenUser(test.ctx, { brand, product, pin: '4826', expiry, balance: 5_000n });
  await test.ctx.asOwner('UPDATE holder SET address = $2 WHERE id = $1', [card.holder?.id, JSON.stringify(ADDRESS)]);
  return card;
}

async function renew({ brand: { tenantId } }: TestCard): Promise<void> {
  if (!('outside' in renewCards)) throw new Error('cards are renewed outside of a transaction');
  const signal = new AbortController().signal;
  const settle = await renewCards.outside(test.ctx, { tenantId, plannedAt: NIGHT, atOnce: 1, signal });
  await test.ctx.database.transact(tenantId, settle);
}

type Successor = { id: string; status: string; expiry: string; same_number: boolean; same_pin: boolean };
const successorsOf = ({ id }: TestCard) =>
  test.ctx.asOwner<Successor>(
    `SELECT n.id::text, n.status, n.expiry, n.pan_hash = o.pan_hash AS same_number, n.pvv = o.pvv AS same_pin
     FROM card n JOIN card o ON o.id = n.replaces_id WHERE o.id = $1`,
    [id],
  );
const messagesOf = async ({ brand }: TestCard) =>
  (
    await test.ctx.asOwner<{ template: string }>('SELECT template FROM outbox_message WHERE tenant_id = $1', [
      brand.tenantId,
    ])
  ).map(({ template }) => template);

/** Orders that the card maker received, and the outcome of each item. */
async function made({ brand: { tenantId } }: TestCard, answer: 'done' | 'refused' = 'done') {
  await sweep(test.ctx, collectCardOrders);
  const orders: PlasticOrder[] = [];
  const cardMaker: CardMaker = {
    async order(order) {
      orders.push(order);
      return answer === 'done' ? { kind: 'done', value: null } : { kind: 'refused', code: 'name_taken' };
    },
  };
  if (!('outside' in makeCards)) throw new Error('cards are ordered outside of a transaction');
  const items = await test.ctx.asOwner<{ key: string }>(
    "SELECT key FROM due_work WHERE job = 'cards.make' AND tenant_id = $1 ORDER BY id",
    [tenantId],
  );
  const signal = new AbortController().signal;
  const outcomes = [];
  for (const { key } of items) {
    const given = { tenantId, plannedAt: NIGHT, atOnce: 5, key, payload: { card: key }, attempt: 1, signal };
    const settle = await makeCards.outside({ ...test.ctx, outside: { ...test.ctx.outside, cardMaker } }, given);
    outcomes.push(await test.ctx.database.transact(tenantId, settle));
  }
  return { orders, outcomes };
}

describe('a card that expires at the end of the next month', () => {
  it('is renewed once with the same number and PIN, without a fee, and its holder is notified', async () => {
    const card = await givenExpiring('2026-12');
    for (const _ of [1, 2]) await renew(card);
    expect(await successorsOf(card)).toEqual([
      // 36 months after November 2026.
      { id: expect.any(String), status: 'Ordered', expiry: '2029-11', same_number: true, same_pin: true },
    ]);
    expect(await balanceOf(test.ctx, card.account)).toBe(5_000n);
    expect(await messagesOf(card)).toEqual(['cardRenewed']);
  });

  it('that is not reloadable is not renewed, and its holder is notified once', async () => {
    const card = await givenExpiring('2026-12', false);
    for (const _ of [1, 2]) await renew(card);
    expect([await successorsOf(card), await messagesOf(card)]).toEqual([[], ['cardExpires']]);
  });

  it('is not renewed after its holder has died or its account was closed', async () => {
    const dead = await givenExpiring('2026-12');
    await test.ctx.asOwner("UPDATE holder SET died_on = '2026-11-01' WHERE id = $1", [dead.holder?.id]);
    const closed = await givenExpiring('2026-12');
    await test.ctx.asOwner('UPDATE member_account SET is_closed = true WHERE id = $1', [closed.account.id]);
    for (const card of [dead, closed]) {
      await renew(card);
      expect([await successorsOf(card), await messagesOf(card)]).toEqual([[], []]);
    }
  });
});

it('a card that was blocked at its renewal is renewed in its last month after it is unblocked', async () => {
  const card = await givenExpiring('2026-11');
  await test.ctx.asOwner("UPDATE card SET status = 'Restricted' WHERE id = $1", [card.id]);
  await renew(card);
  expect([await successorsOf(card), await messagesOf(card)]).toEqual([[], []]);
  await test.ctx.asOwner("UPDATE card SET status = 'Active' WHERE id = $1", [card.id]);
  for (const _ of [1, 2]) await renew(card);
  expect([await successorsOf(card), await messagesOf(card)]).toEqual([
    [
      {
        id: expect.any(String) as string,
        status: 'Ordered',
        expiry: expect.any(String) as string,
        same_number: true,
        same_pin: true,
      },
    ],
    ['cardRenewed'],
  ]);
});

it.each(['2026-10', '2027-01'])('a card that expires at the end of %s is not renewed', async (expiry) => {
  const card = await givenExpiring(expiry);
  await renew(card);
  expect([await successorsOf(card), await messagesOf(card)]).toEqual([[], []]);
});

describe('the card maker', () => {
  it('receives an order once, with number, expiry and envelope', async () => {
    const card = await givenExpiring('2026-12');
    await renew(card);
    const [successor] = await successorsOf(card);
    const { orders, outcomes } = await made(card);
    expect(outcomes).toEqual(['done']);
    expect(orders).toEqual([
      expect.objectContaining({
        reference: successor?.id,
        cardNumber: card.pan,
        expiry: '2029-11',
        brand: card.brand.identifier,
        address: [`${card.holder?.firstName} Example`, '1 Wattle Street', 'Fremantle WA 6160'],
      }),
    ]);
    await sweep(test.ctx, collectCardOrders);
    const items = await test.ctx.asOwner("SELECT FROM due_work WHERE job = 'cards.make' AND tenant_id = $1", [
      card.brand.tenantId,
    ]);
    expect(items).toHaveLength(1);
  });

  it('receives no card without an address, and an order that it refuses waits for the desk', async () => {
    const card = await givenExpiring('2026-12');
    await renew(card);
    expect((await made(card, 'refused')).outcomes).toEqual([{ giveUp: 'name_taken' }]);
    await test.ctx.asOwner('UPDATE holder SET address = NULL WHERE id = $1', [card.holder?.id]);
    const { orders, outcomes } = await made(card);
    expect([orders, outcomes]).toEqual([[], [{ giveUp: 'no_address' }]]);
  });

  it('makes no virtual cards', async () => {
    const card = await givenExpiring('2026-12');
    await test.ctx.asOwner('UPDATE product SET is_virtual = true WHERE tenant_id = $1', [card.brand.tenantId]);
    await renew(card);
    expect((await made(card)).orders).toEqual([]);
  });
});
