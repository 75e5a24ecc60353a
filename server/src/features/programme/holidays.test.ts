import { afterAll, beforeAll, expect, it } from 'vitest';
import { givenApp, type TestApp } from '../../../test-support/app.ts';
import { give, givenStaff } from '../../../test-support/desk/desk.ts';
import { givenBrand } from '../../../test-support/factories.ts';

let test: TestApp;
beforeAll(async () => {
  test = await givenApp();
});
afterAll(() => test.close());

it('lists the holidays of a year, and on which of them banks are closed', async () => {
  const viewer = await givenStaff(test.ctx, (await givenBrand(test.ctx)).tenantId, { role: 'viewer' });
  const rows = (await give(test, viewer, 'holidays', { input: { year: '2026' } })).body.rows ?? [];
  expect(rows).toContainEqual({ day: '2026-12-25', name: 'Christmas Day', states: 'NSW, VIC', areBanksClosed: true });
  expect(rows).toContainEqual(expect.objectContaining({ day: '2026-11-03', states: 'VIC', areBanksClosed: false }));
  expect(rows.every(({ day }) => String(day).startsWith('2026-'))).toBe(true);
  const present = new Date(test.ctx.clocks.business.now()).getUTCFullYear();
  const [first] = (await give(test, viewer, 'holidays')).body.rows ?? [];
  expect(first?.['day']).toMatch(new RegExp(`^${present}-01-`));
});

it('shows the phone hours of the programme’s brands, empty where the phone is not answered', async () => {
  const brand = await givenBrand(test.ctx, { settings: { SupportHoursWeekdays: '08:00-20:00' } });
  await givenBrand(test.ctx);
  const viewer = await givenStaff(test.ctx, brand.tenantId, { role: 'viewer' });
  expect((await give(test, viewer, 'support-hours')).body.rows).toEqual([
    expect.objectContaining({ brand: brand.identifier, weekdays: '08:00-20:00', saturday: '' }),
  ]);
});
