import { afterAll, beforeAll, expect, it } from 'vitest';
import { givenApp, type TestApp } from '../../../../test-support/app.ts';
import { give, givenStaff } from '../../../../test-support/desk/desk.ts';
import { givenTenant } from '../../../../test-support/factories.ts';

let test: TestApp;
beforeAll(async () => {
  test = await givenApp();
});
afterAll(() => test.close());

const actionsOf = (rows: readonly Readonly<Record<string, unknown>>[] = []) => rows.map(({ action }) => action);

it('finds lines by who, what, about what and outcome, a page at a time, and of one programme alone', async () => {
  const tenant = await givenTenant(test.ctx);
  const [kate, omar] = [await givenStaff(test.ctx, tenant.id), await givenStaff(test.ctx, tenant.id)];
  const stranger = await givenStaff(test.ctx, (await givenTenant(test.ctx)).id);
  await give(test, omar, 'purchase-rules');
  await give(test, omar, 'purchase-rule', { input: { rule: '999999' } });
  await give(test, omar, 'declines');

  const byOmar = await give(test, kate, 'audit-log', { input: { actor: `staff:${omar.id}`, looks: true } });
  expect(actionsOf(byOmar.body.rows)).toEqual(['desk.declines', 'desk.purchase-rule', 'desk.purchase-rules']);
  const begins = await give(test, kate, 'audit-log', {
    input: { actor: `staff:${omar.id}`, action: 'desk.purchase', looks: true },
  });
  expect(actionsOf(begins.body.rows)).toEqual(['desk.purchase-rule', 'desk.purchase-rules']);
  const refused = await give(test, kate, 'audit-log', { input: { refused: true, looks: true } });
  expect(refused.body.rows?.map(({ action, outcome }) => [action, outcome])).toEqual([
    ['desk.purchase-rule', 'not_found'],
  ]);
  const middle = String(byOmar.body.rows?.[1]?.['line']);
  const older = await give(test, kate, 'audit-log', {
    input: { actor: `staff:${omar.id}`, before: middle, looks: true },
  });
  expect(actionsOf(older.body.rows)).toEqual(['desk.purchase-rules']);

  await give(test, omar, 'draft-rule', { input: { name: 'Abroad', place: 'abroad', action: 'tell' } });
  const changes = await give(test, kate, 'audit-log', { input: { actor: `staff:${omar.id}` } });
  expect(actionsOf(changes.body.rows)).toEqual(['desk.draft-rule']);

  const elsewhere = await give(test, stranger, 'audit-log', { input: { actor: `staff:${omar.id}` } });
  expect(elsewhere.body.rows).toEqual([]);
  const agent = await givenStaff(test.ctx, tenant.id, { role: 'agent' });
  expect((await give(test, agent, 'audit-log')).status).toBe(403);
});
