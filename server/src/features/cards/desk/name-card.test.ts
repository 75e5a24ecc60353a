import { afterAll, beforeAll, expect, it } from 'vitest';
import { givenApp, type TestApp } from '../../../../test-support/app.ts';
import { give, givenStaff } from '../../../../test-support/desk/desk.ts';
import { givenRunner } from '../../../../test-support/due-work.ts';
import { givenBrand, givenCard, givenTenant, type TestCard } from '../../../../test-support/factories.ts';
import { givenRow } from '../../../../test-support/statements.ts';
import type { CardMaker, PlasticOrder } from '../../../outside/card-maker/port.ts';
import type { PrintJob } from '../../../outside/print/port.ts';
import { queueLetter } from '../../activation/public.ts';
import { printLetters } from '../../activation/letter/print-letters.due.ts';
import { printStatements } from '../../statements/print-statements.due.ts';
import { makeStatements } from '../../statements/public.ts';
import { collectCardOrders, makeCards } from '../orders/card-orders.due.ts';

let test: TestApp;
beforeAll(async () => {
  test = await givenApp();
});
afterAll(() => test.close());

const ADDRESS = { AddressLine1: '1 Wattle Street', Suburb: 'Fremantle', State: 'WA', PostCode: '6160' };

/** A card that is to be made for someone whose name the card maker and the font cannot write. */
async function givenUnnamed(status = 'Ordered'): Promise<TestCard> {
  const brand = await givenBrand(test.ctx, { tenant: await givenTenant(test.ctx) });
  const card = await givenCard(test.ctx, { brand, status });
  await test.ctx.asOwner("UPDATE holder SET first_name = 'محمد', surname = 'الأحمد', address = $2 WHERE id = $1", [
    card.holder?.id,
    JSON.stringify(ADDRESS),
  ]);
  await test.ctx.asOwner("UPDATE card SET embossed_name = '' WHERE id = $1", [card.id]);
  return card;
}

/** Runs the work that is due, and returns what the card maker and the printer received. */
async function worked() {
  const orders: PlasticOrder[] = [];
  const letters: PrintJob[] = [];
  const cardMaker: CardMaker = {
    async order(order) {
      orders.push(order);
      return { kind: 'done', value: null };
    },
  };
  const printer = {
    async print(job: PrintJob) {
      letters.push(job);
      return { kind: 'done' as const, value: null };
    },
  };
  const ctx = { ...test.ctx, outside: { ...test.ctx.outside, cardMaker, printer } };
  const runner = givenRunner(ctx, [collectCardOrders, makeCards, printLetters, printStatements]);
  await runner.runDue();
  await runner.runDue();
  await runner.stop();
  return { orders, letters };
}

const reasonsOf = async ({ brand }: TestCard) =>
  (
    await test.ctx.asOwner<{ last_error: string }>(
      'SELECT last_error FROM due_work WHERE tenant_id = $1 AND dead_at IS NOT NULL ORDER BY job',
      [brand.tenantId],
    )
  ).map(({ last_error }) => last_error);

const named = async ({ id, brand }: Pick<TestCard, 'id' | 'brand'>, name: string) => {
  const agent = await givenStaff(test.ctx, brand.tenantId);
  return (await give(test, agent, 'name-card', { input: { card: `card:${id}`, name }, reason: 'read from passport' }))
    .body;
};

it('sets the name of a card, and the card and its letter that waited for it are made', async () => {
  const card = await givenUnnamed();
  const { tenantId } = card.brand;
  await test.ctx.database.transact(tenantId, (tx) =>
    queueLetter(tx, test.ctx, { tenantId, cardId: card.id, days: 90 }),
  );
  expect(await worked()).toEqual({ orders: [], letters: [] });
  expect(await reasonsOf(card)).toEqual(['name_not_printable', 'no_name_on_card']);

  expect((await named(card, 'Mohammed Al-Áhmad')).rows).toEqual([
    { card: `card:${card.id}`, name: 'MOHAMMED AL-AHMAD' },
  ]);
  const { orders, letters } = await worked();
  expect(orders).toEqual([expect.objectContaining({ reference: String(card.id), embossedName: 'MOHAMMED AL-AHMAD' })]);
  expect(letters.map(({ address }) => address[0])).toEqual(['MOHAMMED AL-AHMAD']);
  expect(await reasonsOf(card)).toEqual([]);
  const audited = await test.ctx.asOwner(
    "SELECT object, outcome FROM audit_log WHERE tenant_id = $1 AND action = 'desk.name-card'",
    [tenantId],
  );
  expect(audited).toEqual([{ object: `card:${card.id}`, outcome: 'ok' }]);
});

it('prints the statement that waited for the name', async () => {
  const card = await givenUnnamed('Active');
  const { tenantId } = card.brand;
  await test.ctx.asOwner('UPDATE holder SET statement_delivery = 80, statement_frequency = 1 WHERE id = $1', [
    card.holder?.id,
  ]);
  await givenRow(test.ctx, card.account, { kind: 'topUp', amount: 100_00n, at: '2026-10-10T02:00:00Z' });
  while (await makeStatements(test.ctx, tenantId, Date.parse('2026-11-20T02:00:00Z'), 50)) {
    // Until nothing is due.
  }
  expect((await worked()).letters).toEqual([]);
  expect(await reasonsOf(card)).toEqual(['name_not_printable']);

  await named(card, 'Mohammed Al-Ahmad');
  const { letters } = await worked();
  expect(letters.map(({ kind, address }) => [kind, address[0]])).toEqual([['statement', 'MOHAMMED AL-AHMAD']]);
  expect(await reasonsOf(card)).toEqual([]);
});

it.each(['محمد', '李伟', 'A'.repeat(27), ' ', '--'])('refuses %j, which no card can bear', async (name) => {
  const card = await givenUnnamed();
  expect(await named(card, name)).toMatchObject({ error: 'input_invalid', field: 'name' });
  expect(await test.ctx.asOwner('SELECT embossed_name FROM card WHERE id = $1', [card.id])).toEqual([
    { embossed_name: '' },
  ]);
});

it.each(['Lost', 'Closed'])('refuses a card that is %s', async (status) => {
  const card = await givenUnnamed(status);
  expect(await named(card, 'LI WEI')).toMatchObject({ error: 'card_problem', field: 'card' });
});
