import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { givenApp, type TestApp } from '../../../../test-support/app.ts';
import { give, givenStaff, type TestStaff } from '../../../../test-support/desk/desk.ts';
import { givenFileBrand, sheetOf } from '../../../../test-support/desk/people-file-samples.ts';
import { givenRunner, sweep } from '../../../../test-support/due-work.ts';
import { givenProduct } from '../../../../test-support/factories.ts';
import { addPeople } from '../../people-files/add-people.due.ts';
import { noteCardsThatLeft } from './leave-stock.due.ts';

const DAY_MS = 86_400_000;
const COLUMNS = ['reference', 'product', 'accessCode', 'account', 'plastic'];

let test: TestApp;
beforeAll(async () => {
  test = await givenApp();
});
afterAll(() => test.close());

const approve = (manager: TestStaff, request: string | undefined) =>
  give(test, manager, 'approve', { input: { request: request ?? '' } });

it('cards of a file are in stock until money is loaded, and last as long as 8 weeks say', async () => {
  const { brand, tenantId } = await givenFileBrand(test);
  const numbers = { cardNumbers: { prefix: '903600', length: 16 } };
  const product = await givenProduct(test.ctx, { brand, isReloadable: false, settings: numbers });
  const [asker, manager] = [await givenStaff(test.ctx, tenantId), await givenStaff(test.ctx, tenantId)];
  const rows = ['700100201', '700100202', '700100203', '700100204'].map((account) => [
    randomUUID(),
    String(product.id),
    '246810',
    account,
    'no',
  ]);
  const sent = await give(test, asker, 'send-people-file', {
    input: { brand: brand.identifier, name: 'gift.csv' },
    file: sheetOf(COLUMNS, ...rows),
  });
  const [read] = sent.body.rows ?? [];
  expect(read).toMatchObject({ good: 4, cards: 4 });
  const input = { file: String(read?.['file']), version: '1' };
  await approve(manager, (await give(test, asker, 'add-people', { input, reason: 'from the maker' })).body.request?.id);
  const runner = givenRunner(test.ctx, [addPeople]);
  await runner.runDue();
  await runner.stop();
  const stock = async (by = asker) => (await give(test, by, 'card-stock')).body.rows ?? [];
  expect(await stock()).toEqual([expect.objectContaining({ unused: 4, used: 0, lastsDays: null })]);

  const load = await give(test, asker, 'load', {
    input: { account: '700100201', amount: '50.00' },
    reason: 'sold at the counter',
  });
  await approve(manager, load.body.request?.id);
  await sweep(test.ctx, noteCardsThatLeft);
  // One card in 56 days: the other three last 168.
  expect(await stock()).toEqual([expect.objectContaining({ unused: 3, used: 1, lastsDays: 168 })]);
  test.ctx.advance(57 * DAY_MS);
  expect(await stock(await givenStaff(test.ctx, tenantId))).toEqual([
    expect.objectContaining({ unused: 3, used: 0, lastsDays: null }),
  ]);
});

it('vouchers are listed by their request with how many were used and what is left', async () => {
  const { brand, tenantId } = await givenFileBrand(test);
  const [asker, manager] = [await givenStaff(test.ctx, tenantId), await givenStaff(test.ctx, tenantId)];
  const input = { brand: brand.identifier, count: '3', amount: '25.00', expires: '2029-11-20' };
  const asked = await give(test, asker, 'make-vouchers', { input, reason: 'Fête, Fremantle Primary' });
  await approve(manager, asked.body.request?.id);
  await test.ctx.asOwner(
    `UPDATE voucher SET status = 'Redeemed' WHERE id = (SELECT min(id) FROM voucher WHERE tenant_id = $1)`,
    [tenantId],
  );
  expect((await give(test, asker, 'voucher-batches')).body.rows).toEqual([
    expect.objectContaining({
      request: asked.body.request?.id,
      reason: 'Fête, Fremantle Primary',
      brand: brand.identifier,
      made: 3,
      used: 1,
      open: 2,
      amount: '25.00',
      left: '50.00',
      expires: '2029-11-20',
    }),
  ]);
});
