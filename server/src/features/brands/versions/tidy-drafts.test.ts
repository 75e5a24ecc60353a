import path from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { givenApp, type TestApp } from '../../../../test-support/app.ts';
import { give, givenStaff, type TestStaff } from '../../../../test-support/desk/desk.ts';
import { sweep } from '../../../../test-support/due-work.ts';
import { importBrand } from '../import-brand.ts';
import { tidyDrafts } from './tidy-drafts.due.ts';

const STUMPS = path.join(import.meta.dirname, '../../../../../brands/stumps');

let test: TestApp;
let kate: TestStaff;
beforeAll(async () => {
  test = await givenApp();
  await importBrand(test.ctx, STUMPS);
  kate = await givenStaff(test.ctx, 1);
});
afterAll(() => test.close());

const draft = async (from: string, changes: object) => {
  const input = { brand: 'stumps', from, changes: JSON.stringify(changes) };
  return (await give(test, kate, 'draft-brand', { input })).body.rows?.[0]?.['version'];
};
const versions = async () =>
  ((await give(test, kate, 'brand-versions', { input: { brand: 'stumps' } })).body.rows ?? []).map(
    ({ version, state }) => `${String(version)} ${String(state)}`,
  );
const files = async () =>
  (await test.ctx.asOwner('SELECT sha256 FROM brand_file WHERE tenant_id = 1 ORDER BY 1')).length;
const age = (version: number, days: number) =>
  test.ctx.asOwner('UPDATE brand_version SET made_at = $2 WHERE tenant_id = 1 AND version = $1', [
    version,
    new Date(test.ctx.clocks.business.now() - days * 86_400_000),
  ]);

it('drafts that were not touched for 90 days go with their files, and no number is given twice', async () => {
  const published = await files();
  expect(await draft('1', { 'colours.light.brand': '#7a1f2b' })).toBe(2);
  expect(await draft('2', { 'settings.SupportPhoneNumber': '1300 555 090' })).toBe(3);
  expect(await files()).toBeGreaterThan(published);
  await age(1, 400);
  await age(2, 91);
  await age(3, 90 - 1 / 24);
  await sweep(test.ctx, tidyDrafts);
  expect(await versions()).toEqual(['3 draft', '1 published']);
  expect((await give(test, kate, 'check-brand', { input: { brand: 'stumps' } })).status).toBe(200);
  await age(3, 91);
  await sweep(test.ctx, tidyDrafts);
  expect(await versions()).toEqual(['1 published']);
  expect(await files()).toBe(published);
  expect(await draft('1', { 'settings.SupportPhoneNumber': '1300 555 091' })).toBe(4);
});
