import { afterAll, beforeAll, expect, it } from 'vitest';
import { givenApp, type TestApp } from '../../../../test-support/app.ts';
import { give, givenStaff } from '../../../../test-support/desk/desk.ts';
import { givenBrand, givenCard, givenTenant } from '../../../../test-support/factories.ts';
import { buildApp } from '../../../http/app.ts';
import { countSignInHours } from './count-sign-ins.ts';

let test: TestApp;
beforeAll(async () => {
  test = await givenApp();
});
afterAll(() => test.close());

const HOUR_MS = 3_600_000;

it('the figure counts each cardholder once, beside what is usual by the last full hour', async () => {
  const { ctx } = test;
  const brand = await givenBrand(ctx, { tenant: await givenTenant(ctx) });
  const { tenantId } = brand;
  const cards = [await givenCard(ctx, { brand }), await givenCard(ctx, { brand })];
  // 10:20 in Melbourne on the day of the security clock.
  const day = new Intl.DateTimeFormat('en-CA', { timeZone: 'Australia/Melbourne' }).format(ctx.clocks.security.now());
  const midnight = Temporal.PlainDate.from(day).toZonedDateTime('Australia/Melbourne').epochMilliseconds;
  const clock = { ...ctx.clocks, security: { now: () => midnight + 10 * HOUR_MS + 1_200_000 } };
  const at = { ...ctx, clocks: clock };
  const signIn = (who: number, ms: number) =>
    ctx.asOwner(
      `INSERT INTO session (id, tenant_id, brand_id, scope, holder_id, card_id, created_at, last_active_at, refreshed_at, ends_at)
       VALUES (gen_random_uuid(), $1, $2, 'card', $3, $4, $5, $5, $5, $5)`,
      [tenantId, brand.id, cards[who]?.holder?.id, cards[who]?.id, new Date(ms)],
    );
  await signIn(0, midnight + HOUR_MS);
  await signIn(0, midnight + 2 * HOUR_MS);
  await signIn(1, midnight + 10.1 * HOUR_MS);
  await ctx.database.transact(tenantId, (tx) => countSignInHours(tx, tenantId, clock.security.now()));
  // The hour until 10 am of two days before.
  for (const [days, people] of [
    [1, 1],
    [2, 4],
  ] as const)
    await ctx.asOwner('INSERT INTO sign_in_hour (tenant_id, hour, people) VALUES ($1, $2, $3)', [
      tenantId,
      new Date(midnight - days * 24 * HOUR_MS + 9 * HOUR_MS),
      people,
    ]);
  const hours = await ctx.asOwner<{ people: number }>(
    'SELECT people FROM sign_in_hour WHERE tenant_id = $1 AND hour >= $2 ORDER BY hour',
    [tenantId, new Date(midnight)],
  );
  expect(hours.map(({ people }) => people)).toEqual([0, 1, 1, 1, 1, 1, 1, 1, 1, 1]);
  const viewer = await givenStaff(ctx, tenantId, { role: 'viewer' });
  const app = await buildApp(at);
  try {
    const { body } = await give({ app }, viewer, 'sign-ins-today');
    // By hand: two today, one of them by 10 am; usually (1 + 4) / 2 = 2.5, rounded to 3.
    expect(body.rows).toEqual([
      { day, people: 2, by: new Date(midnight + 10 * HOUR_MS).toISOString(), peopleBy: 1, usualBy: '3' },
    ]);
  } finally {
    await app.close();
  }
});
